// Finding rules.

import assert from "node:assert/strict";
import { test } from "node:test";

import { chapters, find } from "../../src/khalkhin/web/js/lobby/finding.js";

const rule = (number, title, summary = "") => ({ number, title, summary });
const RULES = [
  rule("4.0", "Movement"),
  rule("4.1", "Rivers", "A wide river cannot be crossed."),
  rule("4.1.a", "Bridges", "A bridge does away with the river."),
  rule("4.10", "Roads"),
  rule("5.0", "Combat", "Atrição e perdas."),
];
const numbers = (query) => find(RULES, query).map((one) => one.number);

test("nothing asked shows everything", () => assert.equal(find(RULES, "  "), RULES));

test("a number finds its rule and what is below it, and no other that begins alike", () => {
  assert.deepEqual(numbers("4.1"), ["4.1", "4.1.a"]);
  assert.deepEqual(numbers("4.1.A"), ["4.1.a"]);
  assert.deepEqual(numbers("4."), ["4.0", "4.1", "4.1.a", "4.10"]);
  assert.deepEqual(numbers("9"), []);
});

test("all words have to be there, whatever their case and accents", () => {
  assert.deepEqual(numbers("RIVER"), ["4.1", "4.1.a"]);
  assert.deepEqual(numbers("river bridge"), ["4.1.a"]);
  assert.deepEqual(numbers("atricao"), ["5.0"]);
});

test("rules are put together by chapter", () => {
  assert.deepEqual(
    chapters(RULES).map(({ chapter, rules }) => [chapter, rules.length]),
    [
      ["4", 4],
      ["5", 1],
    ],
  );
});
