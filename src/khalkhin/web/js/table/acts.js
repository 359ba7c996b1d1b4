// @ts-check
// From a click to what it means: a decision, a choice between several, a stack to be spread out, or a question why not.
// No page in here: the same clicks come from pointer, keyboard and the list of choices.

import { inHand, sorted } from "./offers.js";
import { handUnits } from "./picture.js";
import { Trail, gesture } from "./trail.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Offer} Offer */
/** @typedef {import("./offers.js").Said} Said */
/** @typedef {import("./trail.js").Change} Change */

/**
 * @typedef {object} Act  What a click leads to; one of these is set.
 * @property {Option} [go]
 * @property {Option[]} [choose]
 * @property {string} [fan]  A place.
 * @property {{noun: string, verb?: string | null}} [why]
 * @property {boolean} [look]  Nothing can be decided here: only show what it is.
 */

/**
 * @typedef {object} Option
 * @property {Change} change
 * @property {string} verb
 * @property {string[]} nouns
 * @property {boolean} [each]  If not all of it is legal together, one by one as far as it is.
 * @property {boolean} [takesOut]  It takes the noun out of the hand.
 */

/**
 * @typedef {object} Scene  What a click is judged by.
 * @property {View} view
 * @property {Trail} trail
 * @property {Offer[]} offers
 * @property {string | null} me
 * @property {(unit: string) => string | undefined} sideOf
 * @property {boolean} [retreats]  Counters are chosen one by one, and each goes at once: only Undo brings it back.
 */

/**
 * @param {Scene} scene
 * @param {string} verb
 * @param {string[]} nouns
 * @param {number} [undo]
 * @returns {Option}
 */
export function option({ offers, trail }, verb, nouns, undo = 0) {
  const before = undo ? (trail.hand.at(-stepsOf(trail, undo))?.offers ?? offers) : offers;
  return {
    verb,
    nouns,
    change: {
      undo,
      gestures: [
        gesture(
          nouns.map((noun) => ({ verb, noun })),
          before,
        ),
      ],
    },
    each: nouns.length > 1,
  };
}

/**
 * @param {Trail} trail
 * @param {number} undo
 */
function stepsOf(trail, undo) {
  let [steps, left] = [0, undo];
  for (const one of [...trail.hand].reverse()) {
    if (left <= 0) break;
    left -= one.say.length;
    steps += 1;
  }
  return steps;
}

/** @param {Option[]} options @returns {Act | null} */
function oneOf(options) {
  if (!options.length) return null;
  return options.length === 1 ? { go: options[0] } : { choose: options };
}

/**
 * A counter of its own: one of a stack that is spread out, in a box or in a list.
 * @param {Scene} of
 * @param {string} unit
 * @returns {Act}
 */
export function onUnit(of, unit) {
  const scene = gone(of);
  const { view, trail, offers } = scene;
  const now = sorted(offers).units.get(unit) ?? [];
  const said = oneOf(now.map((verb) => option(scene, verb, [unit])));
  if (said) return said;
  const out = takenOut(trail, unit);
  if (out) return { go: out };
  const before = trail.alternatives("unit", unit).map(({ verb, undo }) => option(scene, verb, [unit], undo));
  return oneOf(before) ?? (view.prompt ? { why: { noun: unit } } : { look: true });
}

/** What was chosen last has gone its way: a click does not bring it back. @param {Scene} scene @returns {Scene} */
function gone(scene) {
  return scene.retreats && !inHand(scene.view) ? { ...scene, trail: new Trail() } : scene;
}

/**
 * @param {Trail} trail
 * @param {string} unit
 * @returns {Option | null}
 */
function takenOut(trail, unit) {
  const verb = trail.hand.flatMap((one) => one.say).find((said) => said.noun === unit)?.verb;
  const change = verb && trail.amend({ verb, noun: unit });
  return change ? { change, verb, nouns: [unit], takesOut: true } : null;
}

/**
 * A hex, whatever stands there.
 * @param {Scene} of
 * @param {string} hex
 * @returns {Act}
 */
export function onHex(of, hex) {
  const scene = gone(of);
  return oneOf(hexOptions(scene, hex)) ?? (scene.view.prompt ? { why: { noun: hex } } : { look: true });
}

/**
 * @param {Scene} scene
 * @param {string} hex
 * @returns {Option[]}
 */
function hexOptions(scene, hex) {
  const now = sorted(scene.offers).hexes.get(hex) ?? [];
  if (now.length) return now.map((verb) => option(scene, verb, [hex]));
  // Who has named a way wants it: a hex that it does not lead to is not reached by another one.
  const { move } = scene.view.details;
  if (move?.planned && move.path.length) return [];
  // Another target drops the attack in hand: only as long as nothing but its target was chosen.
  const most = scene.view.details.plan ? 1 : Infinity;
  const before = scene.trail.alternatives("hex", hex).filter(({ steps }) => steps <= most);
  return before.map(({ verb, undo }) => option(scene, verb, [hex], undo));
}

/**
 * A stack that is not spread out.
 * @param {Scene} of
 * @param {string} place
 * @returns {Act}
 */
export function onStack(of, place) {
  const scene = gone(of);
  const { view, offers, trail } = scene;
  const stack = unitsIn(view, place);
  const picks = stackOptions(scene, stack);
  const hexes = sorted(offers).hexes.has(place) ? hexOptions(scene, place) : [];
  if (picks === null && !hexes.length) return { fan: place };
  const direct = oneOf([...(picks ?? []), ...hexes]);
  if (direct) return direct;
  const held = stack.filter((unit) => trail.hand.some((one) => one.say.some((said) => said.noun === unit)));
  if (held.length) return stack.length > 1 ? { fan: place } : onUnit(scene, held[0]);
  return oneOf(hexOptions(scene, place)) ?? earlier(scene, stack, place) ?? refusal(scene, stack, place);
}

/**
 * What a click on a stack picks of it; null if one has to say which counter.
 * @param {Scene} scene
 * @param {string[]} stack
 * @returns {Option[] | null}
 */
function stackOptions(scene, stack) {
  const { units, gather } = sorted(scene.offers);
  const offered = stack.filter((unit) => units.has(unit));
  const verbs = [...new Set(offered.flatMap((unit) => units.get(unit) ?? []))];
  /** @type {Option[]} */
  const out = [];
  for (const verb of verbs) {
    const such = offered.filter((unit) => units.get(unit)?.includes(verb));
    if (such.length > 1 && !gather.has(verb)) return null;
    out.push(option(scene, verb, such));
  }
  return out;
}

/**
 * Counters of a stack that are in hand, or can be taken up together with others; none where only one can be chosen.
 * @param {Scene} scene
 * @param {string} place
 * @returns {string[]}
 */
export function together({ view, offers, trail }, place) {
  const { units, gather } = sorted(offers);
  const hand = new Set(handUnits(view));
  const said = new Set(trail.hand.flatMap((one) => one.say.map(({ noun }) => noun)));
  const found = unitsIn(view, place).filter(
    (unit) => (hand.has(unit) && said.has(unit)) || units.get(unit)?.some((verb) => gather.has(verb)),
  );
  return found.length > 1 ? found : [];
}

/**
 * Several counters of a stack: whoever is not in hand yet is taken up; if all are, they are put back.
 * @param {Scene} scene
 * @param {string[]} some
 * @returns {Act}
 */
export function onSome(scene, some) {
  const { units, gather } = sorted(scene.offers);
  const hand = new Set(handUnits(scene.view));
  const missing = some.filter((unit) => !hand.has(unit) && units.has(unit));
  const verbs = [...gather].filter((verb) => missing.some((unit) => units.get(unit)?.includes(verb)));
  const options = verbs.map((verb) =>
    option(
      scene,
      verb,
      missing.filter((unit) => units.get(unit)?.includes(verb)),
    ),
  );
  const taken = oneOf(options);
  if (taken) return taken;
  const change = scene.trail.leaveOut(some);
  return change ? { go: { change, verb: "", nouns: some, takesOut: true } } : { why: { noun: some[0] } };
}

/**
 * Counters of the stack that were on offer before what is in hand.
 * @param {Scene} scene
 * @param {string[]} stack
 * @param {string} place
 * @returns {Act | null}
 */
function earlier(scene, stack, place) {
  const found = stack.flatMap((unit) => scene.trail.alternatives("unit", unit).map((way) => ({ ...way, unit })));
  if (!found.length) return null;
  const { verb, undo, steps } = found[0];
  const such = found.filter((one) => one.verb === verb && one.undo === undo).map((one) => one.unit);
  const offer = scene.trail.hand.at(-steps)?.offers.find((one) => one.verb === verb);
  if (such.length > 1 && !offer?.gather) return { fan: place };
  return { go: option(scene, verb, such, undo) };
}

/**
 * @param {Scene} scene
 * @param {string[]} stack
 * @param {string} place
 * @returns {Act}
 */
function refusal({ view, offers, me, sideOf }, stack, place) {
  if (!view.prompt) return { look: true };
  const own = stack.find((unit) => sideOf(unit) === me);
  const { hexes, units } = sorted(offers);
  if (own && (units.size || !hexes.size)) return { why: { noun: own } };
  return { why: { noun: place } };
}

/**
 * @param {View} view
 * @param {string} place
 * @returns {string[]}
 */
export function unitsIn(view, place) {
  return (view.places[place] ?? []).flatMap((counter) => ("id" in counter ? [counter.id] : []));
}

/**
 * Where a counter is.
 * @param {View} view
 * @param {string} unit
 * @returns {string | null}
 */
export function placeOf(view, unit) {
  return Object.keys(view.places).find((place) => unitsIn(view, place).includes(unit)) ?? null;
}

/**
 * The counters that can be chosen, stack by stack from the top left, for "next unit".
 * @param {View} view
 * @param {Offer[]} offers
 * @param {Record<string, [number, number]>} hexes
 * @returns {{place: string, units: string[]}[]}
 */
export function choosable(view, offers, hexes) {
  const { units } = sorted(offers);
  const found = Object.keys(view.places).map((place) => ({
    place,
    units: unitsIn(view, place).filter((unit) => units.has(unit)),
  }));
  /** @param {string} place */
  const rank = (place) => (hexes[place] ? hexes[place][1] * 4 + hexes[place][0] : 1e9);
  return found.filter((one) => one.units.length).sort((a, b) => rank(a.place) - rank(b.place));
}
