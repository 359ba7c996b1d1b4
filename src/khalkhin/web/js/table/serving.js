// @ts-check
// Supply: whom a counter or a hex would serve if it were expended, shown before the click; and why a hex is out of supply.

import { h } from "../dom.js";
import { icon } from "../icons.js";
import { ruleLink } from "../panels/parts.js";
import { sorted } from "./offers.js";
import { placeOf, unitsIn } from "./acts.js";
import { sentence, unitChip } from "./sentence.js";

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Offer} Offer */
/** @typedef {{verb: string, noun: string, units: string[]}} Service  Whom something would serve with which it is expended. */

/**
 * What can be expended in a place, with whom each would serve.
 * @param {View} view
 * @param {Offer[]} offers
 * @param {string} place
 * @returns {Service[]}
 */
export function servicesAt(view, offers, place) {
  return [place, ...unitsIn(view, place)].flatMap((noun) => servicesOf(view, offers, noun));
}

/**
 * @param {View} view
 * @param {Offer[]} offers
 * @param {string} noun
 * @returns {Service[]}
 */
function servicesOf({ details: { serves = {} } }, offers, noun) {
  const { units, hexes } = sorted(offers);
  const verbs = [...(units.get(noun) ?? []), ...(hexes.get(noun) ?? [])];
  return verbs.flatMap((verb) => (serves[verb]?.[noun] ? [{ verb, noun, units: serves[verb][noun] }] : []));
}

/**
 * Whom one decision would serve; null where it expends nothing.
 * @param {View} view
 * @param {string} verb
 * @param {string} noun
 * @returns {string[] | null}
 */
export function servedBy({ details: { serves = {} } }, verb, noun) {
  return serves[verb]?.[noun] ?? null;
}

/**
 * Counters that would be expended for nobody, in whatever way: they are not offered as others are.
 * @param {View} view
 * @param {Offer[]} offers
 * @returns {Set<string>}
 */
export function wasted(view, offers) {
  const { serves = {} } = view.details;
  const all = [...sorted(offers).units];
  return new Set(
    all.filter(([unit, verbs]) => verbs.every((verb) => serves[verb]?.[unit]?.length === 0)).map(([unit]) => unit),
  );
}

/** The place that is pointed at, pressed once, or under the keyboard's cursor. @param {Desk} desk */
function pointed({ ui, view }) {
  const noun = ui.tapped?.noun;
  return (noun && (placeOf(view, noun) ?? noun)) || ui.hoverHex || ui.cursor;
}

/**
 * What lights up for what is pointed at: all whom it would serve, and the hexes that its lines reach.
 * @param {Desk} desk
 * @returns {{hexes: string[], units: string[]} | null}
 */
export function servedNow(desk) {
  const place = desk.mine ? pointed(desk) : null;
  const found = place === null ? [] : servicesAt(desk.view, desk.offers, place);
  if (!found.length) return null;
  const { supply = {} } = desk.view.details;
  return {
    units: found.flatMap(({ units }) => units),
    hexes: [...new Set(found.flatMap(({ noun }) => supply[noun]?.hexes ?? []))],
  };
}

/**
 * A word beside what is pointed at: how many it would serve, what choosing it comes to, or why supply does not come there.
 * @param {Desk} desk
 * @returns {{hex: string, text: string, warn: boolean} | null}
 */
export function noteAt(desk) {
  const hex = pointed(desk) ?? desk.ui.looked;
  return hex && hex in desk.sheet.map.hexes ? noteOf(desk, hex) : null;
}

/** @param {Desk} desk @param {string} hex */
export function noteOf(desk, hex) {
  const { words } = desk;
  const services = desk.mine ? servicesAt(desk.view, desk.offers, hex) : [];
  if (services.length) {
    const units = [...new Set(services.flatMap((one) => one.units))];
    return { hex, text: words.say("desk.serves", { units }), warn: !units.length };
  }
  const note = desk.mine ? desk.view.details.notes?.[hex] : undefined;
  if (note) return { hex, text: words.say(note.key, note.params), warn: false };
  const warned = desk.mine && warnings(desk).ahead.find(({ params }) => params?.hexes.includes(hex));
  if (warned) return { hex, text: words.say(warned.key, { ...warned.params, hexes: [hex] }), warn: true };
  const cut = cutAt(desk, hex);
  return cut && { hex, text: `${words.say("desk.not-supplied")} ${words.say(cut.key, cut.params)}`, warn: true };
}

/**
 * What will happen unless it is prevented: now, or once a hex is chosen that can be.
 * @param {Desk} desk
 * @returns {Record<"now" | "ahead", NonNullable<import("../types.js").Details["warnings"]>>}
 */
export function warnings({ view, offers }) {
  const goals = new Set(offers.flatMap(({ kind, nouns }) => (kind === "hex" ? nouns : [])));
  const all = view.details.warnings ?? [];
  /** @param {import("../types.js").Text} warning */
  const waits = ({ params }) => params?.hexes?.some((/** @type {string} */ hex) => goals.has(hex)) ?? false;
  return { now: all.filter((one) => !waits(one)), ahead: all.filter(waits) };
}

/** Why no line of supply leads to a hex, while the lines are shown. @param {Desk} desk @param {string} hex */
function cutAt({ ui, overlays }, hex) {
  return (ui.show.supply && overlays.supply?.find((line) => line.hex === hex)?.why) || null;
}

/**
 * The same in the panel, with names and rules.
 * @param {Desk} desk
 * @param {string} hex
 */
export function servingIn(desk, hex) {
  const services = desk.mine ? servicesAt(desk.view, desk.offers, hex) : [];
  const cut = cutAt(desk, hex);
  if (!services.length && !cut) return null;
  return h(
    "div",
    { class: "serving small" },
    services.map((one) => service(desk, one)),
    cut
      ? warning([
          h("b", {}, desk.words.say("desk.not-supplied")),
          " ",
          ...sentence(desk, cut.key, cut.params ?? {}),
          " ",
          ruleLink(cut.rule),
        ])
      : null,
  );
}

/** @param {Desk} desk @param {Service} service */
function service(desk, { noun, units }) {
  const name = desk.sheet.units[noun]?.name;
  const told = `${name ? `${name}: ` : ""}${desk.words.say("desk.serves", { units })}`;
  if (!units.length) return warning([told]);
  return h("p", {}, told, ": ", ...units.flatMap((unit, n) => [n ? " " : "", unitChip(desk, unit)]));
}

/** @param {import("../dom.js").Child[]} children */
function warning(children) {
  return h("p", { class: "callout callout-warn" }, icon("warning"), h("span", {}, children));
}
