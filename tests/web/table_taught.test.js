// @ts-check
// What a lesson waits for and says: looks by their patterns, its own refusals, sentences in pieces.
import assert from "node:assert/strict";
import { test } from "node:test";

import { awaitedLook, byLesson, pieces, waysOn } from "../../src/khalkhin/web/js/table/taught.js";

/** @param {...string} looks */
const waitingFor = (...looks) => ({ looks });

test("of what was seen in one act the first that is waited for is told", () => {
  const seen = ["unit SU-149-2", "hex 0513"];
  assert.equal(awaitedLook(waitingFor("hex 0513", "unit SU-149-*"), seen), "unit SU-149-2");
  assert.equal(awaitedLook(waitingFor("hex 0613 0513"), seen), "hex 0513");
  assert.equal(awaitedLook(waitingFor("unit SU-149"), seen), null);
  assert.equal(awaitedLook(waitingFor(), seen), null);
});

test("a kind alone means whatever there is of it", () => {
  assert.equal(awaitedLook(waitingFor("overlay"), ["overlay supply"]), "overlay supply");
  assert.equal(awaitedLook(waitingFor("odds"), ["odds"]), "odds");
  assert.equal(awaitedLook(waitingFor("odds"), ["overlay supply"]), null);
});

test("from the end of a lesson one goes on with the game only while there is one", () => {
  assert.deepEqual(waysOn("supply", false), ["next-lesson", "play-on", "free"]);
  assert.deepEqual(waysOn(null, false), ["first-battle", "play-on", "free"]);
  assert.deepEqual(waysOn(null, true), ["first-battle", "free"]);
});

test("a refusal in the words of a lesson is not one of the rules", () => {
  assert.equal(byLesson("lesson.first-attack.together.far"), true);
  assert.equal(byLesson("learn.away"), true);
  assert.equal(byLesson("server.stale"), false);
});

test("hexes and other figures of a sentence stand apart", () => {
  const found = pieces("In 1319 a 3-4-5 wins 56 of 100, and 5½ are left; 2039 is no hex.", (word) => word === "1319");
  assert.deepEqual(
    found.filter(({ kind }) => kind !== "words").map(({ text, kind }) => [text, kind]),
    [
      ["1319", "hex"],
      ["3-4-5", "figure"],
      ["56", "figure"],
      ["100", "figure"],
      ["5½", "figure"],
      ["2039", "figure"],
    ],
  );
  assert.equal(
    found.map(({ text }) => text).join(""),
    "In 1319 a 3-4-5 wins 56 of 100, and 5½ are left; 2039 is no hex.",
  );
});
