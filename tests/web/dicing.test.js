// What a browser puts into the dice: hashed as everywhere, kept here, promised before it is shown.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { beforeEach, test } from "node:test";

import { hex, sha256, unhex } from "../../src/khalkhin/web/js/sha256.js";
import { sharesOf } from "../../src/khalkhin/web/js/store.js";
import { answerDice, promiseOf } from "../../src/khalkhin/web/js/table/dicing.js";

/** @type {{path: string, said: any}[]} */
let asked;
/** @type {Record<string, string>} */
let kept;
let number = 0;

beforeEach(() => {
  [asked, kept] = [[], {}];
  Object.assign(globalThis, {
    localStorage: {
      getItem: (/** @type {string} */ key) => kept[key] ?? null,
      setItem: (/** @type {string} */ key, /** @type {string} */ value) => (kept[key] = value),
    },
    fetch: async (/** @type {string} */ path, /** @type {{body: string}} */ { body }) => {
      asked.push({ path, said: JSON.parse(body) });
      return new Response("{}", { headers: { "content-type": "application/json" } });
    },
  });
});

/** @param {string | null} asks @param {Record<string, string>} [promised] @param {string} [id] @returns {any} */
const desk = (asks, promised = {}, id = "one") => ({
  id,
  me: "red",
  token: "secret",
  words: { language: "en" },
  table: { dice: { shares: [], promised, asks } },
});

test("the hash is that of everybody else, at every length around a block", () => {
  for (let length = 0; length < 200; length++) {
    const bytes = Uint8Array.from({ length }, (_, n) => (n * 37 + length) % 256);
    assert.equal(sha256(bytes), createHash("sha256").update(bytes).digest("hex"));
  }
  assert.equal(hex(unhex("00ff10")), "00ff10");
});

test("a share is kept, promised by its hash, and shown when it is asked for", async () => {
  const id = `table-${number++}`;
  await answerDice(desk("promise", {}, id));
  const [own] = sharesOf(id);
  assert.deepEqual(asked, [{ path: `/api/tables/${id}/dice?lang=en`, said: { promise: promiseOf(own.share) } }]);
  assert.match(own.share, /^[0-9a-f]{64}$/);
  assert.equal(own.shown, false);
  await answerDice(desk("share", { red: promiseOf(own.share) }, id));
  assert.deepEqual(asked[1].said, { share: own.share });
  assert.deepEqual(sharesOf(id), [{ ...own, shown: true }]);
});

test("nothing is said when nothing is asked, and by nobody who only watches", async () => {
  await answerDice(desk(null));
  await answerDice({ ...desk("promise"), me: null });
  assert.deepEqual(asked, []);
});

test("what another browser promised is promised anew once, and no more", async () => {
  const id = `table-${number++}`;
  for (let again = 0; again < 3; again++) await answerDice(desk("share", { red: "0".repeat(64) }, id));
  assert.equal(asked.length, 1);
  assert.deepEqual(Object.keys(asked[0].said), ["promise"]);
});

test("of many tables the last sixty are remembered", async () => {
  for (let n = 0; n < 65; n++) await answerDice(desk("promise", {}, `many-${n}`));
  assert.equal(Object.keys(JSON.parse(kept["khalkhin.shares"])).length, 60);
  assert.equal(sharesOf("many-64").length, 1);
  assert.deepEqual(sharesOf("many-0"), []);
});
