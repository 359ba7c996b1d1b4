// @ts-check
// The coach of a first game: over the question it says, once each, what this is for and what a sensible player does. What
// was said once is said no more, but stays to be read as long as the phase lasts; on a phone, where room is scarce, until
// something is decided.

import { h } from "../dom.js";
import { PHONE } from "../sizes.js";
import { choices, choose, coached, noteCoached } from "../store.js";

/** @typedef {import("./desk.js").Desk} Desk */

/** @param {Desk} desk @param {{hint: () => void}} on */
export function createCoach(desk, on) {
  /** The line that has been seen. @type {string | null} */
  let seen = null;
  desk.strip = () => strip(desk, on);
  desk.on("view", ({ before } = {}) => {
    const line = due(desk);
    const decided = line === seen && before?.view.prompt && before.number !== desk.seen?.number;
    if (line) noteCoached(desk.sheet.code, line, decided && matchMedia(PHONE).matches ? "" : moment(desk));
    seen = line;
  });
}

/** The key of what the coach says now; null where it has nothing left to say. @param {Desk} desk @returns {string | null} */
function due(desk) {
  const { sheet, words, view } = desk;
  const topic = desk.mine && choices().coach ? (sheet.coach[view.prompt?.key ?? ""] ?? sheet.coach[view.phase]) : null;
  if (!topic || !view.prompt || !chooses(view.prompt)) return null;
  const line = lineOf(words, topic, view.side, isFree(view.prompt));
  const said = coached(sheet.code)[line] ?? moment(desk);
  return said === moment(desk) ? line : null;
}

/** @typedef {import("../types.js").Prompt} Prompt */

/** Whether there is anything to choose: not where one can only go on. To pass may hide that there is not. @param {Prompt} prompt */
export function chooses({ offers }) {
  return offers.length > 1 || offers.some(({ kind, verb }) => kind !== "nothing" || verb === "pass");
}

/** Whether one may end it without having done anything: a declaration by declaring none. @param {Prompt} prompt */
export function isFree({ offers, params }) {
  return offers.some(({ verb }) => verb === "done" || (verb === "commit" && params.count === 0));
}

/**
 * The key of the line that is said to a side of a topic.
 * @param {import("../words.js").Words} words
 * @param {string} topic
 * @param {string | null} side
 * @param {boolean} free  Nothing is a must.
 */
export function lineOf(words, topic, side, free) {
  const own = [...(free ? [`coach.${topic}.free`] : []), `coach.${topic}.${side}`];
  return own.find((key) => words.has(key)) ?? `coach.${topic}`;
}

/** The phase of this game that is played. @param {Desk} desk */
const moment = ({ id, view }) => `${id} ${view.tracks.turn} ${view.phase} ${view.side}`;

/** @param {Desk} desk @param {{hint: () => void}} on @returns {import("./strip.js").Strip | null} */
function strip(desk, on) {
  const line = due(desk);
  if (!line) return null;
  const { words, view, sheet } = desk;
  const phase = words.has(view.phase) ? words.say(view.phase) : "";
  const heard = () => {
    noteCoached(sheet.code, line, "");
    desk.tell("strip");
  };
  const off = () => {
    choose({ coach: false });
    desk.tell("strip");
  };
  const show = { key: "coach-show", text: words.say("desk.coach-show"), icon: "hint", act: on.hint };
  return {
    name: words.say("desk.coach"),
    head: [words.say("desk.coach"), phase ? h("span", { class: "strip-title" }, ` · ${phase}`) : null],
    text: [words.say(line)],
    spoken: words.say(line),
    acts: [
      ...(desk.opponent?.hints() ? [show] : []),
      { key: "coach-heard", text: words.say("desk.coach-heard"), icon: "check", act: heard },
      { key: "coach-off", text: words.say("desk.coach-off"), icon: "close", act: off },
    ],
  };
}
