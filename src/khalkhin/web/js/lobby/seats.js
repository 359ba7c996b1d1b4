// @ts-check
// Who sits where: the way to play, the own side, the computer's strength; and every seat by itself, for any other mixture.

import { h } from "../dom.js";
import { icon } from "../icons.js";
import { keepName, ownName } from "../store.js";
import { levelAbout, levelName, playerName } from "./level.js";
import { sideMark } from "./mark.js";
import { folded } from "./options.js";
import {
  FRIEND,
  HERE,
  SECONDS,
  WAYS,
  computer,
  computers,
  opponent,
  playerOf,
  seating,
  secondsOf,
  usualPace,
  usualSeconds,
  wayOf,
} from "./wish.js";

/** @typedef {import("./types.js").Ask} Ask */
/** @typedef {import("./types.js").GameEntry} GameEntry */
/** @typedef {import("./types.js").SideEntry} SideEntry */
/** @typedef {import("./types.js").Who} Who */
/** @typedef {import("./wish.js").Way} Way */

/**
 * What somebody likes to play, whatever the game: the way, which of the sides, against which player.
 * @typedef {{way: Way, own: number, level: Who | null}} Taste
 */

const PACES = [0, 0.5, 1, 2, 5];
/** @type {Record<Way, string>} */
const ICONS = { computer: "chip", friend: "link", desk: "swap", watch: "eye" };

/**
 * A group of buttons of which one is pressed, with a word before it.
 * @param {string} label
 * @param {string} look
 * @param {HTMLButtonElement[]} buttons
 * @param {(Node | null)[]} [after]
 */
function row(label, look, buttons, after = []) {
  const name = h("span", { class: "setup-label", "aria-hidden": "true" }, label);
  const group = h("div", { class: `choices ${look}`, role: "group", "aria-label": label }, buttons);
  return {
    name,
    group,
    node: h("div", { class: "setup-row" }, name, h("div", { class: "setup-field" }, group, after)),
  };
}

/** @param {string} value @param {(Node | string)[]} content @param {() => void} act */
function choice(value, content, act) {
  return h("button", { type: "button", class: "btn choice", "data-value": value, onclick: act }, content);
}

/** @param {HTMLElement} group @param {string | null} value */
function press(group, value) {
  for (const button of group.querySelectorAll("button")) button.ariaPressed = String(button.dataset.value === value);
}

export class Seats {
  /**
   * @param {Ask} ask
   * @param {GameEntry} game
   * @param {Taste} taste  Is kept up to date.
   * @param {(way: Way | null) => void} changed
   */
  constructor({ words }, game, taste, changed) {
    this.words = words;
    this.game = game;
    this.taste = taste;
    this.tell = changed;
    this.rows = game.sides.map((side) => this.#seat(side));
    this.ways = row(
      words.say("lobby.ways"),
      "choices-ways",
      WAYS.map((way) =>
        choice(way, [icon(ICONS[way]), words.say(`lobby.way.${way}`)], () => this.#like({ way }, true)),
      ),
    );
    this.about = h("p", { class: "small quiet", role: "status" });
    this.ways.node.lastElementChild?.append(this.about);
    this.side = row(
      words.say("lobby.side"),
      "choices-sides",
      game.sides.map((side, n) =>
        choice(side.side, [h("span", { "aria-hidden": "true" }, sideMark(side, 24)), side.title], () =>
          this.#like({ own: n }, true),
        ),
      ),
    );
    this.levels = game.sides.map((side) => this.#level(side));
    this.speed = h(
      "select",
      { id: "setup-pace" },
      PACES.map((seconds) => h("option", { value: seconds }, paceName(words, seconds))),
    );
    this.slow = h(
      "div",
      { class: "setup-row" },
      h("label", { class: "setup-label", for: "setup-pace" }, words.say("lobby.pace")),
      h("div", { class: "setup-field" }, this.speed),
    );
    this.node = h(
      "div",
      { class: "setup-rows" },
      this.ways.node,
      this.side.node,
      this.levels.map(({ node }) => node),
      this.slow,
    );
    this.fold = folded("person", words.say("lobby.seats"), [
      h(
        "div",
        { class: "seats" },
        this.rows.map(({ node }) => node),
      ),
    ]);
    this.#like({}, true);
  }

  /** How strong a computer on a side is, where there is one. @param {SideEntry} side */
  #level({ side, title }) {
    const { words, game } = this;
    const buttons = game.players.map((player, n) =>
      choice(player, [levelName(words, player), strength(n + 1, game.players.length)], () =>
        this.#sit(side, computer(player, usualSeconds(player))),
      ),
    );
    const seconds = h("select", { "aria-label": words.say("lobby.seconds") });
    seconds.addEventListener("change", () => {
      const { who } = this.#rowOf(side);
      this.#sit(side, computer(playerOf(who.value) ?? "", Number(seconds.value)));
    });
    const about = h("p", { class: "small quiet", role: "status" });
    const { name, group, node } = row(words.say("lobby.strength"), "choices-levels", buttons, [seconds, about]);
    const draw = () => {
      const { who } = this.#rowOf(side);
      const player = playerOf(who.value);
      const alone = this.rows.filter((one) => playerOf(one.who.value) !== null).length < 2;
      const label = alone ? words.say("lobby.strength") : title;
      name.textContent = label;
      group.ariaLabel = label;
      node.hidden = player === null;
      press(group, player);
      about.textContent = levelAbout(words, player ?? "");
      const times = SECONDS[player ?? ""] ?? [];
      seconds.hidden = !times.length;
      seconds.replaceChildren(
        ...times.map((time) => h("option", { value: time }, words.say("lobby.seconds.of", { seconds: time }))),
      );
      seconds.value = String(secondsOf(who.value));
    };
    return { node, draw };
  }

  /** A seat by itself. @param {SideEntry} side */
  #seat(side) {
    const { words, game } = this;
    const id = `seat-${side.side}`;
    const people = [HERE, FRIEND].map((who) => h("option", { value: who }, words.say(`lobby.who.${who}`)));
    const players = computers(game).map((who) =>
      h("option", { value: who }, playerName(words, playerOf(who) ?? "", secondsOf(who))),
    );
    const who = h("select", { id }, people, players);
    const name = h("input", {
      type: "text",
      maxlength: 40,
      autocomplete: "nickname",
      placeholder: words.say("lobby.name"),
      "aria-label": words.say("lobby.name.of", { side_: side.title }),
    });
    who.addEventListener("change", () => this.#draw());
    const node = h("div", { class: "seat" }, sideMark(side, 40), h("label", { for: id }, side.title), who, name);
    return { side: side.side, who, name, node };
  }

  /** @param {string} side */
  #rowOf(side) {
    return /** @type {Seats["rows"][0]} */ (this.rows.find((one) => one.side === side));
  }

  // -- choosing

  /** @param {Partial<Taste>} news @param {boolean} [anew]  Everybody sits down again. */
  #like(news, anew = false) {
    Object.assign(this.taste, news);
    if (!anew) return;
    const { way, own, level } = this.taste;
    const known = computers(this.game).includes(level ?? "") ? level : null;
    const seats = seating(way, this.game, own, known ?? opponent(this.game));
    for (const { side, who } of this.rows) who.value = seats[side];
    const mine = this.rows.find(({ who }) => who.value === HERE);
    for (const one of this.rows) one.name.value = one === mine ? ownName() : "";
    this.speed.value = String(usualPace(this.seated()));
    this.#draw();
  }

  /** @param {string} side @param {Who} who */
  #sit(side, who) {
    this.#rowOf(side).who.value = who;
    this.#like({ level: who });
    this.#draw();
  }

  #draw() {
    const { words } = this;
    const way = this.way();
    press(this.ways.group, way);
    this.side.node.hidden = way !== "computer" && way !== "friend";
    press(this.side.group, this.rows.find(({ who }) => who.value === HERE)?.side ?? null);
    for (const { draw } of this.levels) draw();
    for (const { who, name } of this.rows) name.hidden = playerOf(who.value) !== null;
    this.slow.hidden = way !== "watch";
    this.about.textContent = way === "computer" ? "" : words.say(`lobby.about.${way ?? "mixed"}`);
    this.tell(way);
  }

  // -- what was chosen

  seated() {
    return this.rows.map(({ who }) => who.value);
  }

  way() {
    return wayOf(this.seated());
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

/** How strong a level is, to be seen. @param {number} value @param {number} most */
function strength(value, most) {
  const dots = Array.from({ length: most }, (_, n) => h("i", { class: n < value ? "dot full" : "dot" }));
  return h("span", { class: "dots", "aria-hidden": "true" }, dots);
}

/** @param {import("../words.js").Words} words @param {number} seconds */
function paceName(words, seconds) {
  if (seconds === 0) return words.say("lobby.pace.at-once");
  return words.say("lobby.pace.seconds", { seconds: new Intl.NumberFormat(words.language).format(seconds) });
}
