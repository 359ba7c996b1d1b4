// @ts-check
// "More ways to play": who sits where, the optional rules, the dice.

import { fill, h } from "../dom.js";
import { icon } from "../icons.js";
import { openDialog } from "./dialog.js";
import { keepName, make, ownName } from "./launch.js";
import { sideMark } from "./mark.js";
import { sentence } from "./notice.js";
import {
  FRIEND,
  HERE,
  LARGEST_SEED,
  WAYS,
  computers,
  playerOf,
  seating,
  secondsOf,
  seedOf,
  usualPace,
  wayOf,
} from "./wish.js";

/** @typedef {import("./types.js").Ask} Ask */
/** @typedef {import("./types.js").GameEntry} GameEntry */
/** @typedef {import("./types.js").ScenarioEntry} ScenarioEntry */
/** @typedef {import("./types.js").OptionEntry} OptionEntry */
/** @typedef {import("./types.js").SideEntry} SideEntry */
/** @typedef {import("./types.js").Made} Made */
/** @typedef {import("./types.js").Wish} Wish */

const PACES = [0, 0.5, 1, 2, 5];
const ICONS = { computer: "chip", friend: "link", desk: "swap", watch: "eye" };

/**
 * @param {Ask} ask
 * @param {GameEntry} game
 * @param {ScenarioEntry} scenario
 * @param {(table: Made, wish: Wish) => void} done
 */
export function openMore(ask, game, scenario, done) {
  const { words, language } = ask;
  const seats = new Seats(ask, game);
  const played = scenarioField(ask, game, scenario);
  const rules = optionFields(words, scenario.options);
  const dice = diceField(words);
  const fault = h("p", { class: "callout callout-threat", role: "alert", hidden: true });
  const start = h("button", { type: "submit", class: "btn btn-primary" }, icon("play"), words.say("lobby.start"));
  const form = h(
    "form",
    { class: "more-form", novalidate: true },
    played.node,
    seats.node,
    rules.node,
    dice.node,
    fault,
    h("div", { class: "dialog-foot" }, start),
  );
  const box = openDialog(game.title, words.say("lobby.close"), [form], "more-dialog");
  played.changed((other) => fill(rules.node, optionFields(words, other.options, rules).node));

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (start.ariaBusy === "true") return;
    const seed = dice.value();
    if (seed === undefined) return refuse(words.say("lobby.seed.bad", { most: LARGEST_SEED }), dice.input);
    start.ariaBusy = "true";
    const wish = {
      game,
      scenario: played.value(),
      seats: seats.value(),
      options: rules.value(),
      seed,
      pace: seats.pace(),
    };
    try {
      const table = await make(wish, language);
      box.close();
      done(table, wish);
    } catch (error) {
      refuse(sentence(error, words));
    }
    start.ariaBusy = "false";
  });

  /** @param {string} text @param {HTMLElement} [where] */
  function refuse(text, where) {
    fault.hidden = false;
    fill(fault, icon("warning"), h("span", {}, text));
    where?.focus();
  }
}

/**
 * The scenario, where there are several.
 * @param {Ask} ask
 * @param {GameEntry} game
 * @param {ScenarioEntry} scenario
 */
function scenarioField({ words }, game, scenario) {
  const about = h("p", { class: "small quiet" }, scenario.summary);
  const select = h(
    "select",
    { id: "more-scenario" },
    game.scenarios.map((one) => h("option", { value: one.name, selected: one === scenario }, one.title)),
  );
  const value = () => game.scenarios.find((one) => one.name === select.value) ?? scenario;
  const choice =
    game.scenarios.length > 1
      ? h("div", { class: "field" }, h("label", { for: "more-scenario" }, words.say("lobby.scenario")), select)
      : h("p", { class: "more-scenario" }, scenario.title);
  return {
    node: h("div", { class: "more-part" }, choice, about),
    value,
    /** @param {(scenario: ScenarioEntry) => void} tell */
    changed(tell) {
      select.addEventListener("change", () => {
        about.textContent = value().summary;
        tell(value());
      });
    },
  };
}

/** Who sits where. A way of playing fills the seats; each seat can then be changed. */
class Seats {
  /**
   * @param {Ask} ask
   * @param {GameEntry} game
   */
  constructor({ words }, game) {
    this.words = words;
    this.game = game;
    this.rows = game.sides.map((side) => this.row(side));
    this.ways = h(
      "div",
      { class: "ways-to-play", role: "group", "aria-label": words.say("lobby.ways") },
      WAYS.map((way) => this.way(way)),
    );
    this.about = h("p", { class: "small quiet", role: "status" });
    this.speed = h(
      "select",
      { id: "more-pace" },
      PACES.map((seconds) => h("option", { value: seconds }, paceWord(words, seconds))),
    );
    this.slow = h("div", { class: "field" }, h("label", { for: "more-pace" }, words.say("lobby.pace")), this.speed);
    this.node = h(
      "div",
      { class: "more-part" },
      this.ways,
      this.about,
      h(
        "div",
        { class: "seats" },
        this.rows.map(({ node }) => node),
      ),
      this.slow,
    );
    this.seat(seating("computer", game));
  }

  /** @param {import("./wish.js").Way} way */
  way(way) {
    const button = h(
      "button",
      { type: "button", class: "btn way", "data-way": way },
      icon(ICONS[way]),
      h("span", {}, this.words.say(`lobby.way.${way}`)),
    );
    button.addEventListener("click", () => this.seat(seating(way, this.game)));
    return button;
  }

  /** @param {SideEntry} side */
  row(side) {
    const { words, game } = this;
    const id = `seat-${side.side}`;
    const people = [HERE, FRIEND].map((who) => h("option", { value: who }, words.say(`lobby.who.${who}`)));
    const players = computers(game).map((who) =>
      h("option", { value: who }, playerWord(words, playerOf(who) ?? "", secondsOf(who))),
    );
    const who = h("select", { id }, people, players);
    const name = h("input", {
      type: "text",
      maxlength: 40,
      autocomplete: "nickname",
      placeholder: words.say("lobby.name"),
      "aria-label": words.say("lobby.name.of", { side_: side.title }),
    });
    who.addEventListener("change", () => this.changed());
    const node = h("div", { class: "seat" }, sideMark(side, 40), h("label", { for: id }, side.title), who, name);
    return { side: side.side, who, name, node };
  }

  /** @param {Record<string, string>} seats */
  seat(seats) {
    for (const { side, who } of this.rows) who.value = seats[side];
    const own = this.rows.find(({ who }) => who.value === HERE);
    for (const row of this.rows) row.name.value = row === own ? ownName() : "";
    this.changed();
    this.speed.value = String(usualPace(this.seated()));
  }

  seated() {
    return this.rows.map(({ who }) => who.value);
  }

  changed() {
    const seated = this.seated();
    const way = wayOf(seated);
    for (const button of this.ways.querySelectorAll("button")) button.ariaPressed = String(button.dataset.way === way);
    for (const { who, name } of this.rows) name.hidden = playerOf(who.value) !== null;
    this.slow.hidden = way !== "watch";
    this.about.textContent = this.words.say(`lobby.about.${way ?? "mixed"}`);
  }

  pace() {
    return this.slow.hidden ? usualPace(this.seated()) : Number(this.speed.value);
  }

  value() {
    const own = this.rows.filter(({ who, name }) => who.value === HERE && name.value.trim());
    if (own.length === 1) keepName(own[0].name.value.trim());
    return Object.fromEntries(
      this.rows.map(({ side, who, name }) => [side, { who: who.value, name: name.hidden ? "" : name.value }]),
    );
  }
}

/** @param {import("../words.js").Words} words @param {number} seconds */
function paceWord(words, seconds) {
  if (seconds === 0) return words.say("lobby.pace.at-once");
  return words.say("lobby.pace.seconds", { seconds: new Intl.NumberFormat(words.language).format(seconds) });
}

/** @param {import("../words.js").Words} words @param {string} player @param {number} [seconds]  How long it may think in a turn. */
export function playerWord(words, player, seconds) {
  const key = `lobby.player.${player}`;
  const name = words.has(key) ? words.say(key) : words.say("lobby.player", { player });
  return seconds ? words.say("lobby.thinks", { player: name, seconds }) : name;
}

/**
 * The optional rules of a scenario.
 * @param {import("../words.js").Words} words
 * @param {OptionEntry[]} options
 * @param {{read: Map<string, () => any>}} [into]  Where the readers of the fields go.
 */
function optionFields(words, options, into = { read: new Map() }) {
  into.read.clear();
  const rows = options.map((option) => {
    const { field, value } = optionField(option);
    into.read.set(option.name, value);
    const text = h("span", {}, h("b", {}, option.title), h("small", { class: "quiet" }, option.help));
    return h("label", { class: typeof option.default === "boolean" ? "option" : "option option-value" }, field, text);
  });
  const node = h("div", { class: "more-part" }, rows.length > 0 && h("h3", {}, words.say("lobby.options")), rows);
  return {
    node,
    read: into.read,
    value: () => Object.fromEntries([...into.read].map(([name, read]) => [name, read()])),
  };
}

/** @param {OptionEntry} option @returns {{field: HTMLElement, value: () => boolean | number | string}} */
function optionField(option) {
  if (typeof option.default === "boolean") {
    const field = h("input", { type: "checkbox", checked: option.default, disabled: option.fixed });
    return { field, value: () => field.checked };
  }
  if (typeof option.default === "number") {
    const field = h("input", { type: "number", value: option.default, step: 1, disabled: option.fixed });
    return { field, value: () => Math.trunc(field.valueAsNumber) };
  }
  const choices = (option.choices ?? []).map((one, n) =>
    h("option", { value: one, selected: one === option.default }, option.labels[n]),
  );
  const field = h("select", { disabled: option.fixed }, choices);
  return { field, value: () => field.value };
}

/**
 * The dice: sealed, or those of a seed, which are for practice.
 * @param {import("../words.js").Words} words
 */
function diceField(words) {
  const input = h("input", {
    type: "text",
    inputmode: "numeric",
    id: "more-seed",
    autocomplete: "off",
    "aria-describedby": "more-seed-about",
  });
  const node = h(
    "details",
    { class: "more-part" },
    h("summary", {}, icon("dice"), words.say("lobby.seed.title"), icon("down")),
    h("div", { class: "field" }, h("label", { for: "more-seed" }, words.say("lobby.seed")), input),
    h("p", { class: "small quiet", id: "more-seed-about" }, words.say("lobby.seed.about")),
  );
  return { node, input, value: () => (node.open ? seedOf(input.value) : null) };
}
