// @ts-check
// What part of the map is seen. A point of the map stands on the screen at its coordinates times `k`, moved by `x`, `y`.

/**
 * @typedef {{x: number, y: number, k: number}} Sight
 * @typedef {{x: number, y: number}} Spot
 * @typedef {{width: number, height: number}} Size
 * @typedef {{top: number, right: number, bottom: number, left: number}} Edges  What covers the map along its edges.
 * @typedef {{left: number, top: number, right: number, bottom: number}} Frame
 */

/** @type {Edges} */
export const NO_EDGES = { top: 0, right: 0, bottom: 0, left: 0 };
/** The share of the window that may lie beyond the edge of the map when it is moved by hand. */
const SLACK = 0.4;

/**
 * @param {Sight} sight
 * @param {Spot} screen
 * @returns {Spot}
 */
export function toMap(sight, screen) {
  return { x: (screen.x - sight.x) / sight.k, y: (screen.y - sight.y) / sight.k };
}

/**
 * @param {Sight} sight
 * @param {Spot} spot
 * @returns {Spot}
 */
export function toScreen(sight, spot) {
  return { x: spot.x * sight.k + sight.x, y: spot.y * sight.k + sight.y };
}

/**
 * Closer or wider, with what is under a point of the screen staying there.
 * @param {Sight} sight
 * @param {number} k
 * @param {Spot} at
 * @returns {Sight}
 */
export function zoomed(sight, k, at) {
  const change = k / sight.k;
  return { x: at.x - (at.x - sight.x) * change, y: at.y - (at.y - sight.y) * change, k };
}

/**
 * The sight that shows a frame of the map as large as it gets in the free part of the window.
 * @param {Frame} frame
 * @param {Size} window
 * @param {Edges} edges
 * @param {{least: number, most: number}} limits
 * @returns {Sight}
 */
export function framed(frame, window, edges, limits) {
  const [wide, high] = free(window, edges);
  const k = Math.min(
    Math.max(Math.min(wide / (frame.right - frame.left), high / (frame.bottom - frame.top)), limits.least),
    limits.most,
  );
  return centred({ x: (frame.left + frame.right) / 2, y: (frame.top + frame.bottom) / 2 }, k, window, edges);
}

/**
 * The sight with a point of the map in the middle of the free part of the window.
 * @param {Spot} spot
 * @param {number} k
 * @param {Size} window
 * @param {Edges} edges
 * @returns {Sight}
 */
export function centred(spot, k, window, edges) {
  const [wide, high] = free(window, edges);
  return { x: edges.left + wide / 2 - spot.x * k, y: edges.top + high / 2 - spot.y * k, k };
}

/**
 * The nearest sight that does not lose the map: its edges may come into the window, but not across it.
 * @param {Sight} sight
 * @param {Size} map
 * @param {Size} window
 * @param {Edges} edges
 * @param {number} [slack]  The share of the window that may lie beyond them.
 * @returns {Sight}
 */
export function held(sight, map, window, edges, slack = SLACK) {
  const [wide, high] = free(window, edges);
  return {
    x: edges.left + hold(sight.x - edges.left, map.width * sight.k, wide, slack),
    y: edges.top + hold(sight.y - edges.top, map.height * sight.k, high, slack),
    k: sight.k,
  };
}

/**
 * One direction of it: where the map may begin.
 * @param {number} start
 * @param {number} length
 * @param {number} room
 * @param {number} share
 */
function hold(start, length, room, share) {
  const slack = Math.min(room, length) * share;
  const [low, high] = length > room ? [room - length - slack, slack] : [-slack, room - length + slack];
  return Math.min(Math.max(start, low), high);
}

/**
 * On the way from one sight to another: closer evenly to the eye, and about one fixed point.
 * @param {Sight} a
 * @param {Sight} b
 * @param {number} t  0 to 1
 * @returns {Sight}
 */
export function between(a, b, t) {
  const k = a.k * (b.k / a.k) ** t;
  const share = Math.abs(b.k - a.k) > 1e-9 ? (k - a.k) / (b.k - a.k) : t;
  return { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share, k };
}

/**
 * The sight that brings a point into the free part of the window by the shortest way, at least `margin` from its edges.
 * @param {Sight} sight
 * @param {Spot} spot
 * @param {number} margin
 * @param {Size} window
 * @param {Edges} edges
 * @returns {Sight}
 */
export function reaching(sight, spot, margin, window, edges) {
  const { x, y } = toScreen(sight, spot);
  const [wide, high] = free(window, edges);
  return {
    x: sight.x + inward(x, edges.left, edges.left + wide, margin),
    y: sight.y + inward(y, edges.top, edges.top + high, margin),
    k: sight.k,
  };
}

/**
 * @param {number} at
 * @param {number} low
 * @param {number} high
 * @param {number} margin
 */
function inward(at, low, high, margin) {
  const room = Math.min(margin, (high - low) / 2);
  return at < low + room ? low + room - at : at > high - room ? high - room - at : 0;
}

/**
 * @param {Size} window
 * @param {Edges} edges
 */
function free(window, edges) {
  return [Math.max(window.width - edges.left - edges.right, 1), Math.max(window.height - edges.top - edges.bottom, 1)];
}
