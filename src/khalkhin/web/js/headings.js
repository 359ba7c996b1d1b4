// @ts-check
// Lines of the log that begin something: a turn, or a part of one.

/** @type {Record<string, "turn" | "phase">} */
const HEADINGS = { "log.turn": "turn", "log.segment": "phase", "log.phase": "phase" };

/** What a line begins, if anything. @param {string} key */
export function heading(key) {
  return HEADINGS[key] ?? null;
}

/**
 * The lines up to where something else begins.
 * @template {{key: string}} L
 * @param {L[]} lines
 * @returns {L[]}
 */
export function chapter(lines) {
  const end = lines.findIndex(({ key }) => heading(key) !== null);
  return end < 0 ? lines : lines.slice(0, end);
}
