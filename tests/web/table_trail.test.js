// @ts-check
// The trail of own decisions: what one step back takes, what belongs to the hand, what a change says again.
import assert from "node:assert/strict";
import { test } from "node:test";

import { Trail, gesture } from "../../src/khalkhin/web/js/table/trail.js";

/** @typedef {import("../../src/khalkhin/web/js/types.js").Offer} Offer */

/** @type {Offer} */
const UNITS = { verb: "unit", kind: "unit", nouns: ["R1", "R2", "R3"], gather: true };
/** @type {Offer} */
const AIR = { verb: "air", kind: "number", nouns: [1, 2, 3] };

/** @param {string[]} ids @param {string[]} [path] */
const moving = (ids, path = []) =>
  /** @type {any} */ ({
    prompt: { key: "ask.moving", params: {} },
    details: { move: { units: ids, origin: "0101", path } },
  });
const REST = /** @type {any} */ ({ prompt: { key: "ask.move", params: {} }, details: {} });

/** @param {string} verb @param {any[]} nouns @param {Offer[]} [offers] */
const say = (verb, nouns, offers = [UNITS]) =>
  gesture(
    nouns.map((noun) => ({ verb, noun })),
    offers,
  );

test("gestures that are joined are taken back by one step", () => {
  const trail = picked();
  trail.join(2);
  assert.equal(trail.back, 3);
  trail.join(5);
  assert.equal(trail.gestures.length, 1);
});

function picked() {
  const trail = new Trail();
  trail.record({ undo: 0, gestures: [say("unit", ["R1", "R2"])] }, REST, {
    number: 2,
    view: moving(["R1", "R2"]),
    undo: true,
  });
  trail.record({ undo: 0, gestures: [say("hex", ["0202"])] }, moving(["R1", "R2"]), {
    number: 3,
    view: moving(["R1", "R2"], ["0202"]),
    undo: true,
  });
  return trail;
}

test("one step back is what the last click said", () => {
  const trail = new Trail();
  assert.equal(trail.back, 1, "where nothing is remembered, one decision");
  trail.record({ undo: 0, gestures: [say("unit", ["R1", "R2"])] }, REST, {
    number: 2,
    view: moving(["R1", "R2"]),
    undo: true,
  });
  assert.equal(trail.back, 2);
});

test("the hand begins where something new was taken up", () => {
  const trail = picked();
  assert.equal(trail.hand.length, 2);
  trail.record({ undo: 0, gestures: [say("unit", ["R3"])] }, moving(["R1", "R2"], ["0202"]), {
    number: 4,
    view: moving(["R3"]),
    undo: true,
  });
  assert.equal(trail.hand.length, 1, "the finished move is no longer in hand");
  assert.deepEqual(trail.alternatives("unit", "R2"), [{ verb: "unit", undo: 1, steps: 1 }]);
});

test("what was asked is remembered for the buttons", () => {
  assert.equal(picked().gestures[0].prompt, "ask.move");
});

test("taking back forgets the gestures, and a way that is closed forgets all", () => {
  const trail = picked();
  trail.record({ undo: 1, gestures: [] }, moving(["R1", "R2"], ["0202"]), {
    number: 4,
    view: moving(["R1", "R2"]),
    undo: true,
  });
  assert.deepEqual(
    trail.gestures.map((one) => one.say.length),
    [2],
  );
  trail.record({ undo: 0, gestures: [say("commit", [null])] }, moving(["R1"]), { number: 5, view: REST, undo: false });
  assert.deepEqual(trail.gestures, []);
});

test("a position that somebody else changed is not to be undone by heart", () => {
  const trail = picked();
  trail.settle(3, true);
  assert.equal(trail.gestures.length, 2);
  trail.settle(4, true);
  assert.equal(trail.gestures.length, 0);
});

test("a number is put in the place of another", () => {
  const trail = new Trail();
  trail.gestures.push(
    say("attack", ["0813"]),
    { ...say("unit", ["R1"]), starts: false },
    { ...say("air", [2], [AIR]), starts: false },
  );
  assert.deepEqual(trail.named("air"), { said: { verb: "air", noun: 2 }, offer: AIR });
  assert.deepEqual(trail.amend({ verb: "air", noun: 2 }, 3), {
    undo: 1,
    gestures: [{ say: [{ verb: "air", noun: 3 }], offers: [AIR], starts: false }],
  });
  assert.deepEqual(trail.amend({ verb: "air", noun: 2 }), { undo: 1, gestures: [] });
  assert.equal(trail.amend({ verb: "air", noun: 1 }), null);
});

test("without the last of those it began with, a hand is empty", () => {
  const trail = picked();
  const first = trail.amend({ verb: "unit", noun: "R1" });
  assert.deepEqual(
    first?.gestures.map((one) => one.say.map((said) => said.noun)),
    [["R2"], ["0202"]],
  );
  const alone = new Trail();
  alone.gestures.push(say("unit", ["R1"]), { ...say("hex", ["0202"]), starts: false });
  assert.deepEqual(alone.amend({ verb: "unit", noun: "R1" }), { undo: 2, gestures: [] });
});

test("a trail survives being written down", () => {
  const trail = picked();
  const again = new Trail(JSON.parse(JSON.stringify(trail)));
  assert.deepEqual(again.gestures, trail.gestures);
  assert.equal(again.number, 3);
});

test("something said some time ago is left out, and what came after it is said again", () => {
  const trail = new Trail();
  const offers = [{ verb: "recruit", kind: "unit", nouns: ["A", "B", "C"] }];
  for (const noun of ["A", "B", "C"]) trail.gestures.push({ say: [{ verb: "recruit", noun }], offers, starts: true });
  const change = trail.without("A");
  assert.equal(change?.undo, 3);
  assert.deepEqual(
    change?.gestures.map((one) => one.say[0].noun),
    ["B", "C"],
  );
  assert.equal(trail.without("C")?.undo, 1);
  assert.equal(trail.without("D"), null);
});
