// @ts-check
// The top of the right panel: what is in hand, and what is under the pointer with the cost of the way there.

import { h } from "../dom.js";
import { icon } from "../icons.js";
import { counterFace, counterName, ruleLink } from "../panels/parts.js";
import { factors } from "../panels/stack.js";
import { telling } from "../states.js";
import { placeOf } from "./acts.js";
import { pointedAt } from "./ahead.js";
import { aheadLines, aheadSection } from "./ahead_words.js";
import { steps, twelfths, written } from "./costs.js";
import { handUnits, standing, wayTo } from "./picture.js";
import { refill } from "./refill.js";
import { noteOf, servingIn } from "./serving.js";

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {import("../types.js").Counter} Counter */
/** @typedef {import("../dom.js").Child} Child */

/**
 * @param {HTMLElement} root
 * @param {Desk} desk
 * @param {{unit: (id: string, place: string, event: Event) => void}} on
 */
export function createHand(root, desk, on) {
  const draw = () => {
    if (!desk.ready) return;
    const units = handUnits(desk.view);
    root.hidden = false;
    if (units.length) return refill(root, inHand(desk, units, on));
    if (desk.ui.looked) return refill(root, looked(desk, desk.ui.looked, on));
    root.hidden = true;
    return refill(root, []);
  };
  desk.on(["view", "ui", "words"], draw);
  draw();
}

/** @param {Desk} desk @param {string} unit @returns {import("../types.js").NamedCounter} */
function counterOf(desk, unit) {
  const place = placeOf(desk.view, unit);
  const found = (place ? desk.view.places[place] : []).find((one) => "id" in one && one.id === unit);
  return found && "id" in found ? found : { id: unit, is: [] };
}

/** @param {Desk} desk @param {string[]} units @param {{unit: (id: string, place: string, event: Event) => void}} on @returns {Child[]} */
function inHand(desk, units, on) {
  const { words } = desk;
  const at = standing(desk.view) ?? placeOf(desk.view, units[0]) ?? "";
  const apart = standing(desk.view) ? [] : [...new Set(units.map((unit) => placeOf(desk.view, unit) ?? ""))];
  // Guns and those they support come from several hexes.
  const where =
    apart.length > 1
      ? [apart.map((place) => placeWord(desk, place)).join(", ")]
      : [
          at in desk.sheet.map.hexes
            ? words.say(units.length > 1 ? "desk.stack-in" : "desk.unit-in", { place: at })
            : at && placeWord(desk, at),
          terrainWord(desk, at),
        ];
  return [
    h(
      "div",
      { class: "hand-head" },
      h("h2", {}, groupName(desk, units)),
      h("p", { class: "caption" }, where.filter(Boolean).join(" · ")),
      going(desk, at),
    ),
    // In hand only losses matter, not what was done earlier in the turn.
    faces(
      desk,
      units.map((unit) => ({ id: unit, is: counterOf(desk, unit).is.filter((state) => state === "flipped") })),
      at,
      on,
      new Set(units),
    ),
    units.length === 1 ? about(desk, counterOf(desk, units[0])) : h("p", { class: "quiet small" }, common(desk, units)),
  ];
}

/** Where a finger points: from where to where, and whether the move would end there. @param {Desk} desk @param {string} from */
function going(desk, from) {
  const { ui, words, view } = desk;
  if (!ui.preview) return null;
  return h(
    "p",
    { class: "hand-way" },
    words.say("desk.from-to", { from, to: ui.preview }),
    view.details.stops?.[ui.preview] ? h("b", {}, words.say("desk.stops-there")) : null,
  );
}

/** What several counters have in common: their formation's name, or how many they are. @param {Desk} desk @param {string[]} units */
function groupName(desk, units) {
  const infos = units.map((unit) => desk.sheet.units[unit]);
  if (units.length === 1) return infos[0].name;
  const tails = new Set(infos.map((info) => info.name.replace(/^[IVX\d]+\//, "")));
  if (tails.size === 1) return [...tails][0];
  const formations = new Set(infos.map((info) => info.formation));
  const [formation] = formations;
  return formations.size === 1 && formation ? formation : desk.words.say("desk.units", { count: units.length });
}

/** What is the same for all of them, or else each by name. @param {Desk} desk @param {string[]} units */
function common(desk, units) {
  const kinds = new Set(units.map((unit) => kindOf(desk, unit)));
  return kinds.size === 1
    ? `${desk.words.say("desk.units", { count: units.length })}: ${[...kinds][0]}`
    : listed(desk, units);
}

/** Type, size and formation. @param {Desk} desk @param {string} unit */
function kindOf({ sheet, words }, unit) {
  const { type, size, formation } = sheet.units[unit];
  const told = [`type.${type}`, `size.${size}`].filter((key) => words.has(key)).map((key) => words.say(key));
  return [...told, formation].filter(Boolean).join(" · ");
}

/** @param {Desk} desk @param {string[]} units */
function listed(desk, units) {
  return units
    .map((unit) => {
      const { name, printed } = desk.sheet.units[unit];
      return printed ? `${name} (${printed})` : name;
    })
    .join(", ");
}

/**
 * @param {Desk} desk
 * @param {Counter[]} counters
 * @param {string} place
 * @param {{unit: (id: string, place: string, event: Event) => void}} on
 * @param {Set<string>} selected
 */
function faces(desk, counters, place, on, selected) {
  const act = new Set(desk.offers.filter((offer) => offer.kind === "unit").flatMap((offer) => offer.nouns));
  const size = counters.length > 3 ? 64 : 92;
  return h(
    "ul",
    { class: "hand-counters", "data-many": counters.length > 3 ? "" : null },
    counters.map((counter) => {
      const label = counterName(desk.sheet, desk.words, counter);
      if (!("id" in counter))
        return h(
          "li",
          {},
          h("span", { role: "img", "aria-label": label, title: label }, counterFace(desk.sheet, counter, size)),
        );
      const states = selected.has(counter.id) ? ["selected"] : act.has(counter.id) ? ["can_act"] : [];
      return h(
        "li",
        {},
        h(
          "button",
          {
            type: "button",
            class: "hand-counter",
            "data-key": counter.id,
            "data-ask": counter.id,
            title: label,
            "aria-label": label,
            "aria-pressed": String(selected.has(counter.id)),
            onclick: (/** @type {Event} */ event) => on.unit(counter.id, place, event),
            onpointerenter: () => desk.light([], [counter.id]),
            onpointerleave: () => desk.light(),
          },
          counterFace(desk.sheet, counter, size, states),
        ),
      );
    }),
  );
}

/** One counter spelled out. @param {Desk} desk @param {import("../types.js").NamedCounter} counter @returns {Child} */
function about(desk, counter) {
  const { words } = desk;
  const unit = desk.sheet.units[counter.id];
  const back = counter.is.includes("flipped") ? (unit.back ?? "") : "";
  const states = telling(counter.is)
    .filter((state) => words.has(`status.${state}`))
    .map((state) => words.say(`status.${state}`));
  return h(
    "div",
    { class: "hand-about small" },
    h("p", { class: "quiet" }, kindOf(desk, counter.id)),
    h(
      "dl",
      { class: "hand-factors" },
      factors(unit, back, words).map(([name, value]) =>
        h("div", {}, h("dt", {}, name), h("dd", { class: "figure" }, value)),
      ),
    ),
    states.length ? h("p", {}, states.join(", ")) : null,
  );
}

/** @param {Desk} desk @param {string} place @param {{unit: (id: string, place: string, event: Event) => void}} on @returns {Child[]} */
function looked(desk, place, on) {
  const counters = desk.view.places[place] ?? [];
  const named = counters.filter((one) => "id" in one);
  return [
    h(
      "div",
      { class: "hand-head" },
      h("h2", {}, placeTitle(desk, place)),
      h("p", { class: "caption" }, terrainWord(desk, place)),
    ),
    counters.length ? faces(desk, counters, place, on, new Set()) : null,
    named.length === 1
      ? about(desk, named[0])
      : h("p", { class: "quiet small" }, counters.length ? names(desk, place) : desk.words.say("desk.nobody-here")),
  ];
}

// -- the pointer

/**
 * @param {HTMLElement} root
 * @param {Desk} desk
 */
export function createPointer(root, desk) {
  const draw = () => {
    if (!desk.ready) return;
    const hex = pointedAt(desk.ui);
    root.hidden = hex === null;
    refill(root, hex === null ? [] : under(desk, hex));
  };
  desk.on(["view", "ui", "hover", "words", "ahead"], draw);
  draw();
}

/** @param {Desk} desk @param {string} hex @returns {Child[]} */
function under(desk, hex) {
  const { words, view } = desk;
  return [
    h(
      "div",
      { class: "hand-head" },
      h("h3", {}, words.say("desk.under")),
      h("p", { class: "pointer-title" }, h("span", { class: "figure" }, hex), " · ", ground(desk, hex)),
    ),
    desk.sheet.map.names[hex] ? h("p", { class: "pointer-name" }, desk.sheet.map.names[hex]) : null,
    who(desk, hex),
    marks(desk, hex),
    servingIn(desk, hex),
    aheadSection(desk),
    view.details.stops?.[hex] && view.details.left?.[hex] !== undefined
      ? h(
          "p",
          { class: "callout callout-threat" },
          icon("stop"),
          h("span", {}, words.say("desk.stops-here"), " ", ruleLink(view.details.stops[hex])),
        )
      : null,
    way(desk, hex),
  ];
}

/** @param {Desk} desk @param {string} hex */
function who(desk, hex) {
  if (!desk.view.places[hex]?.length) return null;
  const shown = handUnits(desk.view).length ? standing(desk.view) : desk.ui.looked;
  return shown === hex ? null : h("p", { class: "small" }, names(desk, hex));
}

/** Who stands in a place; of those whose name is not known, how many. @param {Desk} desk @param {string} place */
function names(desk, place) {
  const counters = desk.view.places[place] ?? [];
  const named = counters.flatMap((one) => ("id" in one ? [counterName(desk.sheet, desk.words, one)] : []));
  /** @type {Map<string, number>} */
  const nameless = new Map();
  for (const one of counters) if (!("id" in one)) nameless.set(one.nation, (nameless.get(one.nation) ?? 0) + 1);
  const hidden = [...nameless].map(([nation, count]) => {
    const key = `units.nameless.${nation}`;
    return desk.words.has(key) ? desk.words.say(key, { count }) : `${count} × ${desk.words.say(`nat.${nation}`)}`;
  });
  return [...named, ...hidden].join("; ");
}

/** A hex in a few words, for the live region. @param {Desk} desk @param {string} hex */
export function toldHex(desk, hex) {
  const { words, view } = desk;
  const left = view.details.left?.[hex];
  const verbs = desk.offers
    .filter((offer) => offer.kind === "hex" && offer.nouns.includes(hex))
    .map((offer) => words.say(`verb.${offer.verb}`));
  const told = [
    left === undefined ? verbs.join(", ") : words.say("desk.points-left", { points: left }),
    view.details.stops?.[hex] ? words.say("desk.stops-here") : "",
    noteOf(desk, hex)?.text ?? "",
    ...(pointedAt(desk.ui) === hex ? aheadLines(desk) : []),
  ];
  return [hex, desk.sheet.map.names[hex], ground(desk, hex), names(desk, hex), ...told].filter(Boolean).join(", ");
}

/** Markers of a hex, and what it is worth. @param {Desk} desk @param {string} hex */
function marks(desk, hex) {
  const markers = (desk.view.markers[hex] ?? []).filter((key) => desk.words.has(key)).map((key) => desk.words.say(key));
  const goal = desk.overlays.objectives?.find((one) => one.hex === hex);
  const worth = goal ? worthOf(goal, desk.words) : null;
  const told = [...markers, worth].filter(Boolean).join(" · ");
  if (!told) return null;
  return h("p", { class: "small quiet" }, told, goal?.rule ? [" ", ruleLink(goal.rule)] : null);
}

/**
 * What an objective brings: each side, where that differs.
 * @param {NonNullable<import("../types.js").Overlays["objectives"]>[number]} goal
 * @param {import("../words.js").Words} words
 */
export function worthOf({ points, each }, words) {
  if (!each) return points === null ? null : words.say("desk.worth", { points });
  const told = Object.entries(each).map(([side, brings]) => words.say("desk.worth.side", { side, points: brings }));
  return words.say("desk.worth.each", { told: told.join(", ") });
}

/** The way there, step by step. @param {Desk} desk @param {string} hex */
function way(desk, hex) {
  const { details, prompt } = desk.view;
  const left = details.left?.[hex];
  if (left === undefined || !details.from) return null;
  const start = standing(desk.view);
  const own = details.ways?.[hex];
  const path = own && start !== null ? [start, ...own] : wayTo(details.from, start, hex);
  const have = pointsNow(desk) ?? "";
  // On a way of its own nothing is known of what is left on the way.
  const told = steps(path, own ? { [hex]: left } : (details.left ?? {}), have);
  const rule = prompt?.rule;
  return h(
    "table",
    { class: "lines" },
    h(
      "tbody",
      {},
      told.map((step, n) =>
        h(
          "tr",
          {},
          h(
            "th",
            { scope: "row" },
            h("span", { class: "figure" }, step.hexes.join(", ")),
            " ",
            groundLower(desk, step.hexes[step.hexes.length - 1]),
            rule && n === told.length - 1 ? [" ", ruleLink(rule)] : null,
          ),
          h("td", {}, step.cost),
        ),
      ),
      h(
        "tr",
        { class: "sum" },
        h("th", { scope: "row" }, desk.words.say("desk.left-of", { points: details.allowance ?? "" })),
        h("td", {}, left),
      ),
    ),
  );
}

/** What the slowest of the units in hand has before the next step. @param {Desk} desk @returns {string | null} */
function pointsNow(desk) {
  const { details } = desk.view;
  if (!details.move?.path.length) return details.allowance ?? null;
  return desk.points;
}

/** @param {Desk} desk @param {string} hex */
export function pathSummary(desk, hex) {
  const { details } = desk.view;
  const left = details.left?.[hex];
  if (left === undefined || !details.allowance) return null;
  const spent = twelfths(details.allowance) - twelfths(left);
  return { left, spent: written(spent) };
}

/** @param {Desk} desk @param {string} place */
export function placeWord(desk, place) {
  return place in desk.sheet.map.hexes ? place : desk.words.say(`box.${place}`);
}

/** @param {Desk} desk @param {string} place @returns {Child[]} */
function placeTitle(desk, place) {
  if (!(place in desk.sheet.map.hexes)) return [desk.words.say(`box.${place}`)];
  const name = desk.sheet.map.names[place];
  return [h("span", { class: "figure" }, place), name ? ` ${name}` : ""];
}

/** @param {Desk} desk @param {string} place */
function terrainWord(desk, place) {
  const key = `terrain.${desk.sheet.map.terrain[place]}`;
  return desk.words.has(key) ? desk.words.say(key) : "";
}

/** The ground of a hex with what leads through it. @param {Desk} desk @param {string} hex */
export function ground(desk, hex) {
  const lines = (desk.sheet.map.features[hex] ?? [])
    .map(({ feature }) => `terrain.${feature}`)
    .filter((key) => desk.words.has(key))
    .map((key) => desk.words.say(key).toLowerCase());
  return [terrainWord(desk, hex), ...new Set(lines)].filter(Boolean).join(", ");
}

/** @param {Desk} desk @param {string} hex */
function groundLower(desk, hex) {
  return ground(desk, hex).toLowerCase();
}
