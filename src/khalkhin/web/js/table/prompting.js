// @ts-check
// What the buttons of the prompt do.

import { choose } from "../store.js";
import { option, placeOf } from "./acts.js";
import { givingUp, pending } from "./answers.js";
import { finish } from "./finish.js";
import { nearestTo } from "./mapview.js";
import { retreatForMe } from "./retreat.js";
import { gesture } from "./trail.js";

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {import("./page.js").Page} Page */

/** @param {Page} page @returns {import("./promptbar.js").PromptEvents} */
export function promptEvents(page) {
  const { desk, play, past } = page;
  return {
    undo: () => desk.undo(),
    next: () => play.next(1),
    hint: page.windows.hint,
    say: (verb, noun) => desk.say(verb, noun ?? null),
    finish: (verb) => finish(desk, verb),
    notYet: () => desk.set({ sure: false }),
    neverAsk: () => {
      choose({ sure: false });
      desk.say("done");
    },
    notAgain: () => desk.quiet.start(),
    askAgain: () => desk.quiet.stop(),
    standing: (verb) => takeUp(desk, verb),
    way: (verb) => chooseWay(page, verb),
    now: () => sayPending(desk),
    notNow: () => desk.set({ standing: null, tapped: null }),
    box: (box) => page.side.box(box),
    instead: () => sayInstead(desk),
    preview: () => desk.ui.preview && play.hex(desk.ui.preview, null),
    list: page.windows.list,
    ending: past.showEnding,
    live: past.live,
    odds: () => page.battle.toggle(),
    retreat: () => retreatForMe(desk),
  };
}

/** One of the things that can be done is offered alone, or all of them again. @param {Page} page @param {string} verb */
function chooseWay({ desk, board, side }, verb) {
  const way = desk.ui.way === verb ? null : verb;
  desk.set({ way, standing: null, tapped: null, fanned: null, preview: null });
  const offer = desk.offers.find((one) => one.verb === way);
  const nouns = offer?.nouns ?? [];
  // Where there is but one, it is that one.
  if (offer?.spends && nouns.length === 1) return desk.set({ way: null, tapped: { verb, noun: String(nouns[0]) } });
  const places = nouns.map((noun) => placeOf(desk.view, String(noun)) ?? String(noun));
  const there = places.filter((place) => place in desk.sheet.map.hexes);
  if (there.length) board.focus(nearestTo(board, there));
  else if (places.length) side.box(places[0]);
}

/** A standing offer is told of first; then its button says it, or a hex is chosen for it. @param {Desk} desk @param {string} verb */
function takeUp(desk, verb) {
  const standing = desk.ui.standing === verb ? null : verb;
  desk.set({ standing, way: null, tapped: null, fanned: null, preview: null });
}

/** What was pressed once is said. @param {Desk} desk */
function sayPending(desk) {
  return desk.go(() => {
    const said = pending(desk);
    if (!said) return null;
    if (said.noun !== null) return option(desk.scene, said.verb, [said.noun]);
    return { verb: said.verb, nouns: [], change: { undo: 0, gestures: [gesture([said], desk.offers)] } };
  });
}

/** Give up what is in hand, and say what was on offer before it. @param {Desk} desk */
function sayInstead(desk) {
  return desk.go(() => {
    const found = givingUp(desk);
    const say = (found?.say ?? []).map((verb) => ({ verb, noun: null }));
    return found && { verb: say[0].verb, nouns: [], change: { undo: found.undo, gestures: [gesture(say, [])] } };
  });
}
