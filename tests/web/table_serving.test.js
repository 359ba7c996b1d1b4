// What is said of a hex that is pointed at.

import assert from "node:assert/strict";
import { test } from "node:test";

import { worthOf } from "../../src/khalkhin/web/js/table/hand.js";
import { noteOf, warnings } from "../../src/khalkhin/web/js/table/serving.js";
import { Words } from "../../src/khalkhin/web/js/words.js";

const WORDS = new Words("en", { "warn.crowd": "Too many would stand in {hexes}." });

test("what would come of going to a hex is told while it is pointed at, not before", () => {
  const crowd = { key: "warn.crowd", params: { hexes: ["0101", "0102"] }, rule: "12" };
  const unpaid = { key: "warn.unpaid", params: { units: ["HQ"] }, rule: "7" };
  const desk = /** @type {any} */ ({
    mine: true,
    words: WORDS,
    offers: [{ verb: "hex", kind: "hex", nouns: ["0101", "0102", "0103"] }],
    view: { details: { warnings: [crowd, unpaid] }, places: {} },
    overlays: {},
    ui: { show: {} },
  });
  assert.deepEqual(warnings(desk), { now: [unpaid], ahead: [crowd] });
  assert.deepEqual(noteOf(desk, "0102"), { hex: "0102", text: "Too many would stand in 0102.", warn: true });
  assert.equal(noteOf(desk, "0103"), null);
});

test("what an objective brings is told for each side, where that differs, whoever holds it", () => {
  const words = new Words("en", {
    "desk.worth": "Worth {points:1 point|# points}",
    "desk.worth.each": "Points: {told}",
    "desk.worth.side": "{side} {points}",
    "side.soviet": "Soviets",
    "side.japan": "Japanese",
  });
  const goal = { hex: "2010", rule: "24.6", holder: "japan", points: 1, each: null };
  assert.equal(worthOf(goal, words), "Worth 1 point");
  assert.equal(worthOf({ ...goal, each: { soviet: 5, japan: 1 } }, words), "Points: Soviets 5, Japanese 1");
  assert.equal(worthOf({ ...goal, points: null }, words), null);
});
