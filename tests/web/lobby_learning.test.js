// @ts-check
// How somebody stands with the lessons: what is done, what was left, what comes first.
import assert from "node:assert/strict";
import { test } from "node:test";

import { addressOf, leftLast, minutesOf, standings } from "../../src/khalkhin/web/js/lobby/learning.js";

/** @param {number} number @param {string} name @param {number} steps */
const lesson = (number, name, steps) => ({ number, name, title: name, about: "", steps });
const LESSONS = [lesson(1, "march", 11), lesson(2, "zones", 10), lesson(3, "attack", 12)];
const FRESH = { at: 0, steps: 0, done: false, table: null, last: 0 };
/** @param {Record<string, any>} kept */
const standing = (kept) => standings("bkg", LESSONS, (_, name) => ({ ...FRESH, ...kept[name] }));

test("a lesson takes half a minute a step", () => {
  assert.deepEqual(
    [4, 8, 11, 12].map((steps) => minutesOf({ steps })),
    [3, 4, 6, 6],
  );
});

test("it is found by its number", () => assert.equal(addressOf("bkg", LESSONS[2]), "/learn/bkg/3"));

test("what was left in the middle is gone on with at its step", () => {
  const [done, left, fresh] = standing({ march: { at: 11, done: true }, zones: { at: 3 } });
  assert.deepEqual([done.begun, done.step], [false, 1]);
  assert.deepEqual([left.begun, left.step], [true, 4]);
  assert.deepEqual([fresh.begun, fresh.step], [false, 1]);
});

test("who takes a lesson once more may leave it, too", () => {
  const [again] = standing({ march: { at: 5, done: true } });
  assert.equal(again.begun && again.known.done, true);
});

test("of several that were left the last is gone on with", () => {
  assert.equal(leftLast(standing({})), null);
  const all = standing({ march: { at: 2, last: 7 }, zones: { at: 3, last: 9 }, attack: { at: 12, last: 11 } });
  assert.equal(leftLast(all)?.lesson.name, "zones");
});
