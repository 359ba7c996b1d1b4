// @ts-check
// Exact chances: fractions as text ("5/18"), brought to one denominator, and per cents as a language writes them.

/** @typedef {{n: number, d: number}} Fraction */

/** @param {string} text @returns {Fraction} */
export function fraction(text) {
  const [n, d = "1"] = text.split("/");
  return { n: Number(n), d: Number(d) };
}

/** @param {number} a @param {number} b @returns {number} */
function divisor(a, b) {
  return b ? divisor(b, a % b) : a;
}

/**
 * The least number in which all these chances can be counted; `wanted` itself, if it will do.
 * @param {string[]} chances
 * @param {number} [wanted]  What a reader would count in, such as 36 for two dice.
 */
export function ways(chances, wanted = 1) {
  const least = chances.reduce((all, one) => {
    const { d } = fraction(one);
    return (all / divisor(all, d)) * d;
  }, 1);
  return wanted % least ? least : wanted;
}

/**
 * How many of so many ways a chance is.
 * @param {string} chance
 * @param {number} all
 */
export function count(chance, all) {
  const { n, d } = fraction(chance);
  return (n * all) / d;
}

/**
 * "72.2 %", in the reader's figures; what is certain has no decimals.
 * @param {number} share  0 to 1.
 * @param {string} language
 * @param {number} [places]
 */
export function percent(share, language, places = 1) {
  const whole = share === 0 || share === 1;
  const figures = new Intl.NumberFormat(language, {
    minimumFractionDigits: whole ? 0 : places,
    maximumFractionDigits: places,
  });
  return `${figures.format(share * 100)}\u00a0%`;
}
