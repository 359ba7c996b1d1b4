// @ts-check
// What a way costs, step by step, worked out from the points left in the hexes of the way. Points are written with
// fractions (5½), so they are counted in twelfths. No page in here.

const PARTS = { "¼": 3, "⅓": 4, "½": 6, "⅔": 8, "¾": 9, "⅙": 2, "⅚": 10 };

/** "5½" -> 66 twelfths. @param {string} points @returns {number} */
export function twelfths(points) {
  const found = /^(-?\d*)([¼⅓½⅔¾⅙⅚]?)$/.exec(points.trim());
  if (!found || points.trim() === "") return NaN;
  return Number(found[1] || 0) * 12 + (PARTS[/** @type {keyof typeof PARTS} */ (found[2])] ?? 0);
}

/** 66 -> "5½". @param {number} count @returns {string} */
export function written(count) {
  const whole = Math.trunc(count / 12);
  const sign = Object.entries(PARTS).find(([, value]) => value === count - whole * 12)?.[0] ?? "";
  return whole || !sign ? `${whole}${sign}` : sign;
}

/**
 * The steps of a way with what each costs. Where nobody may end a move nothing is known of what is left, so such a hex and
 * the next one are told together.
 * @param {string[]} way  From where the units stand.
 * @param {Record<string, string>} left
 * @param {string} have  What they have before the first step.
 * @returns {{hexes: string[], cost: string}[]}
 */
export function steps(way, left, have) {
  /** @type {{hexes: string[], cost: string}[]} */
  const out = [];
  let before = twelfths(have);
  /** @type {string[]} */
  let hexes = [];
  for (const hex of way.slice(1)) {
    hexes.push(hex);
    const now = twelfths(left[hex] ?? "");
    if (Number.isNaN(now)) continue;
    out.push({ hexes, cost: Number.isNaN(before) ? "" : written(before - now) });
    [before, hexes] = [now, []];
  }
  return out;
}
