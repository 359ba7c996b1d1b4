// @ts-check
// What can be done now with counters and hexes, where it is more than one thing: a button for each. Pointing at one lights up
// who it is for; pressed, only that is offered on the map until it is pressed again or something is done.

import { h } from "../dom.js";
import { icon } from "../icons.js";
import { choosable, unitsIn } from "./acts.js";
import { helpOf, labelOf } from "../panels/explain.js";
import { isPlain, ownStanding, wanted, waysOf } from "./offers.js";

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {import("../types.js").Offer} Offer */

/**
 * @param {Desk} desk
 * @param {{way: (verb: string) => void, standing: (verb: string) => void, box: (box: string) => void}} on
 */
export function wayButtons(desk, on) {
  if (!desk.mine) return null;
  const { ui, view, words } = desk;
  // What a click alone means needs no button, but where the game has a word of its own for it.
  const named = (/** @type {Offer} */ { verb }) => !isPlain(verb) || words.has(`button.${view.prompt?.key}.${verb}`);
  const ways = view.details.plan ? [] : waysOf(view).filter(named);
  // Who has a counter in hand wants to put it somewhere first.
  const standing = wanted(view).length ? [] : standingHere(desk);
  const boxes = boxesBeside(desk).filter(({ units }) => !ways.some((offer) => leadsTo(offer, units)));
  if (!ways.length && !standing.length && !boxes.length) return null;
  return h(
    "div",
    { class: "prompt-ways", role: "group", "aria-label": words.say("desk.ways") },
    ways.map((offer) =>
      wayButton(desk, offer, `way-${offer.verb}`, [ui.way, ui.tapped?.verb].includes(offer.verb), () =>
        on.way(offer.verb),
      ),
    ),
    standing.map((offer) =>
      wayButton(desk, offer, `standing-${offer.verb}`, ui.standing === offer.verb, () => on.standing(offer.verb)),
    ),
    boxes.map(({ place, units }) =>
      h(
        "button",
        {
          type: "button",
          class: "chip-button",
          "data-key": `box-${place}`,
          "data-tip": words.say("desk.help.box", { count: units.length, box: `@box.${place}` }),
          onclick: () => on.box(place),
        },
        icon("box", { size: 18 }),
        h("span", {}, words.say(`box.${place}`)),
        h("span", { class: "figure quiet" }, units.length),
      ),
    ),
  );
}

/**
 * Standing offers, of counters only those in the stack that is looked at or spread out: whoever wants to do something with a
 * stack goes there first.
 * @param {Desk} desk
 */
export function standingHere({ view, ui }) {
  const here = [ui.looked, ui.fanned, ui.cursor].flatMap((place) => (place ? unitsIn(view, place) : []));
  return ownStanding(view)
    .map((offer) =>
      offer.kind === "unit" ? { ...offer, nouns: offer.nouns.filter((noun) => here.includes(String(noun))) } : offer,
    )
    .filter((offer) => offer.nouns.length || ui.standing === offer.verb);
}

/** Whether a button stands for all these counters already. @param {Offer} offer @param {string[]} units */
function leadsTo({ verb, kind, nouns }, units) {
  return (
    kind === "unit" && !isPlain(verb) && units.every((unit) => nouns.includes(unit)) && nouns.length === units.length
  );
}

/** Boxes with counters that can be chosen, while others are chosen on the map. @param {Desk} desk */
function boxesBeside({ view, offers, sheet: { map } }) {
  const all = choosable(view, offers, map.hexes);
  return all.some(({ place }) => place in map.hexes) ? all.filter(({ place }) => !(place in map.hexes)) : [];
}

/**
 * @param {Desk} desk
 * @param {Offer} offer
 * @param {string} key
 * @param {boolean} pressed
 * @param {() => void} act
 */
function wayButton(desk, offer, key, pressed, act) {
  const { kind, nouns } = offer;
  const { words } = desk;
  const [named, prompt] = [nouns.map(String), desk.view.prompt];
  const tip = helpOf(words, prompt, offer);
  const light = () => (kind === "unit" ? desk.light([], named) : kind === "hex" ? desk.light(named) : undefined);
  return h(
    "button",
    {
      type: "button",
      class: "chip-button",
      "data-key": key,
      "data-tip": tip,
      "aria-description": tip,
      "aria-pressed": String(pressed),
      onclick: act,
      onpointerenter: light,
      onpointerleave: () => desk.light(),
      onfocus: light,
      onblur: () => desk.light(),
    },
    h("span", {}, labelOf(words, prompt, offer)),
    kind === "nothing" || (nouns.length === 1 && words.has(`one.${offer.verb}`))
      ? null
      : h("span", { class: "figure quiet" }, nouns.length),
  );
}
