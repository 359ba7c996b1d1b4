// @ts-check
// What has changed between two positions.

/** @typedef {import("../types.js").Places} Places */
/** @typedef {import("../types.js").LogLine} LogLine */

/**
 * Hexes where other counters stand than before.
 * @param {Places} before
 * @param {Places} now
 * @param {Record<string, unknown>} hexes
 */
export function changedHexes(before, now, hexes) {
  /** @param {Places} places @param {string} hex */
  const told = (places, hex) =>
    (places[hex] ?? [])
      .map((one) => ("id" in one ? `${one.id}${one.is.includes("flipped") ? "*" : ""}` : one.nation))
      .sort()
      .join();
  return [...new Set([...Object.keys(before), ...Object.keys(now)])].filter(
    (hex) => hex in hexes && told(before, hex) !== told(now, hex),
  );
}

/**
 * The lines of a log after those that a frame ended with; none where they are not found.
 * @param {LogLine[]} log
 * @param {LogLine[]} ended
 * @returns {LogLine[]}
 */
export function linesAfter(log, ended) {
  const last = JSON.stringify(plain(ended.at(-1)));
  const at = log.map((line) => JSON.stringify(plain(line)) === last).lastIndexOf(true);
  return ended.length && at >= 0 ? log.slice(at + 1) : [];
}

/** A line without the time, which nobody promises to be the same. @param {LogLine | undefined} line */
function plain(line) {
  return line && [line.key, line.params, line.rule];
}
