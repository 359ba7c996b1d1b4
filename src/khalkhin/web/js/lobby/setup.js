// @ts-check
// The set-up of the chosen scenario, in plain sight: what it is, who plays it, its optional rules, and the button that begins.

import { fill, h } from "../dom.js";
import { icon } from "../icons.js";
import { make } from "./launch.js";
import { firstLesson, guideLink } from "./learn.js";
import { sentence } from "./notice.js";
import { diceField, optionFields } from "./options.js";
import { Seats } from "./seats.js";
import { LARGEST_SEED } from "./wish.js";

/** @typedef {import("./types.js").Ask} Ask */
/** @typedef {import("./types.js").GameEntry} GameEntry */
/** @typedef {import("./types.js").ScenarioEntry} ScenarioEntry */
/** @typedef {import("./types.js").Made} Made */

/**
 * @param {Ask} ask
 * @param {GameEntry} game
 * @param {ScenarioEntry} scenario
 * @param {import("./seats.js").Taste} taste
 * @param {(table: Made) => boolean} done  Whether the page is left for the table.
 * @returns {HTMLElement}
 */
export function setup(ask, game, scenario, taste, done) {
  const { words, language } = ask;
  const label = h("span", {});
  const start = h("button", { type: "submit", class: "btn btn-primary setup-start" }, icon("play"), label);
  const fault = h("p", { class: "callout callout-threat", role: "alert", hidden: true });
  const seats = new Seats(ask, game, taste, (way) => {
    label.textContent = words.say(`lobby.start.${way ?? "mixed"}`);
  });
  const rules = optionFields(words, scenario.options);
  const dice = diceField(words);
  const form = h(
    "form",
    { class: "setup", novalidate: true, "aria-labelledby": "setup-title" },
    h(
      "div",
      { class: "setup-about" },
      h("p", { class: "caption" }, game.title),
      h("h2", { id: "setup-title" }, scenario.title),
      h("p", { class: "setup-summary" }, scenario.summary, " ", guideLink(words, game)),
    ),
    seats.node,
    h("div", { class: "setup-folds" }, rules.node, seats.fold, dice.node),
    h("div", { class: "setup-foot" }, fault, firstLesson(ask, game), start),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (start.ariaBusy === "true") return;
    const seed = dice.value();
    if (seed === undefined) return refuse(words.say("lobby.seed.bad", { most: LARGEST_SEED }), dice.input);
    start.ariaBusy = "true";
    fault.hidden = true;
    try {
      const wish = { game, scenario, seats: seats.value(), options: rules.value(), seed, pace: seats.pace() };
      start.ariaBusy = String(done(await make(wish, language)));
    } catch (error) {
      refuse(sentence(error, words));
      start.ariaBusy = "false";
    }
  });

  /** @param {string} text @param {HTMLElement} [where] */
  function refuse(text, where) {
    fault.hidden = false;
    fill(fault, icon("warning"), h("span", {}, text));
    where?.focus();
  }
  return form;
}
