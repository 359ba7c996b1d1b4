// @ts-check
// Ending a phase while something could still be done in it: asked once a phase, where the game has words for it.

import { choices } from "../store.js";

/** @typedef {import("./desk.js").Desk} Desk */

/** How many counters could still be chosen. @param {Desk} desk */
export function leftOver({ view }) {
  const offers = (view.prompt?.offers ?? []).filter((offer) => offer.kind === "unit");
  return new Set(offers.flatMap((offer) => offer.nouns)).size;
}

/**
 * Say the main verb; if it ends the phase for counters that could still move, only after it is asked whether that is meant.
 * A lesson says itself when to end one.
 * @param {Desk} desk
 * @param {string} verb
 */
export function finish(desk, verb) {
  const { view, words, ui } = desk;
  const phase = `${view.tracks.turn} ${view.phase} ${view.side}`;
  const ask = verb === "done" && words.has(`left.${view.prompt?.key}`) && leftOver(desk) > 0;
  if (!ask || ui.sure || desk.lesson || desk.sureOf === phase || !choices().sure) {
    desk.say(verb);
    return;
  }
  desk.sureOf = phase;
  desk.set({ sure: true, standing: null, way: null, fanned: null, preview: null });
}
