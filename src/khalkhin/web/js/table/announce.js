// @ts-check
// What a screen reader is told: what the other side did, what is in hand now, what a lesson or the coach says, then what is
// asked. Short, and only the newest.

import { byId } from "../dom.js";
import { ownCaption } from "./caption.js";
import { stripOf } from "./strip.js";

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Plan} Plan */
/** @typedef {{key: string, params: Record<string, any>}} News */

const MOST = 3;
const GATHER = 250;

/** @param {Desk} desk */
export function announceChanges(desk) {
  const live = byId("live");
  /** @type {any} */
  let timer = null;
  let [asked, taught] = ["", ""];
  /** @type {string[]} */
  let lines = [];
  const speak = (/** @type {string | null} */ side) => {
    // What was meant for other ears is not said.
    if (!desk.ready || desk.me !== side) return;
    const { prompt } = desk.view;
    const ask = prompt && desk.mine ? question(desk.words, prompt) : "";
    const teaches = stripOf(desk)?.spoken ?? "";
    const last = lines.slice(-MOST);
    const text = [...last, teaches !== taught ? teaches : "", ask !== asked ? ask : ""].filter(Boolean).join(" ");
    [asked, taught, lines] = [ask, teaches, []];
    if (text) live.textContent = text;
  };
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(speak, GATHER, desk.me);
  };
  desk.on("strip", soon);
  desk.on("view", ({ before, seen } = {}) => {
    if (seen) {
      const told = seen.log.slice(seen.log.length - seen.fresh);
      const held = before && before.number !== seen.number ? heldNews(before.view, seen.view) : [];
      lines.push(.../** @type {News[]} */ ([...told, ...held]).map(({ key, params }) => desk.words.say(key, params)));
    }
    soon();
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

/**
 * What has become of what is in hand, as far as the log does not tell it: who has joined or left an attack, how far a move goes.
 * @param {View} before
 * @param {View} after
 * @returns {News[]}
 */
export function heldNews({ details: before }, { details: after }) {
  const [from, to] = [before.move, after.move];
  if (to && from?.path.length !== to.path.length && (from || to.path.length)) return [wayNews(to, before, after)];
  const { plan } = after;
  // An attack begins with the question for it.
  if (!plan || before.plan?.target !== plan.target) return [];
  const [had, has] = [partsOf(before.plan), partsOf(plan)];
  const joins = has.filter((unit) => !had.includes(unit));
  const leaves = had.filter((unit) => !has.includes(unit));
  const news = [
    ...(joins.length ? [{ key: "desk.told.joins", params: { units: joins } }] : []),
    ...(leaves.length ? [{ key: "desk.told.leaves", params: { units: leaves } }] : []),
  ];
  const column = columnOf(after);
  return column && (news.length || column !== columnOf(before))
    ? [...news, { key: "desk.told.column", params: { column } }]
    : news;
}

/**
 * @param {import("../types.js").Move} move
 * @param {View["details"]} before
 * @param {View["details"]} after
 * @returns {News}
 */
function wayNews({ units, path }, before, after) {
  const hex = path.at(-1);
  if (!hex) return { key: "desk.told.back", params: { units } };
  const left = before.left?.[hex];
  return left === undefined || after.move?.planned
    ? { key: "desk.told.goes", params: { units, hex } }
    : { key: "desk.told.goes-left", params: { units, hex, left } };
}

/** Everybody who takes part. @param {Plan} plan */
const partsOf = ({ units, guns = [], support = [], supply = [] }) => [...units, ...guns, ...support, ...supply];

/** @param {View["details"]} details @returns {string | null} */
const columnOf = ({ odds }) => (odds && "table" in odds ? (odds.column ?? null) : null);
