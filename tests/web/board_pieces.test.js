// @ts-check
// Stacks, fans and motions of the board, as far as they are numbers and names.
import assert from "node:assert/strict";
import { test } from "node:test";

import { pile, rings } from "../../src/khalkhin/web/js/board/counters.js";
import { spread } from "../../src/khalkhin/web/js/board/fan.js";
import { leaning, names } from "../../src/khalkhin/web/js/board/kit.js";
import { duration } from "../../src/khalkhin/web/js/board/motion.js";
import { emptyPicture } from "../../src/khalkhin/web/js/board/state.js";

const FRAME = { left: 0, top: 0, right: 1000, bottom: 800 };

/** @param {...string} ids */
function counters(...ids) {
  return ids.map((id) => ({ id, is: [] }));
}

test("three counters of a stack show, the top one up and to the right, all about the middle", () => {
  assert.deepEqual(leaning(1), [[0, -0]]);
  assert.deepEqual(leaning(5), leaning(3));
  assert.deepEqual(leaning(3)[0], [7.5, -7.5]);
  const sum = leaning(3).reduce((total, [x, y]) => total + x + y, 0);
  assert.equal(sum, 0);
});

test("counters in hand lie on top of their stack", () => {
  const picture = { ...emptyPicture(), places: { 1010: counters("a", "b", "c") }, selected: new Set(["c"]) };
  assert.deepEqual(names(pile(picture, "1010")), ["c", "a", "b"]);
  assert.deepEqual(names(pile({ ...picture, selected: new Set(["x"]) }, "1010")), ["a", "b", "c"]);
});

test("the top counter tells that one below it can act, but not that one is in hand", () => {
  const [top, below] = counters("a", "b");
  const picture = { ...emptyPicture(), act: new Set(["b"]) };
  assert.deepEqual(rings(picture, top, [top, below]), ["can_act"]);
  assert.deepEqual(rings(picture, top), []);
  assert.deepEqual(rings({ ...picture, selected: new Set(["b"]) }, below), ["asked", "selected"]);
});

test("a nameless counter has no rings", () => {
  assert.deepEqual(rings({ ...emptyPicture(), act: new Set(["a"]) }, { nation: "JP" }), []);
});

test("a fan is a row about its hex, the top counter on the left", () => {
  const row = spread(3, [500, 400], 50, FRAME);
  assert.equal(row[1][0], 500);
  assert.ok(row.every(([, y]) => y === 400));
  assert.ok(row[0][0] < row[1][0] && row[2][0] - row[1][0] > 50);
});

test("a large fan has rows, and no two of its counters touch", () => {
  const fan = spread(12, [500, 400], 50, FRAME);
  assert.equal(new Set(fan.map(([, y]) => y)).size, 3);
  for (const [n, a] of fan.entries()) {
    for (const b of fan.slice(n + 1)) assert.ok(Math.max(Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1])) > 50);
  }
});

test("a fan at the edge stays in view", () => {
  for (const corner of /** @type {[number, number][]} */ ([
    [0, 0],
    [1000, 800],
    [-400, 900],
  ])) {
    for (const [x, y] of spread(7, corner, 50, FRAME)) {
      assert.ok(x >= 25 && x <= 975 && y >= 25 && y <= 775, `${x} ${y}`);
    }
  }
});

test("a counter takes 90 milliseconds a hex, 700 at most, half at double speed", () => {
  assert.equal(duration(2), 90);
  assert.equal(duration(4), 270);
  assert.equal(duration(30), 700);
  assert.equal(duration(4, 2), 135);
  assert.equal(duration(1), 0);
});
