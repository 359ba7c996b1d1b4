// @ts-check
// Where the map begins: which of the places that matter fit into a window.
import assert from "node:assert/strict";
import { test } from "node:test";

import { frameOf, fullest } from "../../src/khalkhin/web/js/board/opening.js";

/** @param {[number, number, number][]} all */
const spots = (all) => all.map(([x, y, weight]) => ({ x, y, weight }));

test("all that fit together are shown together", () => {
  const all = spots([
    [0, 0, 1],
    [90, 40, 1],
    [40, 60, 1],
  ]);
  assert.deepEqual(fullest(all, 100, 100), all);
});

test("what matters most is shown, though there is more elsewhere", () => {
  const crowd = spots([
    [0, 0, 1],
    [10, 0, 1],
    [20, 0, 1],
  ]);
  const asked = spots([[500, 0, 1000]]);
  assert.deepEqual(fullest([...crowd, ...asked], 100, 100), asked);
  assert.deepEqual(fullest([...crowd, ...spots([[500, 0, 1]])], 100, 100), crowd);
});

test("nothing to show is nothing", () => {
  assert.deepEqual(fullest([], 100, 100), []);
});

test("a frame has its rim", () => {
  assert.deepEqual(frameOf(spots([[10, 20, 1], [30, 5, 1]]), 5), { left: 5, top: 0, right: 35, bottom: 25 }); // prettier-ignore
});
