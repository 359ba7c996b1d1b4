// @ts-check
// The lobby: the shelf with the games, lessons, the games that wait, records to watch, rules to read. Its pages are behind the
// #, but for the lessons at /learn.

import { byId, fill, h } from "../dom.js";
import { ask as question, games as listGames, lessons as listLessons, status } from "../net/api.js";
import { applyTheme, language as readersLanguage, learning, tables } from "../store.js";
import { Words } from "../words.js";
import { gameCards } from "./games.js";
import { PAGES, header, pathOf } from "./header.js";
import { openInvitation } from "./invite.js";
import { enter, prepare } from "./launch.js";
import { learnPage } from "./learn.js";
import { notice, sentence } from "./notice.js";
import { acceptDrops, replays } from "./replays.js";
import { rulebooks } from "./rules.js";
import { setup } from "./setup.js";
import { lay, shelf } from "./shelf.js";
import { FEW, cards, questions } from "./waiting.js";

/** @typedef {import("./types.js").Ask} Ask */
/** @typedef {import("./types.js").GameEntry} GameEntry */
/** @typedef {import("./waiting.js").Card} Card */

const AGAIN = 20_000;
/** How many boxes stand side by side, as the style sheet has it. */
const WIDTHS = { phone: matchMedia("(max-width: 699px)"), tablet: matchMedia("(max-width: 1199px)") };

class Lobby {
  /** @param {Ask} ask @param {Lobby | null} before  The same in another language. */
  constructor(ask, before) {
    this.ask = ask;
    /** @type {Card[]} */
    this.cards = before?.cards ?? [];
    /** Whether the server has told how the games stand. */
    this.told = before?.told ?? false;
    this.chosen = before?.chosen ?? firstChoice(ask.games);
    /** @type {import("./seats.js").Taste} */
    this.taste = before?.taste ?? { way: "computer", own: 0, level: null };
    this.waiting = h("section", { class: "waiting", "aria-label": ask.words.say("lobby.go-on") });
    /** @type {HTMLElement | null} */
    this.boxes = null;
  }

  /** The page the address names: its name, and what follows. */
  get place() {
    const [learn, game] = location.pathname.split("/").filter(Boolean);
    if (learn === "learn") return { page: learn, rest: [game] };
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
    if (page === "learn") return learnPage(this.ask, rest[0]);
    if (page === "rules") return rulebooks(this.ask, rest[0], rest[1]);
    if (page === "replays") return replays(this.ask);
    if (page === "games")
      return h("section", { class: "page" }, h("h1", {}, this.ask.words.say("lobby.page.games")), this.waiting);
    return this.play();
  }

  play() {
    const { words } = this.ask;
    this.boxes = shelf(this.ask, (game, scenario) => {
      this.chosen = { game: game.code, scenario: scenario.name };
      this.laySetup();
    });
    this.laySetup();
    const title = h(
      "header",
      { class: "welcome" },
      h("h1", {}, words.say("lobby.title")),
      h("p", {}, words.say("lobby.lead")),
    );
    return h("section", { class: "page" }, title, this.waiting, this.boxes);
  }

  /** The set-up of what is chosen, below its box. */
  laySetup() {
    const { ask, chosen, boxes } = this;
    const game = ask.games.find((one) => one.code === chosen?.game);
    const scenario = game?.scenarios.find((one) => one.name === chosen?.scenario);
    if (!boxes || !chosen || !game || !scenario) return;
    prepare(game.code, ask.language);
    const columns = WIDTHS.phone.matches ? 1 : WIDTHS.tablet.matches ? 2 : 4;
    lay(
      boxes,
      chosen,
      setup(ask, game, scenario, this.taste, (table) => this.made(game, table)),
      columns,
    );
  }

  showCards() {
    const { words } = this.ask;
    if (this.place.page === "games") return this.showAllCards();
    const list = this.cards.filter((card) => !card.over && card.table).slice(0, FEW);
    // Room for them while the server is asked: what is below must not move under a finger.
    this.waiting.toggleAttribute("data-awaited", !this.told && tables().length > 0);
    if (!list.length) return fill(this.waiting);
    const more = this.cards.length > list.length;
    fill(
      this.waiting,
      h(
        "header",
        {},
        h("h2", { class: "caption" }, words.say("lobby.go-on")),
        more && h("a", { href: "#games" }, words.say("lobby.games.all", { games: this.cards.length })),
      ),
      gameCards(this.ask, list),
    );
  }

  showAllCards() {
    const { words } = this.ask;
    if (!this.cards.length) return fill(this.waiting, h("p", { class: "lead" }, words.say("lobby.games.none")));
    fill(
      this.waiting,
      gameCards(this.ask, this.cards, () => this.refresh()),
    );
  }

  // -- doing

  /**
   * To a new table, or first to the links for those who are to sit there too. Whether the page is left at once.
   * @param {GameEntry} game
   * @param {import("./types.js").Made} table
   */
  made(game, table) {
    const { words } = this.ask;
    const alone = !Object.keys(table.friends).length;
    if (alone) enter(table);
    else {
      const text = words.say(Object.keys(table.here).length ? "lobby.invite.go" : "lobby.invite.bench");
      openInvitation(this.ask, game, table.id, table.friends, { text, go: () => enter(table) });
      this.refresh();
    }
    return alone;
  }

  /** Ask the server how the games stand. Without an answer the list stays as it is. */
  async refresh() {
    const known = tables();
    try {
      const { tables: told } = known.length ? await status(questions(known), this.ask.language) : { tables: [] };
      this.cards = cards(known, told);
      this.told = true;
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
    // Who has been here knows where the lessons are.
    const known = tables().length > 0 || learning();
    found = await Promise.all([
      question("/api/words", { language }),
      listGames(language),
      known ? { games: {} } : listLessons(language),
    ]);
  } catch (error) {
    if (lobby) notice(sentence(error, lobby.ask.words), "offline");
    byId("away").hidden = lobby !== null;
    return;
  }
  const [{ words }, { games }, { games: lessons }] = found;
  lobby = new Lobby({ words: new Words(language, words), language, games, lessons }, lobby);
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
for (const width of Object.values(WIDTHS)) width.addEventListener("change", () => lobby?.laySetup());
// Come back to by the browser's own button, the page is as it was left: with a button that is still busy.
addEventListener("pageshow", (event) => event.persisted && open());
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && lobby?.refresh());
setInterval(
  () => document.visibilityState === "visible" && !document.querySelector("dialog[open]") && lobby?.refresh(),
  AGAIN,
);
acceptDrops((file) => {
  if (lobby?.place.page !== "replays") {
    history.pushState(null, "", pathOf("replays"));
    lobby?.show();
  }
  document.querySelector(".replays")?.dispatchEvent(new CustomEvent("record", { detail: file }));
});
open();
