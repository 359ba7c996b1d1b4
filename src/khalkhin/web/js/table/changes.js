// @ts-check
// What has changed between two positions.

/** @typedef {import("../types.js").Places} Places */

/**
 * Hexes where other counters stand than before.
 * @param {Places} before
 * @param {Places} now
 * @param {Record<string, unknown>} hexes
 */
export function changedHexes(before, now, hexes) {
  /** @param {Places} places @param {string} hex */
  const told = (places, hex) => (places[hex] ?? []).map((one) => ("id" in one ? `${one.id}${one.is.includes("flipped") ? "*" : ""}` : one.nation)).sort().join();
  return [...new Set([...Object.keys(before), ...Object.keys(now)])].filter((hex) => hex in hexes && told(before, hex) !== told(now, hex));
}
