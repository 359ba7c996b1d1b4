// @ts-check
// What a screen reader is told: what the other side did, then what is asked. Short, and only the newest.

import { byId } from "../dom.js";
import { ownCaption } from "./caption.js";

/** @typedef {import("./desk.js").Desk} Desk */

const MOST = 3;
const GATHER = 250;

/** @param {Desk} desk */
export function announceChanges(desk) {
  const live = byId("live");
  /** @type {any} */
  let timer = null;
  let asked = "";
  /** @type {string[]} */
  let lines = [];
  const speak = (/** @type {string | null} */ side) => {
    // What was meant for other ears is not said.
    if (!desk.ready || desk.me !== side) return;
    const { prompt } = desk.view;
    const ask = prompt && !desk.frame ? question(desk.words, prompt) : "";
    const last = lines.slice(-MOST);
    const text = [...last, ask !== asked ? ask : ""].filter(Boolean).join(" ");
    [asked, lines] = [ask, []];
    if (text) live.textContent = text;
  };
  desk.on("view", ({ seen } = {}) => {
    if (seen)
      lines.push(
        ...seen.log
          .slice(seen.log.length - seen.fresh)
          .map((/** @type {any} */ line) => desk.words.say(line.key, line.params)),
      );
    clearTimeout(timer);
    timer = setTimeout(speak, GATHER, desk.me);
  });
}

/**
 * What is asked, after what has happened.
 * @param {import("../words.js").Words} words
 * @param {import("../types.js").Prompt} prompt
 */
function question(words, prompt) {
  const what = ownCaption(words, prompt);
  const ask = words.say(prompt.key, prompt.params);
  return what ? `${what}. ${ask}` : ask;
}

/** Say something at once. @param {string} text */
export function announceText(text) {
  byId("live").textContent = text;
}
