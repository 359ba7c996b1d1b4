// The different things that can be done now, and the one that is chosen.

import assert from "node:assert/strict";
import { test } from "node:test";

import { offersNow, spokenHexes, unmoved, wanted, waysOf } from "../../src/khalkhin/web/js/table/offers.js";

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
  assert.deepEqual(
    waysOf(view([UNIT, { verb: "hex", kind: "hex", nouns: ["0101"] }])),
    [],
    "a click on either says enough",
  );
  assert.deepEqual(waysOf({ ...view([]), prompt: null }), []);
});

const HEX = { verb: "hex", kind: "hex", nouns: ["0101", "0102"] };
const VIA = { verb: "via", kind: "hex", nouns: ["0101"], spoken: true };

test("what a click alone never means has a button, and is offered only when that is pressed", () => {
  const seen = view([HEX, VIA, DONE]);
  assert.deepEqual(waysOf(seen), [VIA]);
  assert.deepEqual(waysOf(view([HEX, RAIL, VIA])), [HEX, RAIL, VIA]);
  assert.deepEqual(offersNow(seen), [HEX, DONE]);
  assert.deepEqual(offersNow(seen, null, "via"), [VIA, DONE]);
  assert.equal(spokenHexes(seen), VIA);
  assert.equal(spokenHexes(view([HEX, RAIL])), null);
  assert.deepEqual(wanted({ ...seen, prompt: { offers: [HEX, VIA], params: { units: ["A"] } } }), ["A"]);
});

test("a move whose way is only planned can be put down", () => {
  /** @param {any} move @returns {any} */
  const hand = (move) => ({ ...view([HEX]), details: { move } });
  assert.equal(unmoved(hand({ units: ["A"], origin: "0103", path: [] })), true);
  assert.equal(unmoved(hand({ units: ["A"], origin: "0103", path: ["0102"] })), false);
  assert.equal(unmoved(hand({ units: ["A"], origin: "0103", path: ["0102"], planned: true })), true);
  assert.equal(unmoved(hand(undefined)), false);
});

test("a way that is chosen leaves only its own counters and hexes, and the buttons", () => {
  const seen = view([UNIT, RAIL, DONE]);
  assert.deepEqual(offersNow(seen), [UNIT, RAIL, DONE]);
  assert.deepEqual(offersNow(seen, null, "rail"), [RAIL, DONE]);
  assert.deepEqual(offersNow(seen, "top", "rail"), [TOP]);
});
