// Questions that a seat has passed for it until the phase ends.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Quiet } from "../../src/khalkhin/web/js/table/quiet.js";

const PASS = { verb: "pass", kind: "nothing", nouns: [null] };

/** @type {Map<string, string>} */
const kept = new Map();
/** @type {any} */ (globalThis).sessionStorage = {
  getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
  setItem: (/** @type {string} */ key, /** @type {string} */ value) => kept.set(key, value),
};

/** @returns {any} */
function deskAt() {
  /** @type {string[]} */
  const passed = [];
  return {
    id: "t",
    mine: true,
    ready: true,
    view: {
      phase: "combat",
      summary: { turn: { key: "turn", params: { turn: 1 } } },
      prompt: { key: "ask.recon", offers: [PASS] },
    },
    say: () => passed.push("pressed"),
    tell: () => {},
    decisions: { byItself: () => passed.push("by itself") },
    passed,
  };
}

test("a question is passed until the phase ends, also after the page was loaded again", () => {
  const desk = deskAt();
  const quiet = new Quiet(desk, "red");
  quiet.follow();
  assert.deepEqual([quiet.may(), quiet.on(), desk.passed], [true, false, []]);
  quiet.start();
  quiet.follow();
  assert.deepEqual([quiet.on(), desk.passed], [true, ["pressed", "by itself"]]);
  const again = new Quiet(desk, "red");
  again.follow();
  assert.deepEqual(desk.passed, ["pressed", "by itself", "by itself"]);
  desk.view = { ...desk.view, phase: "end" };
  again.follow();
  desk.view = { ...desk.view, phase: "combat" };
  again.follow();
  assert.deepEqual([again.on(), desk.passed.length], [false, 3]);
});

test("other questions are asked, what cannot be passed too, and it can be taken back", () => {
  const desk = deskAt();
  const quiet = new Quiet(desk, "blue");
  quiet.start();
  desk.view = { ...desk.view, prompt: { key: "ask.spirit", offers: [PASS] } };
  quiet.follow();
  desk.view = { ...desk.view, prompt: { key: "ask.recon", offers: [] } };
  quiet.follow();
  assert.deepEqual(desk.passed, ["pressed"]);
  quiet.stop();
  desk.view = { ...desk.view, prompt: { key: "ask.recon", offers: [PASS] } };
  quiet.follow();
  assert.deepEqual([quiet.on(), desk.passed], [false, ["pressed"]]);
});
