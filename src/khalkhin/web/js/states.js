// @ts-check
// Which of a counter's states are worth showing: one veil at most, and none over somebody who is asked for.

/** States that are drawn as a veil, the weightiest first. */
const VEILS = ["attacked", "fought", "flown", "moved"];
/** What is over once a counter has fought. */
const PAST = ["moved", "obliged"];

/** What still matters of a counter. @param {string[]} is @returns {string[]} */
export function telling(is) {
  return is.includes("fought") ? is.filter((state) => !PAST.includes(state)) : is;
}

/**
 * What is drawn over a counter; `asked`: it can be chosen now, and its figures are wanted.
 * @param {string[]} is
 * @param {boolean} [asked]
 * @returns {string[]}
 */
export function drawn(is, asked = false) {
  const veil = asked ? undefined : VEILS.find((state) => is.includes(state));
  return telling(is).filter((state) => !VEILS.includes(state) || state === veil);
}
