// Finding counters by what one asks.

import assert from "node:assert/strict";
import { test } from "node:test";

import { findUnits } from "../../src/khalkhin/web/js/table/finder.js";

const UNITS = {
  a: "I/64 RI Division 23 Japan Infantry",
  b: "II/64 RI Division 23 Japan Infantry",
  c: "I/164 RI Division 57 Japan Infantry",
  d: "2/13 RArt Mongólia Artillery",
};
const there = Object.keys(UNITS).map((unit) => ({ unit, place: "0101" }));
const found = (query) => findUnits(there, (unit) => UNITS[unit], query).map(({ unit }) => unit);

test("a question in whole words finds the unit", () => {
  assert.deepEqual(found("where is 64 Regiment?"), ["a", "b"]);
  assert.deepEqual(found("II 64"), ["b"]);
});

test("numbers fit whole, words by their beginning, whatever case and accents", () => {
  assert.deepEqual(found("64"), ["a", "b"]);
  assert.deepEqual(found("ART"), ["d"]);
  assert.deepEqual(found("mongolia"), ["d"]);
  assert.deepEqual(found("division 57"), ["c"]);
});

test("nothing asked and nothing that fits find nothing", () => {
  assert.deepEqual(found("  "), []);
  assert.deepEqual(found("99"), []);
  assert.deepEqual(found("64 99"), []);
});
