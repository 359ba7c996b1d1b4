// Who waits reads what for.

import assert from "node:assert/strict";
import { test } from "node:test";

import { awaited } from "../../src/khalkhin/web/js/table/waiting.js";
import { Words } from "../../src/khalkhin/web/js/words.js";

const words = new Words("en", {
  "wait.Retreat": "{who} choose a retreat.",
  "people.japan": "The Japanese",
  "desk.both": "Both sides",
  "side.japan": "Japanese player",
  "desk.decides": "{sides} {sides:decides|decide}.",
  "desk.thinking": "{sides} is thinking.",
});
/** @param {string} step @param {string[]} waiting @returns {any} */
const desk = (step, waiting, kind = "human") => ({
  words,
  view: { waiting, agenda: [{ step: "Turn" }, { step }] },
  table: { seats: { japan: { kind } } },
});

test("a step that everybody may know of is told", () => {
  assert.equal(awaited(desk("Retreat", ["japan"])), "The Japanese choose a retreat.");
  assert.equal(awaited(desk("Retreat", ["soviet", "japan"])), "Both sides choose a retreat.");
});

test("of any other only who decides", () => {
  assert.equal(awaited(desk("Secret", ["japan"])), "Japanese player decides.");
  assert.equal(awaited(desk("Secret", ["japan"], "computer")), "Japanese player is thinking.");
});
