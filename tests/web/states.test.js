// Which states of a counter are shown.

import assert from "node:assert/strict";
import { test } from "node:test";

import { drawn, telling } from "../../src/khalkhin/web/js/states.js";

test("two veils never lie over one another", () => {
  assert.deepEqual(drawn(["moved", "fought", "flipped"]), ["fought", "flipped"]);
  assert.deepEqual(drawn(["moved", "fired"]), ["moved", "fired"]);
});

test("whoever is asked for is not veiled, but keeps what else he is", () => {
  assert.deepEqual(drawn(["moved", "fought", "flipped"], true), ["flipped"]);
});

test("who has fought need not fight any more", () => {
  assert.deepEqual(telling(["moved", "obliged", "fought"]), ["fought"]);
  assert.deepEqual(telling(["moved", "obliged"]), ["moved", "obliged"]);
});
