// @ts-check
// The shelf: a box for each game with its cover, what kind of game it is, and its scenarios.

import { h } from "../dom.js";
import { icon } from "../icons.js";

/** @typedef {import("./types.js").Ask} Ask */
/** @typedef {import("./types.js").GameEntry} GameEntry */
/** @typedef {import("./types.js").ScenarioEntry} ScenarioEntry */

/** @typedef {(game: GameEntry, scenario: ScenarioEntry) => void} Choose */

const DOTS = 5;

/**
 * @param {Ask} ask
 * @param {Choose} choose
 * @returns {HTMLElement}
 */
export function shelf(ask, choose) {
  return h(
    "div",
    { class: "shelf" },
    ask.games.map((game) => gameBox(ask, game, choose)),
  );
}

/**
 * Show which scenario is chosen: its box has the frame, and below its row of boxes lies the set-up.
 * @param {HTMLElement} list
 * @param {{game: string, scenario: string}} chosen
 * @param {HTMLElement} setup
 * @param {number} columns  How many boxes stand side by side.
 */
export function lay(list, chosen, setup, columns) {
  const boxes = [.../** @type {NodeListOf<HTMLElement>} */ (list.querySelectorAll(".game"))];
  const at = boxes.findIndex((box) => box.dataset.game === chosen.game);
  const before = boxes[at].getBoundingClientRect().top;
  for (const box of boxes) box.classList.toggle("chosen", box === boxes[at]);
  for (const radio of list.querySelectorAll("input")) {
    if (radio.value === `${chosen.game} ${chosen.scenario}`) radio.checked = true;
  }
  list.querySelector(".setup")?.remove();
  boxes[Math.min(boxes.length, (Math.floor(at / columns) + 1) * columns) - 1].after(setup);
  // What was above may be gone: the box stays under the finger.
  if (list.isConnected) scrollBy({ top: boxes[at].getBoundingClientRect().top - before, behavior: "instant" });
}

/**
 * @param {Ask} ask
 * @param {GameEntry} game
 * @param {Choose} choose
 */
function gameBox(ask, game, choose) {
  return h(
    "article",
    { class: "game", "data-game": game.code, "aria-labelledby": `title-${game.code}` },
    cover(game),
    facts(ask, game),
    game.available ? scenarios(ask, game, choose) : notYet(ask.words),
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
 * @param {Choose} choose
 */
function scenarios({ words }, game, choose) {
  return h(
    "div",
    { class: "scenarios", role: "radiogroup", "aria-label": `${game.title}: ${words.say("lobby.scenarios")}` },
    game.scenarios.map((scenario) => scenarioRow(words, game, scenario, choose)),
  );
}

/**
 * @param {import("../words.js").Words} words
 * @param {GameEntry} game
 * @param {ScenarioEntry} scenario
 * @param {Choose} choose
 */
function scenarioRow(words, game, scenario, choose) {
  const radio = h("input", {
    type: "radio",
    name: "scenario",
    id: radioId(game, scenario),
    value: `${game.code} ${scenario.name}`,
  });
  radio.addEventListener("change", () => choose(game, scenario));
  const turns =
    scenario.turns === null ? null : h("span", { class: "turns" }, words.say("lobby.turns", { turns: scenario.turns }));
  const minutes = scenario.minutes && h("span", { class: "turns" }, words.say("lobby.minutes", scenario));
  return h(
    "label",
    { class: "scenario", title: scenario.summary },
    radio,
    h("span", { class: "scenario-title" }, scenario.title),
    minutes || turns,
  );
}

/** @param {import("../words.js").Words} words */
function notYet(words) {
  return h("p", { class: "not-yet" }, icon("hourglass"), h("span", {}, words.say("lobby.not-yet")));
}
