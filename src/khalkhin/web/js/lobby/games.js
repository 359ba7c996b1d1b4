// @ts-check
// "Go on playing": the games with a seat at this browser, your turn first.

import { h } from "../dom.js";
import { icon } from "../icons.js";
import * as api from "../net/api.js";
import { forget } from "../store.js";
import { openDialog } from "./dialog.js";
import { openInvitation } from "./invite.js";
import { levelName } from "./level.js";
import { sideMark } from "./mark.js";
import { notice, sentence } from "./notice.js";
import { since } from "./since.js";
import { opponents, outcomeOf } from "./waiting.js";
import { address } from "./wish.js";

/** @typedef {import("./types.js").Ask} Ask */
/** @typedef {import("./waiting.js").Card} Card */

/**
 * @param {Ask} ask
 * @param {Card[]} list
 * @param {(() => void) | null} [changed]  A game was forgotten. Where nothing is told, nothing can be forgotten, and only
 *   what one needs to go on is shown.
 * @returns {HTMLElement}
 */
export function gameCards(ask, list, changed = null) {
  return h(
    "ul",
    { class: "cards" },
    list.map((card) => h("li", { class: "card" }, cardContent(ask, card, changed))),
  );
}

/**
 * @param {Ask} ask
 * @param {Card} card
 * @param {(() => void) | null} changed
 */
function cardContent(ask, card, changed) {
  const { words } = ask;
  const game = gameOf(ask, card);
  const title = titleOf(game, card);
  const marks = card.sides
    .map((side) => game?.sides.find((one) => one.side === side))
    .filter((one) => one !== undefined);
  return [
    h(
      "div",
      { class: "card-marks" },
      marks.length ? marks.map((side) => sideMark(side, 38)) : icon("eye", { size: 32 }),
    ),
    h(
      "div",
      { class: "card-text" },
      h("h3", {}, h("a", { href: address(card.known.id, Object.values(card.known.tokens)) }, title)),
      h("p", {}, about(ask, card)),
      changed && card.table && h("p", { class: "card-dates" }, dates(words, card.table)),
    ),
    h(
      "div",
      { class: "card-acts" },
      card.over && changed ? after(words, card) : go(words, card, changed !== null),
      invitation(ask, card),
      changed && drop(ask, card, title, changed),
    ),
  ];
}

/** @param {Ask} ask @param {Card} card */
function gameOf({ games }, { known, table }) {
  return games.find((one) => one.code === (table?.game ?? known.game));
}

/**
 * The game, with its scenario where it has several; a record by the name of its file.
 * @param {import("./types.js").GameEntry | undefined} game
 * @param {Card} card
 */
function titleOf(game, { known, table }) {
  if (!game || !known.game) return known.title || known.id;
  const scenario = game.scenarios.find((one) => one.name === (table?.scenario ?? known.scenario));
  return game.scenarios.length > 1 && scenario ? `${game.title}, ${scenario.title}` : game.title;
}

/**
 * Opponent, and how the game stands or how it ended.
 * @param {Ask} ask
 * @param {Card} card
 */
function about(ask, card) {
  const { words } = ask;
  if (!card.table) return words.say("lobby.game.unknown");
  const others = opponents(card).map(({ kind, player, name }) => {
    if (kind === "computer") return levelName(words, player ?? "");
    return name || words.say(kind === "record" ? "lobby.record" : "lobby.somebody");
  });
  const who = others.length ? [...new Set(others)].join(", ") : words.say("lobby.way.desk");
  const { turn, phase } = card.table.said;
  return [who, ...(card.over ? [result(ask, card)] : [turn, phase])].filter(Boolean).join(" · ");
}

/** How a game ended, as its player sees it. @param {Ask} ask @param {Card} card */
function result(ask, card) {
  const { words } = ask;
  const outcome = outcomeOf(card);
  if (outcome !== "other") return outcome && words.say(`lobby.result.${outcome}`);
  const winner = card.table?.result?.winner;
  const side = gameOf(ask, card)?.sides.find((one) => one.side === winner);
  return words.say("lobby.winner", { side_: side?.title ?? winner });
}

/** @param {import("../words.js").Words} words @param {import("./waiting.js").Status} table */
function dates(words, { created, at }) {
  const when = (/** @type {number} */ time) => since(time * 1000, Date.now(), locale(words.language));
  return words.say("lobby.dates", { begun: when(created), last: when(at) });
}

/** What can be looked at of a game that is over. @param {import("../words.js").Words} words @param {Card} card */
function after(words, { known }) {
  const tokens = Object.values(known.tokens);
  return [
    h(
      "a",
      { class: "btn btn-small", href: address(known.id, tokens, "end") },
      icon("flag"),
      words.say("lobby.end-page"),
    ),
    h("a", { class: "btn btn-small", href: `/analysis/${known.id}` }, icon("charts"), words.say("lobby.analysis")),
  ];
}

/**
 * @param {import("../words.js").Words} words
 * @param {Card} card
 * @param {boolean} dated  Whether the card tells anyway when something happened there.
 */
function go(words, card, dated) {
  const href = address(card.known.id, Object.values(card.known.tokens));
  if (card.yours) return h("a", { class: "btn btn-primary", href }, icon("play"), words.say("lobby.your-turn"));
  if (card.over) return h("a", { class: "btn", href }, icon("flag"), words.say("lobby.finished"));
  if (!card.table) return null;
  if (!card.sides.length) return h("a", { class: "btn", href }, icon("eye"), words.say("lobby.way.watch"));
  if (dated) return null;
  const when = card.table.at * 1000;
  return h(
    "span",
    { class: "small quiet nowrap" },
    words.say("lobby.since", { when: since(when, Date.now(), locale(words.language)) }),
  );
}

/** How the reader writes times: his own way, where it is one of the language. @param {string} language */
function locale(language) {
  return navigator.languages.find((one) => one.startsWith(language)) ?? language;
}

/**
 * As long as a friend has not sat down his link can be had again.
 * @param {Ask} ask
 * @param {Card} card
 */
function invitation(ask, card) {
  const game = gameOf(ask, card);
  if (!game || !card.friends.length) return null;
  const label = ask.words.say("lobby.invite.again");
  const button = h(
    "button",
    { type: "button", class: "btn btn-quiet btn-icon", "aria-label": label, title: label },
    icon("link"),
  );
  const invites = Object.fromEntries(card.friends.map((side) => [side, card.known.invites?.[side] ?? ""]));
  const go = () => location.assign(address(card.known.id, Object.values(card.known.tokens)));
  button.addEventListener("click", () =>
    openInvitation(ask, game, card.known.id, invites, { text: ask.words.say("lobby.invite.go"), go }),
  );
  return button;
}

/**
 * Forget a game in this browser, or delete it from the server.
 * @param {Ask} ask
 * @param {Card} card
 * @param {string} title
 * @param {() => void} changed
 */
function drop(ask, card, title, changed) {
  const { words } = ask;
  const label = words.say("lobby.forget");
  const button = h(
    "button",
    { type: "button", class: "btn btn-quiet btn-icon forget", "aria-label": `${label}: ${title}`, title: label },
    icon("close"),
  );
  button.addEventListener("click", () => openDropping(ask, card, title, changed));
  return button;
}

/** @param {Ask} ask @param {Card} card @param {string} title @param {() => void} changed */
function openDropping({ words, language }, card, title, changed) {
  const { id, tokens, owner } = card.known;
  const key = owner ?? Object.values(tokens)[0];
  const gone = () => {
    forget(id);
    box.close();
    changed();
  };
  const remove = async () => {
    try {
      const { deleted } = await api.remove(id, key, tokens, language);
      if (!deleted) notice(words.say("lobby.delete.waits"), "info");
      gone();
    } catch (error) {
      box.close();
      notice(sentence(error, words), "warning");
    }
  };
  // A running game cannot be come back to without its link.
  const said = card.table && !card.over ? words.say("lobby.forget.text", { title }) : title;
  const acts = [
    h("button", { type: "button", class: "btn", onclick: () => box.close() }, words.say("lobby.keep")),
    h("button", { type: "button", class: "btn", onclick: gone }, words.say("lobby.forget")),
    card.table &&
      key &&
      h("button", { type: "button", class: "btn btn-commit", onclick: remove }, words.say("lobby.delete")),
  ];
  const about = card.table && key ? h("p", { class: "small quiet" }, words.say("lobby.delete.about")) : null;
  const box = openDialog(words.say("lobby.forget"), words.say("lobby.keep"), [
    h("p", {}, said),
    about,
    h("div", { class: "dialog-foot" }, acts),
  ]);
}
