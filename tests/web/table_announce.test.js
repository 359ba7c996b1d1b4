// @ts-check
// What a screen reader is told of what is in hand: how far a move goes, who takes part in an attack.
import assert from "node:assert/strict";
import { test } from "node:test";

import { heldNews } from "../../src/khalkhin/web/js/table/announce.js";

/** @param {any} details */
const view = (details) => /** @type {any} */ ({ details });
/** @param {string[]} path */
const moving = (path) => view({ move: { units: ["R1"], origin: "0101", path }, left: { "0202": "3" } });
/** @param {string[]} units @param {string} [column] */
const attacking = (units, column) =>
  view({ plan: { side: "red", kind: "attack", target: "0303", units }, odds: column && { table: "T1", column } });

test("each step of a move is told, and the step back", () => {
  assert.deepEqual(heldNews(moving([]), moving(["0202"])), [
    { key: "desk.told.goes-left", params: { units: ["R1"], hex: "0202", left: "3" } },
  ]);
  assert.deepEqual(heldNews(moving(["0202"]), moving([])), [{ key: "desk.told.back", params: { units: ["R1"] } }]);
});

test("a typed move is told as a whole, though nothing was in hand before", () => {
  const told = heldNews(view({}), moving(["0102", "0202"]));
  assert.deepEqual(told, [{ key: "desk.told.goes", params: { units: ["R1"], hex: "0202" } }]);
});

test("who is taken up is told by the question", () => assert.deepEqual(heldNews(view({}), moving([])), []));

test("who joins an attack or leaves it is told, and the column", () => {
  assert.deepEqual(heldNews(attacking(["R1"]), attacking(["R1", "R2"], "2-1")), [
    { key: "desk.told.joins", params: { units: ["R2"] } },
    { key: "desk.told.column", params: { column: "2-1" } },
  ]);
  assert.deepEqual(heldNews(attacking(["R1", "R2"]), attacking(["R2"])), [
    { key: "desk.told.leaves", params: { units: ["R1"] } },
  ]);
  assert.deepEqual(heldNews(attacking(["R1"], "1-1"), attacking(["R1"], "2-1")), [
    { key: "desk.told.column", params: { column: "2-1" } },
  ]);
});
