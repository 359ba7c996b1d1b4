// The list of games to go on with.

import assert from "node:assert/strict";
import { test } from "node:test";

import { since } from "../../src/khalkhin/web/js/lobby/since.js";
import { cards, opponents, outcomeOf, questions } from "../../src/khalkhin/web/js/lobby/waiting.js";

const known = (id, last, tokens = { soviet: `${id}-s` }, more = {}) => ({
  id,
  game: "bkg",
  tokens,
  title: "",
  last,
  ...more,
});
const seat = (kind, more = {}) => ({ kind, player: null, name: "", present: false, ...more });
const seats = { soviet: seat("human"), japan: seat("computer", { player: "greedy" }) };
const told = (id, more = {}) => ({
  id,
  seats,
  over: false,
  yours: false,
  at: 0,
  said: { turn: "", phase: "" },
  ...more,
});

test("every seat is asked about, and a table without one as a spectator", () => {
  const list = [known("a", 1, { soviet: "S", japan: "J" }), known("b", 2, {})];
  assert.deepEqual(questions(list), [
    { id: "a", token: "S" },
    { id: "a", token: "J" },
    { id: "b", token: null },
  ]);
});

test("your turn comes first, then running games, then finished ones, then those the server has not got", () => {
  const list = [known("over", 9), known("gone", 8), known("wait", 7), known("old", 1), known("new", 2)];
  const answers = [
    told("over", { over: true, yours: true }),
    { id: "gone", error: { key: "server.no-table" } },
    told("wait"),
    told("old", { yours: true }),
    told("new", { yours: true }),
  ];
  const sorted = cards(list, answers);
  assert.deepEqual(
    sorted.map((card) => card.known.id),
    ["new", "old", "wait", "over", "gone"],
  );
  assert.deepEqual(
    sorted.map((card) => card.yours),
    [true, true, false, false, false],
  );
  assert.equal(sorted[4].table, null);
});

test("two seats at one desk are one card, and it is your turn if it is either's", () => {
  const [card] = cards(
    [known("a", 1, { soviet: "S", japan: "J" })],
    [told("a", { side: "soviet" }), told("a", { side: "japan", yours: true })],
  );
  assert.equal(card.yours, true);
  assert.equal(card.table?.side, "japan");
  assert.deepEqual(opponents(card), []);
});

test("the others are named", () => {
  const [card] = cards([known("a", 1)], [told("a")]);
  assert.deepEqual(opponents(card), [{ side: "japan", kind: "computer", player: "greedy", name: "" }]);
});

test("an invitation can be shown again until the friend has sat down or the game is over", () => {
  const list = [known("a", 1, { soviet: "S" }, { invites: { japan: "J" } })];
  const invited = (/** @type {string} */ invitation) => ({ ...seats, japan: seat("human", { invitation }) });
  assert.deepEqual(cards(list, [told("a", { seats: invited("open") })])[0].friends, ["japan"]);
  assert.deepEqual(cards(list, [told("a", { seats: invited("taken") })])[0].friends, []);
  assert.deepEqual(cards(list, [told("a", { seats: invited("open"), over: true })])[0].friends, []);
});

test("how a game ended is told to who played it", () => {
  const ended = (winner, tokens = { soviet: "S" }) =>
    outcomeOf(cards([known("a", 1, tokens)], [told("a", { over: true, result: { winner } })])[0]);
  assert.deepEqual([ended("soviet"), ended("japan"), ended(null)], ["won", "lost", "draw"]);
  assert.equal(ended("soviet", {}), "other", "a watcher");
  assert.equal(ended("soviet", { soviet: "S", japan: "J" }), "other", "both at one desk");
  assert.equal(outcomeOf(cards([known("a", 1)], [told("a", { result: null })])[0]), "");
});

test("how long ago: the time today, the weekday this week, then the date", () => {
  const now = Date.parse("2026-05-15T10:00:00Z"); // a Friday
  const said = (when, language = "en-GB") => since(Date.parse(when), now, language, "UTC");
  assert.equal(said("2026-05-15T08:05:00Z"), "8:05");
  assert.equal(said("2026-05-14T23:59:00Z"), "Thursday");
  assert.equal(said("2026-05-12T12:00:00Z"), "Tuesday");
  assert.equal(said("2026-05-12T12:00:00Z", "pt"), "terça-feira");
  assert.equal(said("2026-05-08T12:00:00Z"), "8 May");
  assert.equal(said("2024-05-08T12:00:00Z"), "8 May 2024");
});
