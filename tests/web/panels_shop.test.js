// What is for sale, in a reader's order.

import assert from "node:assert/strict";
import { test } from "node:test";

import { contingents, worth } from "../../src/khalkhin/web/js/panels/shop.js";
import { apart, nameless, piles, sidesOf } from "../../src/khalkhin/web/js/panels/shelf.js";

/** @param {string} name @param {string} nation @param {string} type @param {string[]} factors */
const unit = (name, nation, type, factors) => ({
  name,
  nation,
  type,
  factors,
  size: "III",
  back: "",
  side: "red",
  formation: "",
  values: {},
});
const SHEET = {
  nations: { A: {}, B: {}, C: {} },
  units: {
    b1: unit("Supply 1", "B", "supply", ["1"]),
    b2: unit("Supply 2", "B", "supply", ["1"]),
    b3: unit("Supply 3", "B", "supply", ["2"]),
    a1: unit("1 Cav", "A", "cavalry", ["2", "6"]),
    a2: unit("2 Cav", "A", "cavalry", ["2", "6"]),
    a3: unit("7 Div", "A", "infantry", ["8", "4"]),
  },
};

test("prices with fractions can be put in order", () => {
  assert.deepEqual(["½", "2", "2½", "10", "1¾"].map(worth), [0.5, 2, 2.5, 10, 1.75]);
});

test("counters stand by contingent and type, the dearest first; alike ones but for their number lie together", () => {
  const all = contingents(/** @type {any} */ (SHEET), { b1: "1", b2: "1", b3: "1½", a1: "2", a2: "2½", a3: "5" });
  assert.deepEqual(
    all.map(({ nation, count }) => [nation, count]),
    [
      ["A", 3],
      ["B", 3],
    ],
  );
  assert.deepEqual(all[0].shelves, [
    {
      type: "cavalry",
      lots: [
        { units: ["a2"], price: "2½" },
        { units: ["a1"], price: "2" },
      ],
    },
    { type: "infantry", lots: [{ units: ["a3"], price: "5" }] },
  ]);
  assert.deepEqual(all[1].shelves[0].lots, [
    { units: ["b3"], price: "1½" },
    { units: ["b1", "b2"], price: "1" },
  ]);
  assert.deepEqual(
    contingents(/** @type {any} */ (SHEET), { a1: "2", b1: "1" }, "B").map(({ nation }) => nation),
    ["B"],
  );
});

test("of many without a formation all of a sort are sold from one pile, whatever their number", () => {
  const names = [1, 2, 3, 4, 5, 6, 7].map((n) => `${n} Div`);
  /** @param {string} formation @param {any} [values] */
  const sheet = (formation, values = {}) =>
    /** @type {any} */ ({
      nations: { A: {} },
      units: Object.fromEntries(
        names.map((name) => [
          name,
          { ...unit(name, "A", "infantry", ["3", "4"]), formation, values: { unit: name, ...values[name] } },
        ]),
      ),
    });
  const prices = Object.fromEntries(names.map((name) => [name, "2"]));
  /** @param {any} one */
  const sizes = (one) => contingents(one, prices)[0].shelves[0].lots.map(({ units }) => units.length);
  assert.deepEqual(sizes(sheet("")), [7]);
  assert.deepEqual(sizes(sheet("", { "3 Div": { range: "2" } })).sort(), [1, 6]);
  assert.deepEqual(sizes(sheet("1 Army")).length, 7);
});

test("counters that cannot be told apart are counted", () => {
  assert.deepEqual(nameless([{ id: "a1", is: [] }, { nation: "B" }, { nation: "A" }, { nation: "B" }]), [
    ["B", 2],
    ["A", 1],
  ]);
});

test("a box shows the reader's own counters first, and those that look alike in piles", () => {
  const sheet = /** @type {any} */ ({
    sides: ["red", "blue"],
    nations: { R: { side: "red" }, B: { side: "blue" } },
    units: { r1: { side: "red" }, b1: { side: "blue" } },
  });
  const [r1, b1, back] = [{ id: "r1", is: [] }, { id: "b1", is: [] }, { nation: "R" }];
  assert.deepEqual(sidesOf([r1, b1, back], "blue", sheet), [[b1], [r1, back]]);
  assert.deepEqual(sidesOf([r1, back], null, sheet), [[r1, back]], "a side that has none there is left out");
  assert.deepEqual(
    piles(["a1", "b1", "a2"], (one) => one[0]),
    [["a1", "a2"], ["b1"]],
  );
});

test("what is picked from a pile does not move it, unless more of it can be picked", () => {
  const pile = ["a", "b", "c"].map((id) => ({ id, is: [] }));
  const ids = (/** @type {Set<string>} */ act) =>
    apart(pile, { act, selected: new Set(["b"]) }).map((some) => some.map(({ id }) => id).join(""));
  assert.deepEqual(ids(new Set()), ["bac"]);
  assert.deepEqual(ids(new Set(["a", "c"])), ["ac", "b"]);
});
