// @ts-check
// Lines of the log that begin something: a turn, or a part of one.

/** @type {Record<string, "turn" | "phase">} */
const HEADINGS = { "log.turn": "turn", "log.segment": "phase", "log.phase": "phase", "log.impulse": "phase" };

/** Lines that begin a battle. */
const BATTLES = ["log.attack", "log.bombard", "log.strike", "log.counterattack", "log.superiority"];

/** What a line begins, if anything. @param {string} key */
export function heading(key) {
  return HEADINGS[key] ?? null;
}

/** Whether a line begins a battle. @param {string} key */
export function opensBattle(key) {
  return BATTLES.includes(key);
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
