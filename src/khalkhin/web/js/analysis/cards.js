// @ts-check
// What the dice did, and which decisions cost the most: one column for each side.

import { h } from "../dom.js";
import { icon } from "../icons.js";
import { sideMark } from "../lobby/mark.js";
import { change, percent } from "./numbers.js";

/** @typedef {import("./types.js").Line} Line */
/** @typedef {import("./types.js").Roll} Roll */
/** @typedef {import("./types.js").Lesson} Lesson */
/** @typedef {import("./types.js").Setting} Setting */

/** So many lines of a plan are told one by one. */
const MANY = 5;
/** So many hexes of a way are told one by one. */
const LONG = 3;
/** Luck below this is none. */
const NONE = 0.005;

// -- dice

/** @param {Setting} setting */
export function dice(setting) {
  const { words, found, sides } = setting;
  const [first, second] = sides.map(({ side }) => found.luck[side].luck);
  const net = first - second;
  const helped = sides[net > 0 ? 0 : 1].side;
  const sentence =
    Math.abs(net) < NONE
      ? words.say("analysis.luck.even")
      : words.say("analysis.luck.net", { side: helped, change: percent(Math.abs(net), words.language) });
  return h(
    "section",
    { class: "part", "aria-labelledby": "luck" },
    h("h2", { id: "luck" }, words.say("analysis.luck")),
    h("p", { class: "lead" }, sentence),
    h(
      "div",
      { class: "columns" },
      sides.map((side) => luckOf(setting, side)),
    ),
  );
}

/** @param {Setting} setting @param {import("./types.js").SideEntry} side */
function luckOf(setting, side) {
  const { words, found } = setting;
  const { rolls, luck, best, worst } = found.luck[side.side];
  /** @param {string} key @param {Roll[]} list */
  const listed = (key, list) =>
    list.length
      ? [
          h("h4", {}, words.say(key)),
          h(
            "ol",
            { class: "rolls" },
            list.map((roll) => rolled(setting, roll)),
          ),
        ]
      : [];
  return h(
    "section",
    { class: "card" },
    h(
      "h3",
      { class: "side-title" },
      sideMark(side, 32),
      h("span", {}, side.title),
      h("b", { class: `figure ${luck < 0 ? "bad" : "good"}` }, change(luck, words.language)),
    ),
    h("p", { class: "quiet" }, words.say("analysis.luck.rolls", { rolls })),
    listed("analysis.luck.best", best),
    listed("analysis.luck.worst", worst),
  );
}

/** @param {Setting} setting @param {Roll} roll */
function rolled(setting, roll) {
  const { words } = setting;
  const { language } = words;
  return h(
    "li",
    { id: `roll-${roll.at}`, class: "roll", tabindex: "-1" },
    h("b", { class: `figure ${roll.swing < 0 ? "bad" : "good"}` }, change(roll.swing, language)),
    h(
      "div",
      {},
      h("p", {}, roll.told.length ? roll.told.map((line) => told(words, line)).join(" ") : words.say(roll.phase)),
      h(
        "p",
        { class: "small quiet" },
        words.say("analysis.roll", {
          turn: words.turn(roll.turn),
          expected: percent(roll.expected, language),
          came: percent(roll.came, language),
        }),
        " ",
        replayLink(setting, roll.at + 1),
      ),
    ),
  );
}

// -- decisions

/** @param {Setting} setting */
export function decisions(setting) {
  const { words, sides } = setting;
  return h(
    "section",
    { class: "part", "aria-labelledby": "lessons" },
    h("h2", { id: "lessons" }, words.say("analysis.lessons")),
    h("p", { class: "lead" }, words.say("analysis.lessons.lead")),
    h(
      "div",
      { class: "columns" },
      sides.map((side) =>
        h(
          "section",
          { class: "card" },
          h("h3", { class: "side-title" }, sideMark(side, 32), h("span", {}, side.title)),
          setting.found.lessons[side.side].length
            ? h(
                "ol",
                { class: "lessons" },
                setting.found.lessons[side.side].map((one) => learned(setting, one)),
              )
            : h("p", { class: "quiet" }, words.say("analysis.lessons.none")),
        ),
      ),
    ),
  );
}

/** @param {Setting} setting @param {Lesson} lesson */
function learned(setting, lesson) {
  const { words } = setting;
  return h(
    "li",
    { id: `lesson-${lesson.at}`, class: "lesson", tabindex: "-1" },
    h(
      "h4",
      {},
      h("b", { class: "figure bad" }, change(-lesson.cost, words.language)),
      " ",
      figures(words.say("analysis.lesson", { turn: words.turn(lesson.turn), phase: `@${lesson.phase}` })),
    ),
    h("dl", {}, plan(words, "analysis.played", lesson.played), plan(words, "analysis.better", lesson.better)),
    h(
      "p",
      { class: "small quiet" },
      words.say("analysis.error", { error: percent(lesson.error, words.language) }),
      " ",
      replayLink(setting, lesson.at),
    ),
  );
}

/** @param {import("./types.js").Words} words @param {string} key @param {Line[]} lines */
function plan(words, key, lines) {
  const rest = lines.length - MANY;
  const listed = lines.slice(0, rest > 1 ? MANY : lines.length).map((line) => h("li", {}, told(words, line)));
  return h(
    "div",
    { class: "plan" },
    h("dt", {}, words.say(key)),
    h(
      "dd",
      {},
      lines.length
        ? h("ul", {}, listed, rest > 1 && h("li", { class: "quiet" }, words.say("analysis.more", { count: rest })))
        : h("p", { class: "quiet" }, words.say("analysis.nothing")),
    ),
  );
}

/** A line of the log. Of a long way only the ends: the map shows the rest. @param {import("./types.js").Words} words @param {Line} line */
export function told(words, { key, params }) {
  const { path } = params;
  return words.say(
    key,
    Array.isArray(path) && path.length > LONG
      ? { ...params, path: [path[0], "\u2026", path[path.length - 1]] }
      : params,
  );
}

/** A heading whose figures stand in the letters of figures. @param {string} text */
function figures(text) {
  return text.split(/(\d+)/).map((part, n) => (n % 2 ? h("span", { class: "figure" }, part) : part));
}

/** The replay at a position. @param {Setting} setting @param {number} at */
function replayLink({ id, words }, at) {
  return h(
    "a",
    { class: "to-map", href: `/table/${encodeURIComponent(id)}?at=${at}` },
    icon("play", { size: 16 }),
    words.say("analysis.show"),
  );
}
