// @ts-check
// Camera maths of the board: what stays where while the map moves.
import assert from "node:assert/strict";
import { test } from "node:test";

import {
  NO_EDGES,
  between,
  centred,
  framed,
  held,
  reaching,
  toMap,
  toScreen,
  zoomed,
} from "../../src/khalkhin/web/js/board/camera.js";

const WINDOW = { width: 1000, height: 800 };
const MAP = { width: 1600, height: 1650 };
const FREE = { least: 0, most: Infinity };

/**
 * @param {number} a
 * @param {number} b
 */
function near(a, b) {
  assert.ok(Math.abs(a - b) < 1e-6, `${a} is not ${b}`);
}

test("to the map and back is where it was", () => {
  const sight = { x: -120, y: 35, k: 1.7 };
  const back = toScreen(sight, toMap(sight, { x: 321, y: 123 }));
  near(back.x, 321);
  near(back.y, 123);
});

test("what is under the pointer stays there when zooming", () => {
  const sight = { x: -120, y: 35, k: 1.2 };
  const at = { x: 400, y: 300 };
  const before = toMap(sight, at);
  const after = toMap(zoomed(sight, 2.6, at), at);
  near(after.x, before.x);
  near(after.y, before.y);
});

test("what is under the pointer stays there at every moment of a zoom", () => {
  const at = { x: 640, y: 90 };
  const from = { x: 10, y: -20, k: 0.5 };
  const to = zoomed(from, 3, at);
  const spot = toMap(from, at);
  for (const t of [0, 0.1, 0.5, 0.9, 1]) {
    const seen = toScreen(between(from, to, t), spot);
    near(seen.x, at.x);
    near(seen.y, at.y);
  }
});

test("between two sights of the same scale the way is straight", () => {
  assert.deepEqual(between({ x: 0, y: 0, k: 1 }, { x: 100, y: -50, k: 1 }, 0.5), { x: 50, y: -25, k: 1 });
});

test("a frame is as large as it gets, in the middle of what is not covered", () => {
  const edges = { top: 0, right: 200, bottom: 100, left: 0 };
  const sight = framed({ left: 100, top: 100, right: 300, bottom: 200 }, WINDOW, edges, FREE);
  near(sight.k, 4);
  const middle = toScreen(sight, { x: 200, y: 150 });
  near(middle.x, 400);
  near(middle.y, 350);
});

test("a frame is shown within the limits of the scale", () => {
  const frame = { left: 0, top: 0, right: 10, bottom: 10 };
  assert.equal(framed(frame, WINDOW, NO_EDGES, { least: 0.2, most: 3 }).k, 3);
  assert.equal(framed({ ...frame, right: 1e6 }, WINDOW, NO_EDGES, { least: 0.2, most: 3 }).k, 0.2);
});

test("the map cannot be lost", () => {
  for (const k of [0.2, 0.5, 1, 3]) {
    for (const [x, y] of [
      [1e5, 1e5],
      [-1e5, -1e5],
      [1e5, -1e5],
    ]) {
      const sight = held({ x, y, k }, MAP, WINDOW, NO_EDGES);
      const corners = [toScreen(sight, { x: 0, y: 0 }), toScreen(sight, { x: MAP.width, y: MAP.height })];
      const wide = Math.min(corners[1].x, WINDOW.width) - Math.max(corners[0].x, 0);
      const high = Math.min(corners[1].y, WINDOW.height) - Math.max(corners[0].y, 0);
      assert.ok(wide >= Math.min(MAP.width * k, WINDOW.width) * 0.5, `${wide} at ${k}`);
      assert.ok(high >= Math.min(MAP.height * k, WINDOW.height) * 0.5, `${high} at ${k}`);
    }
  }
});

test("a sight that shows the map is left alone", () => {
  const sight = centred({ x: 800, y: 800 }, 1, WINDOW, NO_EDGES);
  assert.deepEqual(held(sight, MAP, WINDOW, NO_EDGES), sight);
});

test("a hex in view moves nothing, one out of view comes in by the shortest way", () => {
  const sight = { x: 0, y: 0, k: 1 };
  assert.deepEqual(reaching(sight, { x: 500, y: 400 }, 90, WINDOW, NO_EDGES), sight);
  const moved = reaching(sight, { x: 1500, y: 400 }, 90, WINDOW, NO_EDGES);
  assert.deepEqual(moved, { x: -590, y: 0, k: 1 });
  const covered = reaching(sight, { x: 500, y: 780 }, 50, WINDOW, { ...NO_EDGES, bottom: 200 });
  assert.deepEqual(covered, { x: 0, y: -230, k: 1 });
});
