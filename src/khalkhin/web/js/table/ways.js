// @ts-check
// What can be done now with counters and hexes, where it is more than one thing: a button for each. Pointing at one lights up
// who it is for; pressed, only that is offered on the map until it is pressed again or something is done.

import { h } from "../dom.js";
import { ownStanding, waysOf } from "./offers.js";
import { verbKey } from "./promptbar.js";

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {import("../types.js").Offer} Offer */

/**
 * @param {Desk} desk
 * @param {{way: (verb: string) => void, standing: (verb: string) => void}} on
 */
export function wayButtons(desk, on) {
  if (!desk.mine) return null;
  const { ui, view, words } = desk;
  const ways = view.details.plan ? [] : waysOf(view);
  const standing = ownStanding(view);
  if (!ways.length && !standing.length) return null;
  return h(
    "div",
    { class: "prompt-ways", role: "group", "aria-label": words.say("desk.ways") },
    ways.map((offer) => wayButton(desk, offer, `way-${offer.verb}`, ui.way === offer.verb, () => on.way(offer.verb))),
    standing.map((offer) =>
      wayButton(desk, offer, `standing-${offer.verb}`, ui.standing === offer.verb, () => on.standing(offer.verb)),
    ),
  );
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
