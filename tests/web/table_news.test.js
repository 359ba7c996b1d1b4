// What has happened since the player decided last.

import assert from "node:assert/strict";
import { test } from "node:test";

import { newsAfter, worthTelling } from "../../src/khalkhin/web/js/table/news.js";

/** @param {string} key @param {object} [more] @returns {any} */
const line = (key, more = {}) => ({ key, params: {}, rule: "", at: 0, ...more });
const TURN = line("log.turn");
const PHASE = line("log.phase");
const MOVE = line("log.move");
const ODDS = line("log.odds", { params: { shifts: [] } });
const AIR = line("log.superiority", { loud: true });
/** @param {number} number @param {any[]} fresh @param {boolean} [taken] @returns {any} */
const seen = (number, fresh, taken = false) => ({
  number,
  log: [line("log.old"), ...fresh],
  fresh: fresh.length,
  taken,
});
const BEFORE = seen(1, []);

test("all that the other side does is told, but how columns come about", () => {
  assert.deepEqual(newsAfter([AIR], BEFORE, seen(2, [TURN, PHASE, MOVE, ODDS]), false), [AIR, PHASE, MOVE]);
});

test("of what one's own decision leads to only what is told aloud, and what was told before has been read", () => {
  assert.deepEqual(newsAfter([MOVE], BEFORE, seen(2, [MOVE, AIR]), true), [AIR]);
  assert.deepEqual(newsAfter([MOVE], BEFORE, seen(2, [MOVE]), true), []);
});

test("what was taken back has not happened, and the same position is no news", () => {
  assert.deepEqual(newsAfter([MOVE], BEFORE, seen(2, [MOVE], true), true), []);
  assert.deepEqual(newsAfter([MOVE], BEFORE, seen(1, [AIR]), false), [MOVE]);
});

test("a phase in which nothing happened has no line", () => {
  assert.deepEqual(worthTelling([PHASE, PHASE, MOVE, PHASE]), [PHASE, MOVE]);
  assert.deepEqual(worthTelling([PHASE]), []);
});
