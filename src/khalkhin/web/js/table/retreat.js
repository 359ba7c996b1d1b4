// @ts-check
// Retreat for me: what the planner would do, asked for and carried out as ordinary decisions until the retreat is over.

import { gesture } from "./trail.js";

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {import("./offers.js").Said} Said */

/** More decisions than any retreat needs. */
const MOST = 80;

/** Whether a retreat is asked for that can be left to the planner. @param {Desk} desk */
export function retreating({ mine, view, sheet, lesson }) {
  return Boolean(mine && !lesson && view.prompt && sheet.retreats.includes(view.prompt.key));
}

/** Everybody goes where the planner would go, and one step back takes all of that back. @param {Desk} desk */
export async function retreatForMe(desk) {
  if (desk.retreating) return;
  desk.retreating = true;
  desk.tell("ui");
  const { me, seats } = desk;
  const others = Object.fromEntries(Object.entries(seats).filter(([side]) => side !== me));
  let gestures = 0;
  try {
    while (gestures < MOST && desk.me === me && retreating(desk)) {
      const found = await desk.ask((line) => line.request({ type: "hint", seats: others }));
      if (found?.hint.number !== desk.seen?.number || !(await follow(desk, found?.hint.say ?? []))) break;
      gestures += 1;
    }
  } finally {
    desk.retreating = false;
    if (desk.me === me) {
      desk.trail.join(gestures);
      desk.tell("ui");
    }
  }
}

/** @param {Desk} desk @param {Said[]} say */
async function follow(desk, say) {
  if (!say.length) return false;
  const change = { undo: 0, gestures: [gesture(say, desk.offers)] };
  return desk.go({ verb: say[0].verb, nouns: [], change, each: say.length > 1 });
}
