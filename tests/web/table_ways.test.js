// The different things that can be done now, and the one that is chosen.

import assert from "node:assert/strict";
import { test } from "node:test";

import { offersNow, waysOf } from "../../src/khalkhin/web/js/table/offers.js";

const UNIT = { verb: "unit", kind: "unit", nouns: ["A", "B"] };
const RAIL = { verb: "rail", kind: "hex", nouns: ["0101"] };
const NONE = { verb: "entrench", kind: "unit", nouns: [] };
const DONE = { verb: "done", kind: "nothing", nouns: [null] };
const TOP = { verb: "top", kind: "unit", nouns: ["B"] };
/** @param {any[]} offers @returns {any} */
const view = (offers) => ({ prompt: { offers }, standing: [TOP] });

test("several things to do are told apart; one alone needs no choice", () => {
  assert.deepEqual(waysOf(view([UNIT, RAIL, NONE, DONE])), [UNIT, RAIL]);
  assert.deepEqual(waysOf(view([UNIT, NONE, DONE])), []);
  assert.deepEqual(waysOf(view([UNIT, { verb: "hex", kind: "hex", nouns: ["0101"] }])), [], "a click on either says enough");
  assert.deepEqual(waysOf({ ...view([]), prompt: null }), []);
});

test("a way that is chosen leaves only its own counters and hexes, and the buttons", () => {
  const seen = view([UNIT, RAIL, DONE]);
  assert.deepEqual(offersNow(seen), [UNIT, RAIL, DONE]);
  assert.deepEqual(offersNow(seen, null, "rail"), [RAIL, DONE]);
  assert.deepEqual(offersNow(seen, "top", "rail"), [TOP]);
});
