// @ts-check
// The page with the lessons: of each game in their order, what each teaches, how long it takes, what is done, what was left;
// and after them its first battle.

import { fill, h } from "../dom.js";
import { icon } from "../icons.js";
import { lessons } from "../net/api.js";
import { attend, attended, tables } from "../store.js";
import { addressOf, leftLast, minutesOf, standings } from "./learning.js";
import { sentence } from "./notice.js";

/** @typedef {import("./types.js").Ask} Ask */
/** @typedef {import("./types.js").GameEntry} GameEntry */
/** @typedef {import("./learning.js").Standing} Standing */

/**
 * @param {Ask} ask
 * @param {string | undefined} code  The game to begin with.
 * @returns {HTMLElement}
 */
export function learnPage(ask, code) {
  const { words } = ask;
  const list = h("div", { class: "courses" });
  read(ask, list, code);
  return h(
    "section",
    { class: "page learn" },
    h("h1", {}, words.say("lobby.learn")),
    h("p", { class: "lead" }, words.say("lobby.learn.about")),
    list,
  );
}

/** The way to the first lesson of a game, for whoever has never been here. @param {Ask} ask @param {GameEntry} game */
export function firstLesson({ words, lessons }, { code }) {
  const first = lessons[code]?.[0];
  if (!first) return null;
  const text = words.say("lobby.learn.first", { minutes: minutesOf(first) });
  return h("a", { class: "btn setup-lesson", href: addressOf(code, first) }, icon("book"), text);
}

/** The way to how a game is played. @param {import("../words.js").Words} words @param {GameEntry} game */
export function guideLink(words, { guide, code }) {
  return guide ? h("a", { class: "guide-link", href: `/guide/${code}` }, words.say("lobby.guide")) : null;
}

/** @param {Ask} ask @param {HTMLElement} list @param {string | undefined} code */
async function read({ words, games, language }, list, code) {
  list.ariaBusy = "true";
  try {
    const { games: found, battles } = await lessons(language);
    const courses = games
      .map((game) => ({ game, all: standings(game.code, found[game.code] ?? [], attended) }))
      .filter(({ all }) => all.length);
    const last = leftLast(courses.flatMap(({ all }) => all));
    fill(
      list,
      courses.map(({ game, all }) => course(words, game, all, last, battles[game.code])),
    );
    list.querySelector(`[data-game="${CSS.escape(code ?? "")}"]`)?.scrollIntoView();
  } catch (error) {
    fill(
      list,
      h(
        "p",
        { class: "callout callout-threat", role: "alert" },
        icon("warning"),
        h("span", {}, sentence(error, words)),
      ),
    );
  }
  list.ariaBusy = "false";
}

/**
 * @param {import("../words.js").Words} words
 * @param {GameEntry} game
 * @param {Standing[]} all
 * @param {Standing | null} last
 * @param {import("../types.js").BattleEntry | undefined} battle
 */
function course(words, game, all, last, battle) {
  const done = all.filter(({ known }) => known.done).length;
  return h(
    "section",
    { class: "course", "data-game": game.code, "aria-labelledby": `course-${game.code}` },
    h(
      "header",
      {},
      h("h2", { id: `course-${game.code}` }, game.title),
      guideLink(words, game),
      h("p", { class: "small quiet" }, words.say("lobby.learn.done", { done, lessons: all.length })),
    ),
    h(
      "ol",
      {},
      all.map((one) => row(words, one, one === last)),
      battle ? battleRow(words, game.code, battle) : null,
    ),
  );
}

/** @param {import("../words.js").Words} words @param {Standing} one @param {boolean} last */
function row(words, { game, lesson, known, begun, step, minutes, href }, last) {
  const { number, name, title, about, steps } = lesson;
  // Who has come to its end takes it once more from the beginning.
  const anew = () => begun || attend(game, name, { at: 0, table: null });
  return h(
    "li",
    { class: "lesson", "data-done": known.done },
    h(
      "span",
      { class: "lesson-mark" },
      known.done ? icon("check", { size: 20, label: words.say("lobby.learn.is-done") }) : number,
    ),
    h("div", { class: "lesson-text" }, h("h3", {}, h("a", { href, onclick: anew }, title)), h("p", {}, about)),
    h(
      "div",
      { class: "lesson-state" },
      last
        ? h("a", { class: "btn btn-primary", href }, icon("play"), words.say("lobby.learn.go-on"))
        : h("span", { class: "small quiet" }, words.say("lobby.learn.minutes", { minutes })),
      begun ? h("span", { class: "small quiet" }, words.say("lobby.learn.at", { step, steps })) : null,
    ),
  );
}

/** The first battle of a game: the one that was left, or a new one. @param {import("../words.js").Words} words @param {string} game @param {import("../types.js").BattleEntry} battle */
function battleRow(words, game, { title, about, turns }) {
  const known = tables().flatMap((one) => (one.game === game && one.battle ? [one.battle] : []));
  const left = known.some(({ over }) => !over);
  const done = known.some(({ over }) => over);
  const href = `/learn/${game}/battle`;
  return h(
    "li",
    { class: "lesson battle", "data-done": done },
    h(
      "span",
      { class: "lesson-mark" },
      done ? icon("check", { size: 20, label: words.say("lobby.learn.is-done") }) : icon("flag", { size: 18 }),
    ),
    h(
      "div",
      { class: "lesson-text" },
      h("h3", {}, h("a", { href }, words.say("lobby.battle", { title }))),
      h("p", {}, about),
    ),
    h(
      "div",
      { class: "lesson-state" },
      left
        ? h("a", { class: "btn btn-primary", href }, icon("play"), words.say("lobby.learn.go-on"))
        : h("span", { class: "small quiet" }, words.say("lobby.battle.turns", { turns })),
    ),
  );
}
