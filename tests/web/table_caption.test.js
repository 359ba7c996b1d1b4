// What stands above the question: the phase, and what has just happened to who is asked.

import assert from "node:assert/strict";
import { test } from "node:test";

import { caption, ownCaption } from "../../src/khalkhin/web/js/table/caption.js";
import { Words } from "../../src/khalkhin/web/js/words.js";

const words = new Words("en", {
  "phase.combat": "Soviet combat",
  "caption.ask.defence": "{hex} is attacked",
  "desk.you-decide": "you decide",
  "desk.wait": "please wait",
});
const asked = { key: "ask.defence", params: { hex: "1319" } };
/** @param {any} prompt @returns {any} */
const desk = (prompt) => ({
  words,
  view: { phase: "phase.combat", tracks: {}, waiting: ["japan"], prompt },
  table: {},
  frame: null,
  mine: Boolean(prompt),
  me: "japan",
});

test("a prompt with words of its own says what has happened, with its parameters", () => {
  assert.equal(caption(desk(asked)), "Soviet combat · 1319 is attacked");
  assert.equal(ownCaption(words, /** @type {any} */ ({ key: "ask.move", params: {} })), "");
});

test("any other says who decides, and nobody reads what the other side is asked", () => {
  assert.equal(caption(desk({ key: "ask.move", params: {} })), "Soviet combat · you decide");
  assert.equal(caption(desk(null)), "Soviet combat · please wait");
});
