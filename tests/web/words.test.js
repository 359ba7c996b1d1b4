// @ts-check
// Sentences are filled by the same rules as in engine/words.py.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Words } from "../../src/khalkhin/web/js/words.js";

const WORDS = new Words(
  "en",
  {
    move: "Choose a hex for {who}.",
    defend: "{any:Nothing to add.|Defend {hex}, or not.|}",
    many: "{count:none|one in {hex}|# in {hex}}",
    "group.in-hex": "{count:1 unit|# units} in {hex}",
  },
  { "SU-1": { name: "I/1 RI" } },
);

test("a group is one thing: a unit by its name, else how many and where", () => {
  assert.equal(WORDS.say("move", { who: "SU-1" }), "Choose a hex for I/1 RI.");
  assert.equal(
    WORDS.say("move", { who: { key: "group.in-hex", count: 3, hex: "1321" } }),
    "Choose a hex for 3 units in 1321.",
  );
});

test("a form has gaps of its own", () => {
  assert.equal(WORDS.say("defend", { any: 0, hex: "0305" }), "Nothing to add.");
  assert.equal(WORDS.say("defend", { any: 1, hex: "0305" }), "Defend 0305, or not.");
  assert.equal(WORDS.say("many", { count: 4, hex: "0305" }), "4 in 0305");
  assert.equal(WORDS.say("many", { count: "1", hex: "0305" }), "one in 0305", "dice come as digits");
  assert.equal(WORDS.say("many", { count: "4", hex: "0305" }), "4 in 0305");
  assert.deepEqual(WORDS.parts("defend", { any: 1, hex: "0305" })[1], { text: "0305", name: "hex", value: "0305" });
});
