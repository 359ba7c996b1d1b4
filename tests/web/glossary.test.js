// @ts-check
// Which words of a text are marked as terms.

import assert from "node:assert/strict";
import { test } from "node:test";
import { marked, terms } from "../../src/khalkhin/web/js/glossary.js";
import { Words } from "../../src/khalkhin/web/js/words.js";

const WORDS = new Words("en", {
  "gloss.raid": "A table for battles.",
  "gloss.raid.said": "raid|raids",
  "gloss.air": "What flies.",
  "gloss.air.said": "air",
  "gloss.strike": "Bombs.",
  "gloss.strike.said": "air strike",
  "gloss.DE": "Eliminated.",
  "gloss.DE.said": "DE",
  "gloss.CAR": "Strike back.",
  "gloss.CAR.said": "CA/R",
  "gloss.zone": "Seis hexágonos.",
  "gloss.zone.said": "ação",
  other: "Nothing of the glossary.",
});

/** What is marked. @param {string} text */
const found = (text) => marked(text, WORDS).flatMap((piece) => (piece.term ? [piece.text] : []));

test("terms come by their names, with their meanings", () => {
  assert.deepEqual(
    terms(WORDS).map(({ name }) => name),
    ["ação", "air", "air strike", "CA/R", "DE", "raid"],
  );
  assert.equal(terms(WORDS).find(({ name }) => name === "raid")?.meaning, "A table for battles.");
});

test("only the first mention is marked, in whatever form, and the text stays whole", () => {
  const text = "Two raids, a raid, and a Raid.";
  assert.deepEqual(found(text), ["raids"]);
  assert.equal(
    marked(text, WORDS)
      .map((piece) => piece.text)
      .join(""),
    text,
  );
});

test("the longest form goes first", () => {
  assert.deepEqual(found("An air strike, by air."), ["air strike", "air"]);
});

test("only whole words are marked, also beside letters with accents", () => {
  assert.deepEqual(found("raiders, fair, CA/RT, reação, áraid"), []);
  assert.deepEqual(found("(raid) CA/R: Ação"), ["raid", "CA/R", "Ação"]);
});

test("a form with capitals is written just so", () => {
  assert.deepEqual(found("Fim de turno"), []);
  assert.deepEqual(found("The result DE"), ["DE"]);
});

test("what was met before is not marked again, and a book without terms marks nothing", () => {
  const seen = new Set();
  marked("A raid.", WORDS, seen);
  assert.equal(
    marked("Another raid.", WORDS, seen).some((piece) => piece.term),
    false,
  );
  assert.deepEqual(marked("A raid.", new Words("en", {})), [{ text: "A raid." }]);
});
