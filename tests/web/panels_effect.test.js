// @ts-check
// What a button tells of what it does.
import assert from "node:assert/strict";
import { test } from "node:test";

import { lookOf } from "../../src/khalkhin/web/js/panels/effect.js";

const words = /** @type {any} */ ({ say: (/** @type {string} */ key) => key });
/** @param {any} effect @param {boolean} [rolls] */
const shown = (effect, rolls) => {
  const { look, icon, note } = lookOf(effect, words, rolls);
  return [look, icon, note?.replace("panels.effect.", "") ?? null];
};

test("blue can be undone, red throws dice, and what only binds is outlined", () => {
  assert.deepEqual(shown({ dice: false, binds: false }), ["btn-primary", "check", "free"]);
  assert.deepEqual(shown({ dice: true, binds: true }), ["btn-commit", "dice", "dice"]);
  assert.deepEqual(shown({ dice: false, binds: true }), ["btn-final", "lock", "final"]);
});

test("where the other side decides whether dice fall, nothing is promised", () => {
  assert.deepEqual(shown({ dice: null, binds: true }), ["btn-final", "lock", "binds"]);
});

test("until it is known the button looks like what is to be expected, and says nothing", () => {
  assert.deepEqual(shown(null), ["btn-primary", "check", null]);
  assert.deepEqual(shown(null, true), ["btn-commit", "dice", null]);
});

test("a lesson takes back whatever it likes: only dice are told", () => {
  assert.deepEqual(shown({ dice: true, binds: null }), ["btn-commit", "dice", "rolls"]);
  assert.deepEqual(shown({ dice: false, binds: null }), ["btn-primary", "check", null]);
});
