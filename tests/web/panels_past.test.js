// Replay and ending: marks and keys of the slider, the scale of the charts, and the promise about the dice.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";

import { honest } from "../../src/khalkhin/web/js/panels/ending.js";
import { apart, scale } from "../../src/khalkhin/web/js/panels/line_chart.js";
import { keyAction, turnMarks } from "../../src/khalkhin/web/js/panels/replay.js";

test("the slider is marked where a turn begins", () => {
  const frames = [20, 20, 21, 21, 21, 22].map((turn, n) => ({ n: 3 * n, turn, phase: "", side: null, log: 0 }));
  assert.deepEqual(turnMarks(frames), [
    { n: 0, turn: 20 },
    { n: 2, turn: 21 },
    { n: 5, turn: 22 },
  ]);
});

test("arrows step, space plays; but a slider and a button keep the keys they use themselves", () => {
  assert.equal(keyAction("ArrowLeft", false, false), "back");
  assert.equal(keyAction("ArrowRight", false, true), "forward");
  assert.equal(keyAction("ArrowRight", true, false), null);
  assert.equal(keyAction(" ", true, false), "toggle");
  assert.equal(keyAction(" ", false, true), null);
  assert.equal(keyAction("Home", false, false), "first");
  assert.equal(keyAction("End", false, false), "last");
  assert.equal(keyAction("x", false, false), null);
});

test("a chart's scale has round rungs and room for every value", () => {
  for (const values of [[0], [3, 7], [0, 207], [-12, 40], [1, 1, 2]]) {
    const [low, high, every] = scale(values);
    assert.ok(low <= Math.min(...values, 0) && high >= Math.max(...values), String(values));
    assert.ok(Number.isInteger(every) && every >= 1 && Number.isInteger((high - low) / every));
    assert.ok((high - low) / every <= 6);
  }
  assert.deepEqual(scale([0, 207]), [0, 300, 100]);
});

test("marks at the ends of lines do not cover each other", () => {
  assert.deepEqual(apart([50, 52], 20, 126), [50, 70]);
  assert.deepEqual(apart([120, 118], 20, 126), [126, 106]);
  assert.deepEqual(apart([10, 100], 20, 126), [10, 100]);
});

test("the browser checks the promise by itself, as the engine makes it", () => {
  const secret = "00ff".repeat(16);
  const commitment = createHash("sha256")
    .update(Buffer.concat([Buffer.from(secret, "hex"), Buffer.from("practice-7")]))
    .digest("hex");
  assert.equal(honest({ secret, game_id: "practice-7", commitment }), true);
  assert.equal(honest({ secret, game_id: "practice-8", commitment }), false);
  assert.equal(honest({ secret: "01ff".repeat(16), game_id: "practice-7", commitment }), false);
});
