// The curve of the analysis: where positions stand on it, and what its table says.

import assert from "node:assert/strict";
import { test } from "node:test";
import { byTurn, chanceAt, spread } from "../../src/khalkhin/web/js/analysis/chart.js";
import { change, percent } from "../../src/khalkhin/web/js/analysis/numbers.js";

/** Two turns, the first of ten decisions, the second of forty. */
const POINTS = [
  { at: 0, turn: 5, phase: "a", chance: 0.5 },
  { at: 4, turn: 5, phase: "b", chance: 0.6 },
  { at: 10, turn: 6, phase: "a", chance: 0.7 },
  { at: 30, turn: 6, phase: "b", chance: 0.2 },
  { at: 50, turn: 6, phase: "b", chance: 0 },
];

test("turns are equally wide, however much was decided in them", () => {
  const { place, turns } = spread(POINTS);
  assert.deepEqual(turns, [
    { turn: 5, from: 0 },
    { turn: 6, from: 0.5 },
  ]);
  assert.deepEqual([0, 5, 10, 30, 50].map(place), [0, 0.25, 0.5, 0.75, 1]);
});

test("a game that ends with the first decision of a turn stays on the sheet", () => {
  const { place } = spread([...POINTS.slice(0, 2), { at: 10, turn: 6, phase: "a", chance: 1 }]);
  assert.equal(place(10), 0.5);
  assert.equal(place(4), 0.2);
});

test("between two points the chance is that of the one before", () => {
  assert.deepEqual(
    [0, 3, 4, 29, 30, 60].map((at) => chanceAt(POINTS, at)),
    [0.5, 0.5, 0.6, 0.7, 0.2, 0],
  );
});

test("the table has the beginning of every turn, and the end", () => {
  assert.deepEqual(byTurn(POINTS), [
    { turn: 5, chance: 0.5 },
    { turn: 6, chance: 0.7 },
    { turn: null, chance: 0 },
  ]);
});

test("changes have a sign, small ones a decimal", () => {
  assert.deepEqual(
    [0.034, -0.3421, 0, 0.0998].map((value) => change(value, "en")),
    ["+3.4%", "\u221234%", "0%", "+10%"],
  );
  assert.equal(change(0.034, "pt"), "+3,4%");
  assert.equal(percent(0.615, "en"), "62%");
});
