// What the coach speaks of: nothing where there is nothing to choose, and of a must only where there is one.

import assert from "node:assert/strict";
import { test } from "node:test";

import { chooses, isFree, lineOf } from "../../src/khalkhin/web/js/table/coach.js";
import { toneOf } from "../../src/khalkhin/web/js/panels/combat_odds.js";
import { Words } from "../../src/khalkhin/web/js/words.js";

const words = new Words("en", { "coach.combat": "must", "coach.combat.free": "may", "coach.move.red": "go" });
const ATTACK = { verb: "attack", kind: "hex", nouns: ["0101"] };
/** @param {string} verb */
const bare = (verb) => ({ verb, kind: "nothing", nouns: [null] });
/** @param {any[]} offers @param {any} [params] @returns {any} */
const prompt = (offers, params = {}) => ({ offers, params });

test("where one can only go on the coach says nothing; who passes may hold something", () => {
  assert.equal(chooses(prompt([bare("commit")])), false);
  assert.equal(chooses(prompt([bare("pass")])), true);
  assert.equal(chooses(prompt([ATTACK])), true);
  assert.equal(chooses(prompt([bare("auto"), bare("done")])), true);
});

test("where nothing is a must there may be a line for that", () => {
  assert.equal(isFree(prompt([ATTACK])), false);
  assert.equal(isFree(prompt([ATTACK, bare("done")])), true);
  assert.equal(isFree(prompt([ATTACK, bare("commit")], { count: 0 })), true);
  assert.equal(isFree(prompt([ATTACK, bare("commit")], { count: 2 })), false);
  assert.equal(lineOf(words, "combat", "red", true), "coach.combat.free");
  assert.equal(lineOf(words, "combat", "red", false), "coach.combat");
  assert.equal(lineOf(words, "move", "red", true), "coach.move.red");
});

test("who only watches sees an attack in the colours of the attacker", () => {
  assert.equal(toneOf("win", true), "win");
  assert.equal(toneOf("win", false), "loss");
  assert.equal(toneOf("win", null), "win");
  assert.equal(toneOf("loss", null), "loss");
  assert.equal(toneOf("exchange", false), "exchange");
});
