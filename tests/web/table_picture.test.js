// @ts-check
// From views to pictures: moves in hand, ways and their cost, what moved, what changed, where the cursor goes.
import assert from "node:assert/strict";
import { test } from "node:test";

import { steps, twelfths, written } from "../../src/khalkhin/web/js/table/costs.js";
import { stepTo } from "../../src/khalkhin/web/js/table/keyboard.js";
import { changedHexes, linesAfter } from "../../src/khalkhin/web/js/table/changes.js";
import { handUnits, motions, picture, wayTo, withHand, linesAsked } from "../../src/khalkhin/web/js/table/picture.js";

const NOTHING = { hexes: new Set(), units: new Set() };

/** @param {Record<string, string[]>} places @param {any} [more] */
function view(places, more = {}) {
  const shown = Object.fromEntries(
    Object.entries(places).map(([place, ids]) => [
      place,
      ids.map((id) => ({ id: id.replace("*", ""), is: id.endsWith("*") ? ["flipped"] : [] })),
    ]),
  );
  return /** @type {any} */ ({ places: shown, markers: {}, details: {}, prompt: null, side: "red", ...more });
}

test("points on hexes and who may not be forgotten are shown until something else is pointed at", () => {
  const details = { strikes: { "0101": 2 }, works: ["0202"], uncovered: { units: ["R1"], hexes: ["0303"] } };
  const shown = (/** @type {string[]} */ ...pointed) =>
    picture(
      view({}, { details }),
      [],
      /** @type {any} */ ({ lit: { hexes: new Set(pointed), units: new Set() }, marked: NOTHING, show: {} }),
      {},
    );
  assert.deepEqual(shown().points, { "0101": 2 });
  assert.deepEqual([...shown().lit.hexes].sort(), ["0101", "0202"]);
  assert.deepEqual([...shown().lit.units], ["R1"]);
  assert.deepEqual([...shown("0505").lit.units], []);
});

test("hexes that would be supplied, and those that strikes fly over, light up", () => {
  const ui = /** @type {any} */ ({ lit: NOTHING, marked: NOTHING, show: {} });
  const details = { supplied: ["0101"], flights: { "0202": ["B1"] } };
  assert.deepEqual([...picture(view({}, { details }), [], ui, {}).lit.hexes], ["0101", "0202"]);
  // Where one can fly to as well, that is what is shown.
  const offers = [{ verb: "hex", kind: /** @type {const} */ ("hex"), nouns: ["0202"] }];
  assert.deepEqual([...picture(view({}, { details }), offers, ui, {}).lit.hexes], ["0101"]);
});

test("the hex that a question about counters speaks of lights up, such as the one to advance into", () => {
  const ui = /** @type {any} */ ({ lit: NOTHING, marked: NOTHING, show: {} });
  const prompt = { key: "ask.advance", params: { hex: "0101" }, offers: [] };
  const units = [{ verb: "unit", kind: /** @type {const} */ ("unit"), nouns: ["R1"] }];
  assert.deepEqual([...picture(view({}, { prompt }), units, ui, {}).lit.hexes], ["0101"]);
  const plan = { side: "red", kind: "attack", target: "0101", units: [] };
  assert.deepEqual([...picture(view({}, { prompt, details: { plan } }), units, ui, {}).lit.hexes], []);
});

test("a move in hand is shown as made, and nothing else is touched", () => {
  const seen = view(
    { "0101": ["R1", "R2"], "0103": ["R3"] },
    { details: { move: { units: ["R1"], origin: "0101", path: ["0102", "0103"] } } },
  );
  const shown = withHand(seen);
  assert.deepEqual(Object.keys(shown.places), ["0101", "0103"]);
  assert.deepEqual(
    shown.places["0103"].map((one) => "id" in one && one.id),
    ["R1", "R3"],
    "on top of who is there",
  );
  assert.equal(
    withHand(view({ "0101": ["R1"] }, { details: { move: { units: ["R1"], origin: "0101", path: [] } } })).places[
      "0101"
    ].length,
    1,
  );
  assert.equal(seen.places["0101"].length, 2);
});

test("points are counted in twelfths, so no half and no third is lost", () => {
  for (const [text, count] of /** @type {[string, number][]} */ ([
    ["8", 96],
    ["5½", 66],
    ["½", 6],
    ["2⅓", 28],
    ["0", 0],
  ]))
    assert.equal(twelfths(text), count);
  assert.ok(Number.isNaN(twelfths("")) && Number.isNaN(twelfths("many")));
  for (const [count, text] of /** @type {[number, string][]} */ ([
    [66, "5½"],
    [6, "½"],
    [96, "8"],
    [0, "0"],
    [28, "2⅓"],
  ]))
    assert.equal(written(count), text);
});

test("a way is told step by step, and hexes where nobody may stop together with the next", () => {
  const left = { "0711": "6", "0812": "5½", "0914": "3" };
  assert.deepEqual(steps(["0710", "0711", "0812"], left, "8"), [
    { hexes: ["0711"], cost: "2" },
    { hexes: ["0812"], cost: "½" },
  ]);
  assert.deepEqual(steps(["0812", "0813", "0914"], left, "5½"), [{ hexes: ["0813", "0914"], cost: "2½" }]);
  assert.deepEqual(steps(["0710", "0711"], left, ""), [{ hexes: ["0711"], cost: "" }], "what they had is not known");
});

test("the cheapest way is followed back to where the units stand", () => {
  const from = { "0812": "0711", "0711": "0710" };
  assert.deepEqual(wayTo(from, "0710", "0812"), ["0710", "0711", "0812"]);
  assert.deepEqual(wayTo(from, "0101", "0505"), []);
  assert.deepEqual(wayTo({ "0101": "0102", "0102": "0101" }, "0909", "0101"), ["0102", "0101"], "a ring has an end");
});

test("who is in hand: movers, attackers with their guns, the support of who is attacked, or the counter asked about", () => {
  const asked = (/** @type {any} */ details, params = {}) => view({}, { details, prompt: { params, offers: [] } });
  const plan = { side: "red", kind: "attack", target: "0813", units: ["R1"], guns: ["R2"], support: ["B1"] };
  assert.deepEqual(handUnits(asked({ move: { units: ["R1"], origin: "0101", path: [] } })), ["R1"]);
  assert.deepEqual(handUnits(asked({ plan })), ["R1", "R2"]);
  assert.deepEqual(handUnits(asked({ plan: { ...plan, side: "blue" } })), ["B1"]);
  assert.deepEqual(handUnits(asked({}, { unit: "R5" })), ["R5"]);
  assert.deepEqual(handUnits(view({}, { details: { plan } })), [], "nobody is asked");
});

test("counters travel along the way the log tells, others straight, and turned ones turn", () => {
  const before = view({ "0101": ["R1", "R2"], "0505": ["R3"], due: ["R4"] });
  const after = view({ "0103": ["R1", "R2"], "0505": ["R3*"], "0909": ["R4"] });
  const lines = [
    /** @type {any} */ ({ key: "log.move", params: { units: ["R1", "R2"], path: ["0101", "0102", "0103"] } }),
  ];
  assert.deepEqual(motions(before, after, lines), [
    { units: ["R1", "R2"], path: ["0101", "0102", "0103"] },
    { units: ["R4"], path: ["due", "0909"] },
    { flip: "R3" },
  ]);
});

test("counters without a name travel as the log tells, their nation alone", () => {
  const lines = [
    /** @type {any} */ ({
      key: "log.move",
      params: { units: [{ key: "units.nameless.JP", count: 2 }], path: ["0101", "0102"] },
    }),
  ];
  assert.deepEqual(motions(view({}), view({}), lines), [
    { units: [], path: ["0101", "0102"], strangers: [{ nation: "JP" }, { nation: "JP" }] },
  ]);
});

test("what is taken back goes the way it came", () => {
  const move = { units: ["R1"], origin: "0101", path: ["0102", "0103"] };
  const before = withHand(view({ "0101": ["R1"] }, { details: { move } }));
  const after = view({ "0101": ["R1"] }, { details: { move: { ...move, path: [] } } });
  assert.deepEqual(motions(before, after, []), [{ units: ["R1"], path: ["0103", "0102", "0101"] }]);
});

test("hexes have changed where others stand, or somebody has lost a step; boxes do not count", () => {
  const hexes = { "0101": 1, "0102": 1, "0103": 1, "0104": 1 };
  const before = view({ "0101": ["R1", "R2"], "0102": ["R3"], "0103": ["R4"], due: ["R9"] }).places;
  const now = view({ "0101": ["R2", "R1"], "0102": ["R3*"], "0104": ["R4"], gone: ["R9"] }).places;
  assert.deepEqual(changedHexes(before, now, hexes).sort(), ["0102", "0103", "0104"]);
  assert.deepEqual(
    changedHexes({ "0101": [{ nation: "JP" }] }, { "0101": [{ nation: "JP" }, { nation: "JP" }] }, hexes),
    ["0101"],
  );
});

test("what happened after a frame is found in the log, and nothing where the frame is not", () => {
  const [a, b, c] = ["a", "b", "c"].map((key, at) => /** @type {any} */ ({ key, params: { n: 1 }, rule: "", at }));
  assert.deepEqual(linesAfter([a, b, c], [{ ...b, at: 99 }]), [c]);
  assert.deepEqual(linesAfter([a, b, c], [{ ...c, key: "d" }]), []);
  assert.deepEqual(linesAfter([a, b, c], []), []);
});

test("the picture has what is offered, what is in hand and the overlays that are switched on", () => {
  const seen = view(
    { "0101": ["R1"] },
    {
      details: {
        move: { units: ["R1"], origin: "0101", path: [] },
        left: { "0102": "½" },
        stops: { "0102": "4.1" },
        from: { "0102": "0101" },
        allowance: "5",
      },
      prompt: { params: {}, offers: [] },
    },
  );
  const ui = /** @type {any} */ ({
    show: { zones: true, points: false, changes: false },
    lit: NOTHING,
    marked: { hexes: new Set(["0101"]), units: new Set() },
    cursor: null,
    fanned: null,
  });
  const shown = picture(seen, [{ verb: "hex", kind: "hex", nouns: ["0102"] }], ui, {
    zones: { red: ["0101"] },
    objectives: [],
  });
  assert.deepEqual([...shown.offered], [["0102", ["hex"]]]);
  assert.deepEqual([shown.left, shown.origin, [...shown.selected], shown.path], [{ "0102": "½" }, "0101", ["R1"], []]);
  assert.deepEqual(shown.overlays, { zones: { red: ["0101"] } });
  assert.deepEqual([...shown.lit.hexes], ["0101"]);
  const byRail = { ...seen, details: { ...seen.details, left_by: { rail: { "0102": "2" } } } };
  const ride = [{ verb: "rail", kind: "hex", nouns: ["0102"] }];
  const riding = picture(/** @type {any} */ (byRail), /** @type {any} */ (ride), { ...ui, way: "rail" }, {});
  assert.deepEqual(riding.left, { "0102": "2" }, "where another way is chosen, what that way leaves");
  const pointed = picture(seen, [], { ...ui, lit: { hexes: new Set(["0102"]), units: new Set() } }, {});
  assert.deepEqual([...pointed.lit.hexes], ["0102"], "what is pointed at comes before what is marked");
});

test("the cursor goes to the neighbour in the arrow's direction and stays at the edge", () => {
  const R = 40;
  /** @type {Record<string, [number, number]>} */
  const hexes = { a: [0, 0], b: [0, 69.3], c: [60, 34.6], d: [60, -34.6] };
  assert.equal(stepTo(hexes, R, "a", 0, 1), "b");
  assert.ok(["c", "d"].includes(stepTo(hexes, R, "a", 1, 0)));
  assert.equal(stepTo(hexes, R, "a", -1, 0), "a");
  assert.equal(stepTo(hexes, R, "b", 0, -1), "a");
});

test("the lines of supply are shown where it is asked which supply is used, and nowhere else", () => {
  const supply = { S1: { hexes: ["0101", "0102"], paths: { "0102": ["0101", "0102"] } } };
  /** @param {any} prompt @returns {any} */
  const seen = (prompt) => ({ details: { supply }, prompt });
  const line = { hex: "0102", path: ["0101", "0102"], block: null };
  const asked = linesAsked(seen({ params: {} }), new Map([["S1", ["supply"]]]));
  assert.deepEqual(asked, { supply: [line] });
  assert.equal(
    linesAsked(seen({ params: {} }), new Map([["S1", ["supply"]]])),
    asked,
    "the same thing, not drawn again",
  );
  assert.deepEqual(linesAsked(seen({ params: { unit: "S1" } }), new Map()), asked);
  assert.deepEqual(
    linesAsked(
      seen({ params: {} }),
      new Map([
        ["S1", ["flip"]],
        ["A", ["combine"]],
      ]),
    ),
    {},
  );
  assert.deepEqual(linesAsked(seen(null), new Map([["S1", ["supply"]]])), {});
});
