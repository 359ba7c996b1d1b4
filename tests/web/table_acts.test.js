// @ts-check
// What a click means: decide, choose, spread out, change one's mind, ask why not.
import assert from "node:assert/strict";
import { test } from "node:test";

import { choosable, onHex, onSome, onStack, onUnit, together } from "../../src/khalkhin/web/js/table/acts.js";
import { inHand, mainVerb, sameHand, sorted, wanted } from "../../src/khalkhin/web/js/table/offers.js";
import { Trail, gesture } from "../../src/khalkhin/web/js/table/trail.js";

/** @typedef {import("../../src/khalkhin/web/js/types.js").Offer} Offer */

/** @param {string} verb @param {string[]} nouns @returns {Offer} */
const units = (verb, ...nouns) => ({ verb, kind: "unit", nouns });
/** @param {...string} nouns @returns {Offer} */
const gathered = (...nouns) => ({ verb: "unit", kind: "unit", nouns, gather: true });
/** @param {string} verb @param {string[]} nouns @returns {Offer} */
const hexes = (verb, ...nouns) => ({ verb, kind: "hex", nouns });
/** @type {Offer} */
const DONE = { verb: "done", kind: "nothing", nouns: [null] };

/**
 * @param {Offer[]} offers
 * @param {{places?: Record<string, string[]>, details?: any, trail?: Trail, asked?: boolean, params?: any}} [more]
 */
function scene(offers, { places = {}, details = {}, trail = new Trail(), asked = true, params = {} } = {}) {
  const shown = Object.fromEntries(
    Object.entries(places).map(([place, ids]) => [
      place,
      ids.map((id) => (id === "?" ? { nation: "JP" } : { id, is: [] })),
    ]),
  );
  const prompt = asked ? { side: "red", rule: "4.0", key: "ask", params, offers } : null;
  const view = /** @type {any} */ ({ places: shown, details, prompt, standing: [], waiting: ["red"] });
  return {
    view,
    trail,
    offers,
    me: "red",
    sideOf: (/** @type {string} */ unit) => (unit.startsWith("R") ? "red" : "blue"),
  };
}

/** @param {import("../../src/khalkhin/web/js/table/acts.js").Act} act */
const said = (act) => act.go?.change.gestures.flatMap((one) => one.say).map(({ verb, noun }) => `${verb} ${noun}`);

/** A trail in which these gestures were made, each on what was offered before it. @param {[Offer[], string, string[]][]} made */
function trailOf(...made) {
  const trail = new Trail();
  made.forEach(([offers, verb, nouns], n) =>
    trail.gestures.push({
      ...gesture(
        nouns.map((noun) => ({ verb, noun })),
        offers,
      ),
      starts: n === 0,
    }),
  );
  return trail;
}

test("a click on a stack takes all that may be gathered in one go", () => {
  const act = onStack(
    scene([gathered("R1", "R2", "R4")], { places: { "0101": ["R1", "R2", "R3"], "0102": ["R4"] } }),
    "0101",
  );
  assert.deepEqual(said(act), ["unit R1", "unit R2"]);
  assert.equal(act.go?.each, true);
});

test("a stack is spread out where only one of several can be picked", () => {
  const places = { "0101": ["R1", "R2"] };
  assert.deepEqual(onStack(scene([units("unit", "R1", "R2")], { places }), "0101"), { fan: "0101" });
  assert.deepEqual(said(onStack(scene([units("unit", "R2")], { places }), "0101")), ["unit R2"]);
});

test("who has named a way is told why a hex is not on it, and does not lose the way", () => {
  const before = [hexes("hex", "0101", "0105")];
  const move = { units: ["R1"], origin: "0103", path: ["0102"], planned: true };
  const trail = trailOf([before, "via", ["0102"]]);
  const now = scene([hexes("hex", "0101")], { details: { move }, trail });
  assert.deepEqual(onHex(now, "0105"), { why: { noun: "0105" } });
  assert.deepEqual(said(onHex(now, "0101")), ["hex 0101"]);
});

test("a counter of its own is picked alone, whatever may be gathered", () => {
  assert.deepEqual(said(onUnit(scene([gathered("R1", "R2")], { places: { "0101": ["R1", "R2"] } }), "R1")), [
    "unit R1",
  ]);
});

test("several verbs for a hex are a choice, one is a decision", () => {
  const offers = [hexes("attack", "0813"), hexes("strike", "0813", "0910")];
  assert.deepEqual(
    onHex(scene(offers), "0813").choose?.map((one) => one.verb),
    ["attack", "strike"],
  );
  assert.deepEqual(said(onHex(scene(offers), "0910")), ["strike 0910"]);
});

test("a stack in a hex that can be entered too is a choice, the counters first", () => {
  const act = onStack(scene([gathered("R1"), hexes("hex", "0101")], { places: { "0101": ["R1"] } }), "0101");
  assert.deepEqual(
    act.choose?.map((one) => one.nouns),
    [["R1"], ["0101"]],
  );
});

test("what is not offered is asked about: the own counter, or the hex where hexes are to be chosen", () => {
  const places = { "0101": ["R9"], "0102": ["?"] };
  assert.deepEqual(onStack(scene([gathered("R1")], { places }), "0101"), { why: { noun: "R9" } });
  assert.deepEqual(onStack(scene([hexes("hex", "0303")], { places }), "0101"), { why: { noun: "0101" } });
  assert.deepEqual(onStack(scene([gathered("R1")], { places }), "0102"), { why: { noun: "0102" } });
  assert.deepEqual(onHex(scene([gathered("R1")]), "0505"), { why: { noun: "0505" } });
});

test("somebody who is not asked only looks", () => {
  assert.deepEqual(onStack(scene([], { places: { "0101": ["R1"] }, asked: false }), "0101"), { look: true });
  assert.deepEqual(onHex(scene([], { asked: false }), "0101"), { look: true });
});

test("another counter that was on offer before takes the place of those in hand", () => {
  const before = [gathered("R1", "R2", "R3"), DONE];
  const trail = trailOf([before, "unit", ["R1", "R2"]]);
  const act = onStack(
    scene([hexes("hex", "0202")], { places: { "0101": ["R1", "R2"], "0105": ["R3"] }, trail }),
    "0105",
  );
  assert.equal(act.go?.change.undo, 2);
  assert.deepEqual(said(act), ["unit R3"]);
  assert.equal(act.go?.change.gestures[0].offers, before, "what was on offer then, for the next change of mind");
});

test("a second click takes a counter out of the hand, and the rest is said again", () => {
  const trail = trailOf(
    [[hexes("attack", "0813")], "attack", ["0813"]],
    [[gathered("R1", "R2")], "unit", ["R1", "R2"]],
    [[{ verb: "air", kind: "number", nouns: [1, 2] }], "air", ["2"]],
  );
  const act = onUnit(scene([], { places: { "0101": ["R1", "R2"] }, trail, details: { plan: {} } }), "R1");
  assert.equal(act.go?.takesOut, true);
  assert.equal(act.go?.change.undo, 3);
  assert.deepEqual(said(act), ["unit R2", "air 2"]);
});

test("a second click does not bring back who has retreated already; who waits for a hex is put back", () => {
  const trail = trailOf([[units("unit", "R1", "R2")], "unit", ["R1"]]);
  const more = { places: { "0101": ["R1"], "0102": ["R2"] }, trail };
  const next = { ...scene([units("unit", "R2")], more), retreats: true };
  assert.deepEqual(onStack(next, "0101"), { why: { noun: "R1" } });
  assert.deepEqual(onUnit(next, "R1"), { why: { noun: "R1" } });
  const where = { ...scene([hexes("hex", "0103")], { ...more, params: { unit: "R1" } }), retreats: true };
  assert.equal(onUnit(where, "R1").go?.takesOut, true);
});

test("a stack that is in hand as a whole is spread out, so that one of it can be taken out", () => {
  const trail = trailOf([[gathered("R1", "R2")], "unit", ["R1", "R2"]]);
  const places = { "0101": ["R1", "R2"] };
  assert.deepEqual(onStack(scene([hexes("hex", "0202")], { places, trail }), "0101"), { fan: "0101" });
  assert.equal(
    onStack(scene([], { places: { "0101": ["R1"] }, trail: trailOf([[gathered("R1")], "unit", ["R1"]]) }), "0101").go
      ?.takesOut,
    true,
  );
});

test("another target is taken only as long as nothing else was chosen for the attack", () => {
  const offers = [hexes("attack", "0813", "0910")];
  const bare = trailOf([offers, "attack", ["0813"]]);
  const plan = { plan: { target: "0813" } };
  assert.deepEqual(said(onHex(scene([gathered("R1")], { trail: bare, details: plan }), "0910")), ["attack 0910"]);
  const built = trailOf([offers, "attack", ["0813"]], [[gathered("R1")], "unit", ["R1"]]);
  assert.deepEqual(onHex(scene([], { trail: built, details: plan }), "0910"), { why: { noun: "0910" } });
});

test("a move that went elsewhere is taken back for a hex it could have gone to", () => {
  const trail = trailOf([[gathered("R1")], "unit", ["R1"]], [[hexes("hex", "0202", "0303")], "hex", ["0202"]]);
  const act = onHex(
    scene([DONE], { trail, details: { move: { units: ["R1"], origin: "0101", path: ["0202"] } } }),
    "0303",
  );
  assert.equal(act.go?.change.undo, 1);
  assert.deepEqual(said(act), ["hex 0303"]);
});

test("the stacks that can act come from the top left, boxes last", () => {
  const places = { due: ["R4"], "0502": ["R1", "R2"], "0101": ["R3", "R9"] };
  const { view } = scene([], { places });
  const found = choosable(view, [gathered("R1", "R2", "R3", "R4")], { "0101": [0, 0], "0502": [200, 80] });
  assert.deepEqual(found, [
    { place: "0101", units: ["R3"] },
    { place: "0502", units: ["R1", "R2"] },
    { place: "due", units: ["R4"] },
  ]);
});

test("offers are sorted by how they are shown", () => {
  const found = sorted([
    gathered("R1"),
    units("split", "R1"),
    hexes("hex", "0101"),
    { verb: "air", kind: "number", nouns: [1] },
    { verb: "side", kind: "word", nouns: ["left"] },
    DONE,
  ]);
  assert.deepEqual([...found.units], [["R1", ["unit", "split"]]]);
  assert.deepEqual([...found.hexes], [["0101", ["hex"]]]);
  assert.deepEqual(
    [found.numbers.length, found.words.length, found.bare, [...found.gather]],
    [1, 1, ["done"], ["unit"]],
  );
});

test("there is one main button: what commits, then what goes on, then what stands alone", () => {
  assert.equal(mainVerb(["done", "commit"]), "commit");
  assert.equal(mainVerb(["auto", "done"]), "done");
  assert.equal(mainVerb(["auto"]), "auto");
  assert.equal(mainVerb(["left", "right"]), null);
});

test("what is in hand goes on as long as the same units, target or counter are in it", () => {
  const move = (/** @type {string[]} */ ...ids) =>
    scene([], { details: { move: { units: ids, origin: "0101", path: [] } } }).view;
  assert.ok(sameHand(move("R1"), move("R1", "R2")));
  assert.ok(!sameHand(move("R1", "R2"), move("R3")), "the next unit is another hand");
  assert.ok(!sameHand(scene([]).view, move("R1")));
  assert.ok(!inHand(scene([], { details: { move: { units: ["R1"], origin: "0101", path: [] } }, asked: false }).view));
  assert.ok(inHand(scene([], { params: { unit: "R1" } }).view));
  const plan = (/** @type {string} */ target) => scene([], { details: { plan: { target, kind: "attack" } } }).view;
  assert.ok(sameHand(plan("0813"), plan("0813")) && !sameHand(plan("0813"), plan("0910")));
});

test("counters are in hand for which a hex is wanted and nothing else", () => {
  const params = { units: ["R1", "R2"] };
  assert.deepEqual(wanted(scene([hexes("hex", "0101")], { params }).view), ["R1", "R2"]);
  assert.deepEqual(wanted(scene([hexes("hex", "0101"), DONE], { params }).view), ["R1", "R2"]);
  assert.deepEqual(wanted(scene([hexes("attack", "0101"), DONE], { params }).view), [], "they are only told of");
  assert.deepEqual(wanted(scene([hexes("hex", "0101"), units("unit", "R3")], { params }).view), []);
  assert.deepEqual(wanted(scene([DONE], { params }).view), []);
  assert.deepEqual(wanted(scene([DONE], { params: { unit: "R1" } }).view), ["R1"]);
});

test("points allotted one after another are one hand, as are the targets of one attack", () => {
  const details = { missions: { reserve: 3 } };
  const before = scene([DONE], { details }).view;
  assert.ok(sameHand(before, scene([DONE], { details: { missions: { reserve: 1 } } }).view));
  const other = scene([DONE], { details }).view;
  other.prompt.key = "ask.other";
  assert.ok(!sameHand(before, other));
  const attack = (/** @type {string[]} */ ...targets) =>
    scene([], { details: { plan: { side: "red", kind: "attack", target: targets[0], targets, units: [] } } }).view;
  assert.ok(sameHand(attack("0813"), attack("0712", "0813")), "a target more");
  assert.ok(!sameHand(attack("0813"), attack("0712")), "the next attack");
});

test("of a stack several can be picked if they can be taken up together, and only then", () => {
  const places = { "0101": ["R1", "R2", "B1"], "0102": ["R3"] };
  assert.deepEqual(together(scene([gathered("R1", "R2", "R3")], { places }), "0101"), ["R1", "R2"]);
  assert.deepEqual(together(scene([gathered("R1", "R2", "R3")], { places }), "0102"), []);
  assert.deepEqual(together(scene([units("unit", "R1", "R2")], { places }), "0101"), []);
});

test("who is in hand is one of those that can be picked, if he was picked by this page", () => {
  const places = { "0101": ["R1", "R2"] };
  const details = { move: { units: ["R1"], origin: "0101", path: [] } };
  const trail = trailOf([[gathered("R1", "R2")], "unit", ["R1"]]);
  assert.deepEqual(together(scene([gathered("R2")], { places, details, trail }), "0101"), ["R1", "R2"]);
  assert.deepEqual(together(scene([gathered("R2")], { places, details }), "0101"), []);
});

test("some of a stack: whoever is missing is taken up, and if nobody is, all of them are put back", () => {
  const before = [gathered("R1", "R2", "R3")];
  const details = { move: { units: ["R1"], origin: "0101", path: [] } };
  const trail = trailOf([before, "unit", ["R1"]]);
  assert.deepEqual(said(onSome(scene([gathered("R2", "R3")], { details, trail }), ["R1", "R2"])), ["unit R2"]);
  const all = trailOf([before, "unit", ["R1", "R2", "R3"]]);
  const held = { move: { units: ["R1", "R2", "R3"], origin: "0101", path: [] } };
  const out = onSome(scene([], { details: held, trail: all }), ["R1", "R2"]);
  assert.deepEqual([out.go?.change.undo, said(out)], [3, ["unit R3"]]);
  const none = onSome(scene([], { details: held, trail: all }), ["R1", "R2", "R3"]);
  assert.deepEqual([none.go?.change.undo, said(none)], [3, []]);
});

test("where some of a stack can do different things it is asked which", () => {
  const sail = /** @type {Offer} */ ({ verb: "sail", kind: "unit", nouns: ["R1", "R2"], gather: true });
  const act = onSome(scene([gathered("R1", "R2"), sail]), ["R1", "R2"]);
  assert.deepEqual(
    act.choose?.map((one) => [one.verb, one.nouns]),
    [
      ["unit", ["R1", "R2"]],
      ["sail", ["R1", "R2"]],
    ],
  );
});
