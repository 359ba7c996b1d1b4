// @ts-check
// What can be done now with counters and hexes, where it is more than one thing: a button for each. Pointing at one lights up
// who it is for; pressed, only that is offered on the map until it is pressed again or something is done.

import { h } from "../dom.js";
import { icon } from "../icons.js";
import { choosable } from "./acts.js";
import { ownStanding, wanted, waysOf } from "./offers.js";
import { verbKey } from "./promptbar.js";

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {import("../types.js").Offer} Offer */

/**
 * @param {Desk} desk
 * @param {{way: (verb: string) => void, standing: (verb: string) => void, box: (box: string) => void}} on
 */
export function wayButtons(desk, on) {
  if (!desk.mine) return null;
  const { ui, view, words } = desk;
  const ways = view.details.plan ? [] : waysOf(view);
  // Who has a counter in hand wants to put it somewhere first.
  const standing = wanted(view).length ? [] : ownStanding(view);
  const boxes = boxesBeside(desk);
  if (!ways.length && !standing.length && !boxes.length) return null;
  return h(
    "div",
    { class: "prompt-ways", role: "group", "aria-label": words.say("desk.ways") },
    ways.map((offer) => wayButton(desk, offer, `way-${offer.verb}`, ui.way === offer.verb, () => on.way(offer.verb))),
    standing.map((offer) =>
      wayButton(desk, offer, `standing-${offer.verb}`, ui.standing === offer.verb, () => on.standing(offer.verb)),
    ),
    boxes.map(({ place, units }) =>
      h(
        "button",
        { type: "button", class: "chip-button", "data-key": `box-${place}`, onclick: () => on.box(place) },
        icon("box", { size: 18 }),
        h("span", {}, words.say(`box.${place}`)),
        h("span", { class: "figure quiet" }, units.length),
      ),
    ),
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
function wayButton(desk, { verb, kind, nouns }, key, pressed, act) {
  const named = nouns.map(String);
  const light = () => (kind === "unit" ? desk.light([], named) : kind === "hex" ? desk.light(named) : undefined);
  return h(
    "button",
    {
      type: "button",
      class: "chip-button",
      "data-key": key,
      "aria-pressed": kind === "nothing" ? null : String(pressed),
      onclick: act,
      onpointerenter: light,
      onpointerleave: () => desk.light(),
      onfocus: light,
      onblur: () => desk.light(),
    },
    h("span", {}, desk.words.say(verbKey(desk, verb))),
    kind === "nothing" ? null : h("span", { class: "figure quiet" }, nouns.length),
  );
}
