// @ts-check
// The line above the question: the phase, and what has just happened to who is asked; else whose decision it is.

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {import("../types.js").Prompt} Prompt */
/** @typedef {import("../words.js").Words} Words */

/** @param {Desk} desk */
export function caption(desk) {
  const { words, view } = desk;
  const phase = view.phase && words.has(view.phase) ? words.say(view.phase) : "";
  const what = view.prompt && desk.mine ? ownCaption(words, view.prompt) : "";
  return [phase, what || decider(desk)].filter(Boolean).join(" · ");
}

/**
 * What a prompt says of itself beside what it asks, such as "1319 is attacked"; "" where it says nothing.
 * @param {Words} words
 * @param {Prompt} prompt
 */
export function ownCaption(words, { key, params }) {
  return words.has(`caption.${key}`) ? words.say(`caption.${key}`, params) : "";
}

/** @param {Desk} desk */
function decider({ words, view, frame, table, pauses, mine, me }) {
  if (pauses) return "";
  if (frame) return words.say("desk.past");
  if (view.tracks.result) return words.say("desk.over");
  if (table.halted) return words.say("desk.halted");
  if (mine) return words.say(view.waiting.length > 1 ? "desk.both-decide" : "desk.you-decide");
  return words.say(me ? "desk.wait" : "desk.watching");
}
