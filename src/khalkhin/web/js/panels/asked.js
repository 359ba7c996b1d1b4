// @ts-check
// What a counter, a marker or a hex is, for whoever asks: its parts by name, its states, its markers and what they do.

import { h } from "../dom.js";
import { icon } from "../icons.js";
import { telling } from "../states.js";
import { anatomy } from "./anatomy.js";
import { counterFace, counterName, ruleLink } from "./parts.js";

/**
 * @typedef {import("../types.js").Counter} Counter
 * @typedef {import("../types.js").GameSheet} GameSheet
 * @typedef {import("../words.js").Words} Words
 * @typedef {object} Question
 * @property {string} title  Where it is.
 * @property {string} ground  What lies there.
 * @property {Counter[]} counters
 * @property {number} at  The one that is asked about.
 * @property {string[]} markers  Keys of the words for the markers there.
 */

const STACK = 44;

/**
 * The card of an answer.
 * @param {{sheet: GameSheet, words: Words, question: Question, key: () => void, shown: (n: number) => void}} props  shown: which of the counters.
 */
export function askedCard({ sheet, words, question, key, shown }) {
  const body = h("div", { class: "asked-body" });
  /** @param {number} n */
  const show = (n) => {
    body.replaceChildren(...answer(sheet, words, question, n, show));
    shown(n);
  };
  show(question.at);
  return h(
    "div",
    { class: "asked floating", role: "dialog", "aria-label": words.say("panels.asked"), tabindex: "-1" },
    body,
    h(
      "button",
      { type: "button", class: "btn btn-quiet", "data-key": "to-key", onclick: key },
      icon("key"),
      words.say("panels.asked.key"),
    ),
  );
}

/**
 * @param {GameSheet} sheet
 * @param {Words} words
 * @param {Question} question
 * @param {number} n
 * @param {(n: number) => void} show
 */
function answer(sheet, words, { title, ground, counters, markers }, n, show) {
  const counter = counters[n];
  const at = [title, ground].filter(Boolean).join(" · ");
  return [
    h("h2", {}, counter ? nameOf(sheet, words, counter) : at),
    counter
      ? h(
          "p",
          { class: "caption" },
          [at, printedName(sheet, counter), formationOf(sheet, counter)].filter(Boolean).join(" · "),
        )
      : null,
    counters.length > 1
      ? h(
          "div",
          { class: "asked-stack" },
          counters.map((one, k) =>
            h(
              "button",
              {
                type: "button",
                "aria-pressed": String(k === n),
                "aria-label": counterName(sheet, words, one),
                onclick: () => show(k),
              },
              counterFace(sheet, one, STACK),
            ),
          ),
        )
      : null,
    counter && "id" in counter ? anatomy(sheet, words, counter, counterFace(sheet, counter, FULL)) : null,
    counter && !("id" in counter) ? h("p", {}, words.say("panels.asked.hidden")) : null,
    effects(sheet, words, counter && "id" in counter ? keysOf(sheet, words, counter) : []),
    effects(sheet, words, markers.map(plain(words))),
  ].filter((part) => part !== null);
}

const FULL = 100;

/** @param {GameSheet} sheet @param {Words} words @param {Counter} counter */
function nameOf(sheet, words, counter) {
  return "id" in counter ? (sheet.units[counter.id]?.name ?? counter.id) : counterName(sheet, words, counter);
}

/** What is printed on it, where the language calls it otherwise. @param {GameSheet} sheet @param {Counter} counter */
function printedName(sheet, counter) {
  const unit = "id" in counter ? sheet.units[counter.id] : null;
  return unit && unit.typed !== unit.name ? (unit.typed ?? "") : "";
}

/** @param {GameSheet} sheet @param {Counter} counter */
function formationOf(sheet, counter) {
  return "id" in counter ? (sheet.units[counter.id]?.formation ?? "") : "";
}

/** What is to be told of a counter: its own effect, its type where rules tell of it, its states. @param {GameSheet} sheet @param {Words} words @param {import("../types.js").NamedCounter} counter */
function keysOf(sheet, words, counter) {
  const type = `type.${sheet.units[counter.id]?.type}`;
  return [
    `effect.${counter.id}`,
    ...(sheet.does[type] ? [type] : []),
    ...telling(counter.is).map((state) => `status.${state}`),
  ]
    .filter((key) => words.has(key))
    .map(plain(words));
}

/** @param {Words} words @returns {(key: string) => {key: string, text: string}} */
function plain(words) {
  return (key) => ({ key, text: words.say(key) });
}

/**
 * What states, markers and types do, as the rules tell it.
 * @param {GameSheet} sheet
 * @param {Words} words
 * @param {{key: string, text: string}[]} told
 */
export function effects(sheet, words, told) {
  if (!told.length) return null;
  return h(
    "dl",
    { class: "effects" },
    told.map(({ key, text }) =>
      h(
        "div",
        {},
        h("dt", {}, text),
        ...ruled(sheet, key).map((rule) => h("dd", {}, rule.summary, " ", ruleLink(rule.number))),
      ),
    ),
  );
}

/** @param {GameSheet} sheet @param {string} key */
function ruled(sheet, key) {
  const numbers = sheet.does[key] ?? [];
  return numbers.flatMap((number) => sheet.rules.filter((rule) => rule.number === number));
}
