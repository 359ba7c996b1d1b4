// When it rings, and what.

import assert from "node:assert/strict";
import { test } from "node:test";

import { chime, rings } from "../../src/khalkhin/web/js/table/sound.js";

test("unless somebody chose, it rings only for who plays with people and looks elsewhere", () => {
  const all = [];
  for (const hidden of [true, false]) for (const people of [true, false]) all.push({ hidden, people });
  const when = (choice) => all.filter((how) => rings({ choice, ...how }));
  assert.deepEqual(when("auto"), [{ hidden: true, people: true }]);
  assert.equal(when("on").length, 4);
  assert.equal(when("off").length, 0);
});

test("the sound is two short notes, made on the spot", () => {
  const notes = [];
  globalThis.AudioContext = class {
    currentTime = 10;
    destination = {};
    resume = () => Promise.resolve();
    createGain = () => ({
      gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} },
      connect: (next) => next,
    });
    createOscillator = () => {
      const note = {
        frequency: {},
        connect: (next) => next,
        start: (at) => (note.at = at),
        stop: (at) => (note.end = at),
      };
      notes.push(note);
      return note;
    };
  };
  chime();
  assert.equal(notes.length, 2);
  assert.ok(notes.every(({ at, end }) => at >= 10 && end > at && end < 11));
});
