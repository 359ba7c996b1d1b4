// What the things that can be done are called and what each of them does; those whose counters one has to look at first.

import assert from "node:assert/strict";
import { test } from "node:test";

import { helpOf, labelOf } from "../../src/khalkhin/web/js/panels/explain.js";
import { takenUp } from "../../src/khalkhin/web/js/table/offers.js";
import { standingHere } from "../../src/khalkhin/web/js/table/ways.js";
import { Words } from "../../src/khalkhin/web/js/words.js";

const BOOK = {
  "verb.play": "Play a marker",
  "one.play": "Play {unit}",
  "verb.unit": "Choose a unit",
  "verb.breakdown": "Break down",
  "button.ask.lose.unit": "Lose a unit",
  "help.play": "It is used up.",
  "help.breakdown": "Its parts take its place.",
  "help.ask.lose.breakdown": "Only a part is lost.",
  "effect.RECON": "Look at a stack.",
  "desk.help.unit": "Click one of them.",
};
const words = new Words("en", BOOK, { RECON: { name: "Recon" } });
/** @type {any} */
const LOSE = { key: "ask.lose", params: {}, offers: [] };
/** @param {string} verb @param {any[]} nouns @param {any} [kind] */
const offer = (verb, nouns, kind = "unit") => ({ verb, nouns, kind });

test("an offer for one counter alone is called by it, where the game has words for that", () => {
  assert.equal(labelOf(words, null, offer("play", ["RECON"])), "Play Recon");
  assert.equal(labelOf(words, null, offer("play", ["RECON", "SPY"])), "Play a marker");
  assert.equal(labelOf(words, LOSE, offer("unit", ["A"])), "Lose a unit");
  assert.equal(labelOf(words, null, offer("unit", ["A"])), "Choose a unit");
});

test("it is told what a counter does, then what the verb does here, then anywhere, then how one chooses", () => {
  assert.equal(helpOf(words, null, offer("play", ["RECON"])), "Look at a stack.");
  assert.equal(helpOf(words, null, offer("play", ["RECON", "SPY"])), "It is used up.");
  assert.equal(helpOf(words, LOSE, offer("breakdown", ["A"])), "Only a part is lost.");
  assert.equal(helpOf(words, null, offer("breakdown", ["A"])), "Its parts take its place.");
  assert.equal(helpOf(words, LOSE, offer("unit", ["A"])), "Click one of them.");
  assert.equal(helpOf(words, null, offer("spy", [null], "nothing")), "");
});

const TOP = offer("top", ["A", "B"]);
const SPY = offer("spy", [null], "nothing");
/** @type {any} */
const view = {
  prompt: LOSE,
  standing: [TOP, SPY],
  places: { "0101": [{ id: "A", is: [] }], "0202": [{ id: "B", is: [] }] },
};
const NOWHERE = { looked: null, fanned: null, cursor: null, standing: null, way: null };

test("what changes a stack is offered where that stack is looked at, spread out or under the cursor", () => {
  /** @param {object} ui @returns {any} */
  const desk = (ui) => ({ view, ui: { ...NOWHERE, ...ui } });
  assert.deepEqual(standingHere(desk({})), [SPY]);
  assert.deepEqual(standingHere(desk({ looked: "0101" })), [{ ...TOP, nouns: ["A"] }, SPY]);
  assert.deepEqual(standingHere(desk({ fanned: "0202" })), [{ ...TOP, nouns: ["B"] }, SPY]);
  assert.deepEqual(standingHere(desk({ cursor: "0303" })), [SPY]);
});

test("what is taken up is the standing offer, else the way", () => {
  const losing = { ...view, prompt: { ...LOSE, offers: [offer("unit", ["A"])] } };
  assert.equal(takenUp(losing, { standing: "spy", way: "unit" }), SPY);
  assert.equal(takenUp(losing, { standing: null, way: "unit" })?.verb, "unit");
  assert.equal(takenUp(losing, { standing: null, way: null }), null);
});
