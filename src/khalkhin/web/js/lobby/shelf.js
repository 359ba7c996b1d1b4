// @ts-check
// The shelf: a box for each game with its cover, what kind of game it is, its scenarios, and the ways to start it.

import { h } from "../dom.js";
import { icon } from "../icons.js";

/** @typedef {import("./types.js").Ask} Ask */
/** @typedef {import("./types.js").GameEntry} GameEntry */
/** @typedef {import("./types.js").ScenarioEntry} ScenarioEntry */

/**
 * @typedef {object} ShelfEvents
 * @property {(game: GameEntry, scenario: ScenarioEntry) => void} choose
 * @property {(game: GameEntry, scenario: ScenarioEntry, button: HTMLButtonElement) => void} play
 * @property {(game: GameEntry, scenario: ScenarioEntry) => void} more
 */

const DOTS = 5;

/**
 * @param {Ask} ask
 * @param {{game: string, scenario: string} | null} chosen
 * @param {ShelfEvents} on
 * @returns {HTMLElement}
 */
export function shelf(ask, chosen, on) {
  const list = h(
    "ul",
    { class: "shelf" },
    ask.games.map((game) => gameBox(ask, game, on)),
  );
  mark(list, chosen);
  return list;
}

/**
 * Show which scenario is chosen: its box has the frame and the blue button.
 * @param {HTMLElement} list
 * @param {{game: string, scenario: string} | null} chosen
 */
export function mark(list, chosen) {
  for (const box of list.querySelectorAll("li")) {
    const here = box.dataset.game === chosen?.game;
    box.classList.toggle("chosen", here);
    box.querySelector(".play")?.classList.toggle("btn-primary", here);
  }
  for (const radio of list.querySelectorAll("input")) {
    if (radio.value === `${chosen?.game} ${chosen?.scenario}`) radio.checked = true;
  }
}

/**
 * @param {Ask} ask
 * @param {GameEntry} game
 * @param {ShelfEvents} on
 */
function gameBox(ask, game, on) {
  const { words } = ask;
  return h(
    "li",
    { class: "game", "data-game": game.code },
    h(
      "article",
      { "aria-labelledby": `title-${game.code}` },
      cover(game),
      facts(ask, game),
      game.available ? startable(ask, game, on) : notYet(words),
    ),
  );
}

/**
 * The lid. A click on it chooses the first scenario; the keyboard has the scenarios themselves.
 * @param {GameEntry} game
 */
function cover(game) {
  const picture =
    game.cover.picture &&
    h("img", {
      class: "art",
      src: game.cover.picture,
      alt: "",
      width: 308,
      height: 388,
      decoding: "async",
      draggable: false,
    });
  // A title breaks between its words only, not at a hyphen.
  const title = h(
    "h2",
    { id: `title-${game.code}` },
    game.title.split(" ").flatMap((word) => [h("span", { class: "nowrap" }, word), " "]),
  );
  const lid = [
    h("span", { class: "spine", style: { backgroundColor: game.cover.spine } }),
    picture,
    h("div", { class: "lid-title" }, title, h("p", {}, game.subtitle)),
  ];
  if (!game.available) return h("div", { class: "cover" }, lid);
  return h("label", { class: "cover", for: radioId(game, game.scenarios[0]) }, lid);
}

/**
 * @param {Ask} ask
 * @param {GameEntry} game
 */
function facts({ words }, game) {
  return h(
    "div",
    { class: "facts" },
    h("p", {}, game.scale),
    h("p", { class: "quiet" }, h("span", {}, game.length), complexity(words, game.complexity)),
  );
}

/**
 * @param {import("../words.js").Words} words
 * @param {number | null} value
 */
function complexity(words, value) {
  if (!value) return null;
  const dots = Array.from({ length: DOTS }, (_, n) => h("i", { class: n < value ? "dot full" : "dot" }));
  return h(
    "span",
    { class: "complexity" },
    h("span", { class: "sr" }, words.say("lobby.complexity.of", { value, most: DOTS })),
    h("span", { "aria-hidden": "true" }, words.say("lobby.complexity")),
    h("span", { class: "dots", "aria-hidden": "true" }, dots),
  );
}

/** @param {GameEntry} game @param {ScenarioEntry} scenario */
const radioId = (game, scenario) => `play-${game.code}-${scenario.name}`;

/**
 * @param {Ask} ask
 * @param {GameEntry} game
 * @param {ShelfEvents} on
 */
function startable({ words }, game, on) {
  const rows = game.scenarios.map((scenario) => scenarioRow(words, game, scenario, on));
  const current = () =>
    game.scenarios.find(
      (one) => /** @type {HTMLInputElement} */ (document.getElementById(radioId(game, one)))?.checked,
    ) ?? game.scenarios[0];
  const play = h("button", { type: "button", class: "btn play" }, icon("chip"), words.say("lobby.play"));
  play.addEventListener("click", () => on.play(game, current(), play));
  const more = h(
    "button",
    {
      type: "button",
      class: "btn btn-icon more",
      "aria-label": words.say("lobby.more"),
      title: words.say("lobby.more"),
    },
    icon("link"),
  );
  more.addEventListener("click", () => on.more(game, current()));
  const about = { role: "radiogroup", "aria-label": words.say("lobby.scenarios") };
  return h(
    "div",
    { class: "startable" },
    h("div", { class: "scenarios", ...about }, rows),
    h("div", { class: "ways" }, play, more),
  );
}

/**
 * @param {import("../words.js").Words} words
 * @param {GameEntry} game
 * @param {ScenarioEntry} scenario
 * @param {ShelfEvents} on
 */
function scenarioRow(words, game, scenario, on) {
  const id = radioId(game, scenario);
  const radio = h("input", {
    type: "radio",
    name: "scenario",
    id,
    value: `${game.code} ${scenario.name}`,
    "aria-describedby": `${id}-about`,
  });
  radio.addEventListener("change", () => on.choose(game, scenario));
  const turns =
    scenario.turns === null ? null : h("span", { class: "turns" }, words.say("lobby.turns", { turns: scenario.turns }));
  return h(
    "label",
    { class: "scenario", title: scenario.summary },
    radio,
    h("span", { class: "scenario-title" }, scenario.title),
    turns,
    h("span", { class: "sr", id: `${id}-about` }, scenario.summary),
  );
}

/** @param {import("../words.js").Words} words */
function notYet(words) {
  return h("p", { class: "not-yet" }, icon("hourglass"), h("span", {}, words.say("lobby.not-yet")));
}
