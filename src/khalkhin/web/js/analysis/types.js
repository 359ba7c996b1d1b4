// @ts-check
// What the server says about a game that is over. Types only: nothing here runs.

/**
 * @typedef {{key: string, params: Record<string, any>, rule: string}} Line  A sentence of the log.
 * @typedef {{at: number, turn: number, phase: string, chance: number}} Point  The first side's chance of winning.
 * @typedef {{at: number, turn: number, phase: string, expected: number, came: number, swing: number, told: Line[]}} Roll
 * @typedef {{at: number, turn: number, phase: string, cost: number, error: number, played: Line[], better: Line[]}} Lesson
 * @typedef {{rolls: number, luck: number, best: Roll[], worst: Roll[]}} Luck
 * @typedef {object} Analysis
 * @property {string[]} sides
 * @property {Point[]} points
 * @property {Record<string, Luck>} luck
 * @property {Record<string, Lesson[]>} lessons
 * @typedef {{state: "waiting" | "working" | "done" | "failed", progress: number, analysis: Analysis | null}} Answer
 */

/**
 * @typedef {import("../words.js").Words} Words
 * @typedef {import("../lobby/types.js").SideEntry} SideEntry
 * @typedef {object} Setting  What all parts of the page know.
 * @property {string} id  The table.
 * @property {Words} words
 * @property {Analysis} found
 * @property {SideEntry[]} sides
 */

export {};
