// @ts-check
// What the lobby is told and hands to its parts. Types only: nothing here runs.

/**
 * @typedef {object} OptionEntry  An optional rule. `choices` for one that is a word.
 * @property {string} name
 * @property {string} title
 * @property {string} help
 * @property {boolean | number | string} default
 * @property {string[] | null} choices
 * @property {string[]} labels  What the choices are called.
 * @property {boolean} fixed  Whether the scenario always plays it as it is.
 */

/**
 * @typedef {object} ScenarioEntry
 * @property {string} name
 * @property {string} title
 * @property {string} summary
 * @property {number | null} turns
 * @property {number | null} minutes  About how long a short battle takes; nothing for other scenarios.
 * @property {OptionEntry[]} options
 */

/**
 * @typedef {object} SideEntry  A side, and the counter that stands for it: paths in a square of 100.
 * @property {string} side
 * @property {string} title
 * @property {string} nation
 * @property {{outline: string, mark: string, ground: string, ink: string}} look
 */

/**
 * @typedef {object} GameEntry  A box on the shelf.
 * @property {string} code
 * @property {string} title
 * @property {string} subtitle
 * @property {string} scale
 * @property {string} length
 * @property {number | null} complexity  1 to 5.
 * @property {boolean} available
 * @property {boolean} guide  Whether there is a guide: how it is played.
 * @property {{spine: string, picture: string | null, counters: string[]}} cover
 * @property {ScenarioEntry[]} scenarios
 * @property {SideEntry[]} sides
 * @property {string[]} players  The computer's players, the strongest last.
 */

/**
 * Who sits down: "here", "friend", or "computer:NAME".
 * @typedef {string} Who
 * @typedef {object} Wish  A table as its maker wants it.
 * @property {GameEntry} game
 * @property {ScenarioEntry} scenario
 * @property {Record<string, {who: Who, name: string}>} seats
 * @property {Record<string, boolean | number | string>} options
 * @property {number | null} seed
 * @property {number} pace  Seconds between two decisions of the computer.
 */

/**
 * @typedef {object} Made  A table that has just been made: the tokens by side.
 * @property {string} id
 * @property {Record<string, string>} here  Seats at this browser.
 * @property {Record<string, string>} friends  Invitations, by side.
 * @property {string} owner  The key of whoever made it.
 */

/**
 * @typedef {object} Ask  All a part of the page needs to speak and to draw.
 * @property {import("../words.js").Words} words
 * @property {string} language
 * @property {GameEntry[]} games
 * @property {Record<string, import("../types.js").LessonEntry[]>} lessons  Of each game, for whoever has never been here.
 */

export {};
