// What is pressed while a decision is on its way: in order, and only what still means the same.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Decisions } from "../../src/khalkhin/web/js/table/decisions.js";
import { Trail } from "../../src/khalkhin/web/js/table/trail.js";

const DONE = { verb: "done", kind: "nothing", nouns: [null] };
const AIR = { verb: "air", kind: "number", nouns: [1, 2, 3, 4] };
const UNIT = { verb: "unit", kind: "unit", nouns: ["A"] };

/**
 * A desk whose server answers when the test says so.
 * @param {(said: any[], undo: number) => {key: string, offers: any[]}} answer
 */
function deskWith(answer) {
  /** @type {any[]} */
  const heard = [];
  /** @type {(() => void)[]} */
  const due = [];
  /** @type {any} */
  const desk = {
    id: "t",
    me: "red",
    busy: 0,
    ready: true,
    trail: new Trail(),
    showing: { hurry: () => {} },
    tell: () => {},
    seen: {
      number: 1,
      undo: true,
      view: { prompt: { key: "ask.move", offers: [UNIT, DONE, AIR] }, standing: [], details: {} },
    },
    get view() {
      return this.seen.view;
    },
    get offers() {
      return this.seen.view.prompt.offers;
    },
    line: {
      decide: (/** @type {any[]} */ say, /** @type {number} */ undo) =>
        new Promise((done) => {
          due.push(() => {
            heard.push(undo ? ["undo", undo, ...say] : say.map(({ verb, noun }) => [verb, noun]));
            const prompt = answer(say, undo);
            desk.seen = { ...desk.seen, number: desk.seen.number + 1, view: { ...desk.view, prompt } };
            done(undefined);
          });
        }),
    },
  };
  const decisions = new Decisions(desk);
  const settle = async () => {
    for (let n = 0; n < 20; n += 1) {
      due.shift()?.();
      await new Promise((done) => setImmediate(done));
    }
  };
  return { decisions, heard, settle };
}

test("a button pressed twice does not answer the next question, nor the same question asked again", async () => {
  for (const key of ["ask.combat", "ask.move"]) {
    const { decisions, heard, settle } = deskWith(() => ({ key, offers: [UNIT, DONE] }));
    decisions.say([{ verb: "done", noun: null }]);
    decisions.say([{ verb: "done", noun: null }]);
    await settle();
    assert.deepEqual(heard, [[["done", null]]], key);
  }
});

test("what is pressed meanwhile is carried out in its order, if it is still on offer", async () => {
  const { decisions, heard, settle } = deskWith(() => ({ key: "ask.move", offers: [AIR, DONE] }));
  decisions.say([{ verb: "unit", noun: "A" }]);
  decisions.say([{ verb: "unit", noun: "A" }]);
  decisions.number("air", 2);
  decisions.say([{ verb: "done", noun: null }]);
  await settle();
  assert.deepEqual(heard, [[["unit", "A"]], [["air", 2]], [["done", null]]]);
});

test("another number is said in the place of the one that is still on its way", async () => {
  const { decisions, heard, settle } = deskWith(() => ({ key: "ask.move", offers: [AIR, DONE] }));
  decisions.number("air", 1);
  decisions.number("air", 3);
  await settle();
  assert.deepEqual(heard, [[["air", 1]], ["undo", 1, { verb: "air", noun: 3 }]]);
});
