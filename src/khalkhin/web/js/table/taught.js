// @ts-check
// What a lesson says and waits for, worked out without a page.

/** @typedef {import("../types.js").Taught} Taught */

const OWN = /^(lesson|learn)\./;

/** Whether a refusal is the lesson's, and not the rules': a try that leads away, taken back. @param {string} key */
export const byLesson = (key) => OWN.test(key);

/**
 * Of the things that were looked at in one act the first that is waited for.
 * @param {Pick<Taught, "looks">} taught
 * @param {string[]} seen  Such as "unit JP-71-1", "hex 1319", "overlay supply", "panel charts", "odds".
 * @returns {string | null}
 */
export function awaitedLook({ looks }, seen) {
  return seen.find((one) => looks.some((pattern) => fits(one, pattern))) ?? null;
}

/**
 * Where one can go from the end of a lesson: after the last to the first battle, on with the game only while there is one.
 * What comes first is the main way.
 * @param {string | null} next  The next lesson.
 * @param {boolean} ended  Whether the game is over, too.
 * @returns {("next-lesson" | "first-battle" | "play-on" | "free")[]}
 */
export function waysOn(next, ended) {
  return [next ? "next-lesson" : "first-battle", ...(ended ? [] : [/** @type {const} */ ("play-on")]), "free"];
}

/**
 * As the engine reads it (learn/conditions.py): a kind alone, or with the things that are meant, in which * stands for anything.
 * @param {string} seen
 * @param {string} pattern
 */
function fits(seen, pattern) {
  const [kind, thing = ""] = seen.split(" ");
  const [wanted, ...things] = pattern.split(" ");
  return kind === wanted && (!things.length || things.some((one) => glob(one).test(thing)));
}

/** @param {string} pattern */
function glob(pattern) {
  const plain = pattern.replace(/[.+^${}()|\\]/g, "\\$&");
  return new RegExp(`^${plain.replaceAll("*", ".*").replaceAll("?", ".")}$`);
}

/**
 * A sentence in pieces: hexes, other figures such as 3-4-5 or 5½, and what is between them.
 * @param {string} text
 * @param {(word: string) => boolean} isHex
 * @returns {{text: string, kind: "hex" | "figure" | "words"}[]}
 */
export function pieces(text, isHex) {
  /** @param {string} part @param {number} n @returns {"hex" | "figure" | "words"} */
  const kind = (part, n) => (n % 2 === 0 ? "words" : isHex(part) ? "hex" : "figure");
  return text
    .split(/(\d(?:[\d½/-]*[\d½])?)/)
    .map((part, n) => ({ text: part, kind: kind(part, n) }))
    .filter((part) => part.text);
}
