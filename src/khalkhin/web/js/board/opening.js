// @ts-check
// Where to begin: of the places that matter, as many as fit into a window in which counters can still be read.

/** @typedef {import("./camera.js").Frame} Frame */
/** @typedef {{x: number, y: number, weight: number}} WeightedSpot */

/**
 * The spots that lie together in a window of this size, the most weight first: all of them, if they fit.
 * @param {WeightedSpot[]} spots
 * @param {number} width
 * @param {number} height
 * @returns {WeightedSpot[]}
 */
export function fullest(spots, width, height) {
  /** @param {WeightedSpot[]} some @param {WeightedSpot} middle */
  const about = (some, middle) =>
    some.filter(({ x, y }) => Math.abs(x - middle.x) <= width / 2 && Math.abs(y - middle.y) <= height / 2);
  const frame = frameOf(spots);
  const whole = { x: (frame.left + frame.right) / 2, y: (frame.top + frame.bottom) / 2, weight: 0 };
  let best = { found: /** @type {WeightedSpot[]} */ ([]), worth: -1 };
  /** @param {WeightedSpot} spot */
  const off = ({ x, y }) => Math.hypot(x - whole.x, y - whole.y);
  // Of windows that are worth the same the one nearest to the middle.
  for (const middle of [whole, ...spots].sort((a, b) => off(a) - off(b))) {
    const found = about(spots, middle);
    const worth = found.reduce((sum, spot) => sum + spot.weight, 0);
    if (worth > best.worth) best = { found, worth };
  }
  return best.found;
}

/**
 * What encloses some spots.
 * @param {{x: number, y: number}[]} spots
 * @param {number} [rim]
 * @returns {Frame}
 */
export function frameOf(spots, rim = 0) {
  const [xs, ys] = [spots.map(({ x }) => x), spots.map(({ y }) => y)];
  return {
    left: Math.min(...xs) - rim,
    top: Math.min(...ys) - rim,
    right: Math.max(...xs) + rim,
    bottom: Math.max(...ys) + rim,
  };
}
