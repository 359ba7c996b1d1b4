// @ts-check
// What a button looks like by what it does: it throws dice, it cannot be taken back, or it can.

/** @typedef {import("../words.js").Words} Words */

/**
 * @typedef {object} Effect
 * @property {boolean | null} dice  Whether dice fall before the reader is asked again; null: the other side decides that.
 * @property {boolean | null} binds  Whether it cannot be taken back; null where nothing is said about that.
 */

/**
 * @typedef {object} Look
 * @property {"btn-commit" | "btn-final" | "btn-primary"} look
 * @property {"dice" | "lock" | "check"} icon
 * @property {string | null} note  In a few words, for the button itself; null while it is not known.
 * @property {string | null} told  In a sentence.
 */

/** @type {Record<string, Pick<Look, "look" | "icon">>} */
const LOOKS = {
  dice: { look: "btn-commit", icon: "dice" },
  final: { look: "btn-final", icon: "lock" },
  binds: { look: "btn-final", icon: "lock" },
  free: { look: "btn-primary", icon: "check" },
};

/** What a button does. @param {Effect} effect @returns {"dice" | "final" | "binds" | "free"} */
function kindOf({ dice, binds }) {
  if (dice) return "dice";
  if (!binds) return "free";
  return dice === null ? "binds" : "final";
}

/**
 * @param {Effect | null} effect  Null while it is not known.
 * @param {Words} words
 * @param {boolean} [rolls]  Whether dice are to be expected until it is known.
 * @returns {Look}
 */
export function lookOf(effect, words, rolls = false) {
  if (!effect) return { ...LOOKS[rolls ? "dice" : "free"], note: null, told: null };
  const kind = kindOf(effect);
  // Of what can be taken back in its own way, only dice are told.
  const told = effect.binds !== null;
  return {
    ...LOOKS[kind],
    note: told ? words.say(`panels.effect.${kind}`) : kind === "dice" ? words.say("panels.effect.rolls") : null,
    told: told ? words.say(`panels.effect.${kind}.told`) : null,
  };
}

/** A line below the words of a button, kept free while nothing is known. @param {string | null} note */
export const noteLine = (note) => note ?? "\u00a0";
