// @ts-check
// Where counters stand while a battle is put together.
import assert from "node:assert/strict";
import { test } from "node:test";

import { Places } from "../../src/khalkhin/web/js/panels/combat_places.js";

/** @param {string} target */
const battle = (target) => /** @type {any} */ ({ side: "red", kind: "attack", target, units: [] });

test("whoever has joined, or can join no more, keeps the place; who comes later stands behind", () => {
  const places = new Places();
  places.of(battle("0101"));
  assert.deepEqual(places.row("attack", ["A", "B", "C"]), ["A", "B", "C"]);
  places.of(battle("0101"));
  assert.deepEqual(places.row("attack", ["C", "A", "D"]), ["A", "B", "C", "D"]);
  assert.deepEqual(places.row("defence", ["E"]), ["E"]);
});

test("another battle begins anew", () => {
  const places = new Places();
  places.of(battle("0101"));
  places.row("attack", ["A", "B"]);
  places.of(battle("0102"));
  assert.deepEqual(places.row("attack", ["B"]), ["B"]);
});
