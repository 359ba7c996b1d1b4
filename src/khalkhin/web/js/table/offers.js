// @ts-check
// What can be said now, sorted by how it is shown: counters and hexes on the map, buttons, numbers.

/** @typedef {import("../types.js").Offer} Offer */
/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Noun} Noun */
/** @typedef {{verb: string, noun: Noun}} Said */

/**
 * @typedef {object} Offered
 * @property {Map<string, string[]>} units  Counter -> verbs.
 * @property {Map<string, string[]>} hexes  Hex -> verbs.
 * @property {Offer[]} numbers
 * @property {Offer[]} words
 * @property {string[]} bare
 * @property {Set<string>} gather  Verbs with which several counters of a stack are picked.
 */

/** What every game lets a side say at any time; it lives in the menu. */
const COMMON = ["concede", "draw", "accept"];

/**
 * @param {Offer[]} offers
 * @returns {Offered}
 */
export function sorted(offers) {
  /** @type {Offered} */
  const out = { units: new Map(), hexes: new Map(), numbers: [], words: [], bare: [], gather: new Set() };
  for (const offer of offers) {
    if (offer.gather) out.gather.add(offer.verb);
    if (offer.kind === "unit" || offer.kind === "hex") {
      const map = offer.kind === "unit" ? out.units : out.hexes;
      for (const noun of offer.nouns) map.set(String(noun), [...(map.get(String(noun)) ?? []), offer.verb]);
    } else if (offer.kind === "number") out.numbers.push(offer);
    else if (offer.kind === "word") out.words.push(offer);
    else out.bare.push(offer.verb);
  }
  return out;
}

/** Whether an offer is taken up on the map or in a box. @param {Offer} offer */
const picked = ({ kind }) => kind === "unit" || kind === "hex";

/**
 * The offers of the prompt, of what is picked only the one way the player has chosen; or those of one standing offer that
 * the player has taken up, such as lighting a flare.
 * @param {View} view
 * @param {string | null} [standing]
 * @param {string | null} [way]
 * @returns {Offer[]}
 */
export function offersNow(view, standing = null, way = null) {
  if (standing) return view.standing.filter((offer) => offer.verb === standing);
  const offers = view.prompt?.offers ?? [];
  return offers.filter((offer) => (way ? offer.verb === way || !picked(offer) : !offer.spoken));
}

/**
 * What a hex can be chosen for only when the player asks for it, such as leading the way through it.
 * @param {View} view
 * @returns {Offer | null}
 */
export function spokenHexes(view) {
  return view.prompt?.offers.find((offer) => offer.spoken && offer.kind === "hex") ?? null;
}

/** What a click on a counter or a hex means without a word. */
const PLAIN = ["unit", "hex"];

/** Whether a click on a counter or a hex means a verb without a word. @param {string} verb */
export const isPlain = (verb) => PLAIN.includes(verb);

/**
 * The different things that can be done now with counters and hexes; none where nobody could wonder what a click does,
 * but for what a click alone never means.
 * @param {View} view
 * @returns {Offer[]}
 */
export function waysOf(view) {
  const all = (view.prompt?.offers ?? []).filter((offer) => picked(offer) && offer.nouns.length);
  const found = all.filter((offer) => !offer.spoken);
  const several = found.length > 1 && found.some((offer) => !PLAIN.includes(offer.verb));
  return [...(several ? found : []), ...all.filter((offer) => offer.spoken)];
}

/** Standing offers of the game itself, beside those that every game has. @param {View} view */
export function ownStanding(view) {
  return view.standing.filter((offer) => !COMMON.includes(offer.verb));
}

/**
 * The one of several things to do, or the standing offer, that the player has chosen alone.
 * @param {View} view
 * @param {{standing: string | null, way: string | null}} ui
 * @returns {Offer | null}
 */
export function takenUp({ prompt, standing: all }, { standing, way }) {
  const [from, verb] = standing ? [all, standing] : [prompt?.offers ?? [], way];
  return from.find((offer) => offer.verb === verb) ?? null;
}

/** The verb that commits to dice, and the ones that go on, in the order in which they are the main button. */
export const MAIN = ["commit", "done", "pass"];

/**
 * Which bare verb is the one main button.
 * @param {string[]} bare
 * @returns {string | null}
 */
export function mainVerb(bare) {
  return MAIN.find((verb) => bare.includes(verb)) ?? (bare.length === 1 ? bare[0] : null);
}

/**
 * Counters for which something is wanted, such as a hex and nothing else.
 * @param {View} view
 * @returns {string[]}
 */
export function wanted({ prompt }) {
  const { unit, units } = prompt?.params ?? {};
  if (typeof unit === "string") return [unit];
  if (!prompt || !Array.isArray(units)) return [];
  const places = prompt.offers.filter((offer) => picked(offer) && !offer.spoken);
  return places.length && places.every((offer) => offer.verb === "hex") ? units : [];
}

/** Whether the move in hand has gone nowhere yet, so that it can be put down. @param {View} view */
export function unmoved({ details: { move } }) {
  return Boolean(move && (!move.path.length || move.planned));
}

/**
 * Whether the side has begun something that waits for its rest: a move, an attack, a counter that needs a hex.
 * @param {View} view
 */
export function inHand(view) {
  const { details, prompt } = view;
  return Boolean(prompt && (details.move || details.plan || details.missions || wanted(view).length));
}

/**
 * Whether what is in hand after a decision is still what was in hand before it, and not the next thing.
 * @param {View} before
 * @param {View} after
 */
export function sameHand(before, after) {
  if (!inHand(before) || !inHand(after)) return false;
  const [a, b] = [before.details, after.details];
  // Points allotted to several things are one plan, as long as the same is asked.
  if (a.missions || b.missions) return before.prompt?.key === after.prompt?.key;
  if (a.move && b.move) return a.move.units.every((unit) => b.move?.units.includes(unit));
  if (a.plan && b.plan) {
    const now = b.plan.targets ?? [b.plan.target];
    return a.plan.kind === b.plan.kind && (a.plan.targets ?? [a.plan.target]).some((hex) => now.includes(hex));
  }
  return !a.move && !b.move && !a.plan && !b.plan && wanted(before)[0] === wanted(after)[0];
}
