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
  /** The topic whose line has been seen. @type {string | null} */
  let seen = null;
  desk.strip = () => lineOf(desk, on);
  desk.on("view", ({ before } = {}) => {
    const topic = due(desk);
    const decided = topic === seen && before?.view.prompt && before.number !== desk.seen?.number;
    if (topic) noteCoached(desk.sheet.code, topic, decided && matchMedia(PHONE).matches ? "" : moment(desk));
    seen = topic;
  });
}

/** What the coach speaks of now; null where it has nothing left to say. @param {Desk} desk @returns {string | null} */
function due(desk) {
  const { prompt, phase } = desk.view;
  const topic = desk.mine && choices().coach ? (desk.sheet.coach[prompt?.key ?? ""] ?? desk.sheet.coach[phase]) : null;
  if (!topic) return null;
  const said = coached(desk.sheet.code)[topic] ?? moment(desk);
  return said === moment(desk) ? topic : null;
}

/** The phase of this game that is played. @param {Desk} desk */
const moment = ({ id, view }) => `${id} ${view.tracks.turn} ${view.phase} ${view.side}`;

/** @param {Desk} desk @param {{hint: () => void}} on @returns {import("./strip.js").Strip | null} */
function lineOf(desk, on) {
  const topic = due(desk);
  if (!topic) return null;
  const { words, view, sheet } = desk;
  const phase = words.has(view.phase) ? words.say(view.phase) : "";
  const own = `coach.${topic}.${view.side}`;
  const text = words.say(words.has(own) ? own : `coach.${topic}`);
  const heard = () => {
    noteCoached(sheet.code, topic, "");
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
    text: [text],
    spoken: text,
    acts: [
      ...(desk.opponent?.hints() ? [show] : []),
      { key: "coach-heard", text: words.say("desk.coach-heard"), icon: "check", act: heard },
      { key: "coach-off", text: words.say("desk.coach-off"), icon: "close", act: off },
    ],
  };
}
