// @ts-check
// The lobby: the shelf with the games, the games that wait, records to watch, rules to read. Its pages are behind the #.

import { byId, fill, h } from "../dom.js";
import { ask as question, games as listGames, status } from "../net/api.js";
import { applyTheme, language as readersLanguage, tables } from "../store.js";
import { Words } from "../words.js";
import { gameCards } from "./games.js";
import { PAGES, header } from "./header.js";
import { openInvitation } from "./invite.js";
import { enter, make, ownName } from "./launch.js";
import { openMore } from "./more.js";
import { notice, sentence } from "./notice.js";
import { acceptDrops, replays } from "./replays.js";
import { rulebooks } from "./rules.js";
import { mark, shelf } from "./shelf.js";
import { FEW, cards, questions } from "./waiting.js";
import { quick } from "./wish.js";

/** @typedef {import("./types.js").Ask} Ask */
/** @typedef {import("./types.js").GameEntry} GameEntry */
/** @typedef {import("./types.js").ScenarioEntry} ScenarioEntry */
/** @typedef {import("./waiting.js").Card} Card */

const AGAIN = 20_000;
const NARROW = "(max-width: 1199px)";

class Lobby {
  /** @param {Ask} ask */
  constructor(ask) {
    this.ask = ask;
    /** @type {Card[]} */
    this.cards = [];
    this.chosen = firstChoice(ask.games);
    this.waiting = h("section", { class: "waiting" });
  }

  /** The page the address names: its name, and what follows. */
  get place() {
    const [name, ...rest] = decodeURIComponent(location.hash.slice(1)).split("/");
    return { page: PAGES.includes(name) ? name : "play", rest };
  }

  // -- drawing

  show() {
    const { page, rest } = this.place;
    document.documentElement.lang = this.ask.language;
    document.body.dataset.page = page;
    this.showHead();
    fill(byId("page"), this.content(page, rest));
    this.showCards();
  }

  showHead() {
    const turns = this.cards.filter((card) => card.yours).length;
    const name = this.ask.words.say(`lobby.page.${this.place.page}`);
    document.title = `${turns ? `(${turns}) ` : ""}Khalkhin · ${name}`;
    fill(byId("head"), header(this.ask.words, this.place.page, turns, open));
  }

  /** @param {string} page @param {string[]} rest @returns {HTMLElement} */
  content(page, rest) {
    if (page === "rules") return rulebooks(this.ask, rest[0], rest[1]);
    if (page === "replays") return replays(this.ask);
    if (page === "games")
      return h("section", { class: "page" }, h("h1", {}, this.ask.words.say("lobby.page.games")), this.waiting);
    return this.play();
  }

  play() {
    const { words } = this.ask;
    const list = shelf(this.ask, this.chosen, {
      choose: (game, scenario) => {
        this.chosen = { game: game.code, scenario: scenario.name };
        mark(list, this.chosen);
      },
      play: (game, scenario, button) => this.start(game, scenario, button),
      more: (game, scenario) => this.more(game, scenario),
    });
    const title = h(
      "header",
      { class: "welcome" },
      h("h1", {}, words.say("lobby.title")),
      h("p", {}, words.say("lobby.lead")),
    );
    // Where the boxes stand below each other nobody should have to scroll past them to go on with a game.
    const parts = matchMedia(NARROW).matches ? [this.waiting, list] : [list, this.waiting];
    return h("section", { class: "page" }, title, parts);
  }

  showCards() {
    const { page } = this.place;
    const { words } = this.ask;
    const all = page === "games";
    const list = all ? this.cards : this.cards.filter((card) => !card.over && card.table).slice(0, FEW);
    if (!list.length) return fill(this.waiting, all && h("p", { class: "lead" }, words.say("lobby.games.none")));
    const rest = this.cards.length - list.length;
    fill(
      this.waiting,
      h("h2", { class: all ? "sr" : "caption" }, words.say("lobby.go-on")),
      gameCards(this.ask, list, all ? () => this.refresh() : null),
      !all &&
        rest > 0 &&
        h("p", {}, h("a", { href: "#games" }, words.say("lobby.games.all", { games: this.cards.length }))),
    );
  }

  // -- doing

  /**
   * @param {GameEntry} game
   * @param {ScenarioEntry} scenario
   * @param {HTMLButtonElement} button
   */
  async start(game, scenario, button) {
    if (button.ariaBusy === "true") return;
    button.ariaBusy = "true";
    try {
      enter(await make(quick(game, scenario, ownName()), this.ask.language));
    } catch (error) {
      notice(sentence(error, this.ask.words), "warning");
      button.ariaBusy = "false";
    }
  }

  /** @param {GameEntry} game @param {ScenarioEntry} scenario */
  more(game, scenario) {
    const { words } = this.ask;
    openMore(this.ask, game, scenario, (table) => {
      if (!Object.keys(table.friends).length) return enter(table);
      const text = words.say(Object.keys(table.here).length ? "lobby.invite.go" : "lobby.invite.bench");
      openInvitation(this.ask, game, table.id, table.friends, { text, go: () => enter(table) });
      return this.refresh();
    });
  }

  /** Ask the server how the games stand. Without an answer the list stays as it is. */
  async refresh() {
    const known = tables();
    try {
      const { tables: told } = known.length ? await status(questions(known), this.ask.language) : { tables: [] };
      this.cards = cards(known, told);
    } catch (error) {
      if (!this.cards.length && known.length) notice(sentence(error, this.ask.words), "offline");
      return;
    }
    this.showHead();
    this.showCards();
  }
}

/**
 * What is chosen when the page opens: the first that can be played.
 * @param {GameEntry[]} games
 */
function firstChoice(games) {
  const game = games.find((one) => one.available && one.scenarios.length);
  return game ? { game: game.code, scenario: game.scenarios[0].name } : null;
}

// -- the page

/** @type {Lobby | null} */
let lobby = null;

/** Load and show everything in a language. */
async function open(language = readersLanguage()) {
  byId("away").hidden = true;
  let found;
  try {
    found = await Promise.all([question("/api/words", { language }), listGames(language)]);
  } catch (error) {
    if (lobby) notice(sentence(error, lobby.ask.words), "offline");
    byId("away").hidden = lobby !== null;
    return;
  }
  const [{ words }, { games }] = found;
  const before = lobby;
  lobby = new Lobby({ words: new Words(language, words), language, games });
  lobby.cards = before?.cards ?? [];
  lobby.show();
  await lobby.refresh();
}

applyTheme();
byId("retry").addEventListener("click", () => open());
addEventListener("hashchange", () => {
  lobby?.show();
  scrollTo(0, 0);
  byId("page").querySelector("h1")?.setAttribute("tabindex", "-1");
  byId("page").querySelector("h1")?.focus({ preventScroll: true });
});
matchMedia(NARROW).addEventListener("change", () => lobby?.show());
// Come back to by the browser's own button, the page is as it was left: with a button that is still busy.
addEventListener("pageshow", (event) => event.persisted && open());
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && lobby?.refresh());
setInterval(
  () => document.visibilityState === "visible" && !document.querySelector("dialog[open]") && lobby?.refresh(),
  AGAIN,
);
acceptDrops((file) => {
  if (lobby?.place.page !== "replays") {
    history.pushState(null, "", "#replays");
    lobby?.show();
  }
  document.querySelector(".replays")?.dispatchEvent(new CustomEvent("record", { detail: file }));
});
open();
