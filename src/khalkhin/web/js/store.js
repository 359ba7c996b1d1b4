// @ts-check
// What this browser remembers: choices of the reader, the tables with the seats that were taken here, lessons and how far they went.

/**
 * @typedef {object} Known  A table this browser knows. `tokens`: one for every seat that is taken here, two for two people
 *   at one desk; `invites`: invitations to seats that are for somebody else; `owner`: the key of whoever made the table.
 * @property {string} id
 * @property {string} game
 * @property {string} [scenario]
 * @property {Record<string, string>} tokens
 * @property {Record<string, string>} [invites]
 * @property {string} [owner]
 * @property {string} title
 * @property {number} last  When it was looked at last, in milliseconds.
 * @property {import("./types.js").Battle} [battle]  Of a first battle: what is looked back on.
 */

const TABLES = "khalkhin.tables";
const NAME = "khalkhin.name";
const LESSONS = "khalkhin.lessons";
const CHOICES = "khalkhin.choices";
const COACHED = "khalkhin.coached";
const BRIEFED = "khalkhin.briefed";
const SHARES = "khalkhin.shares";
/** So many tables are remembered. */
const MOST_TABLES = 60;

/**
 * Storage can be forbidden or full: then the page works, and forgets.
 * @param {string} key
 * @param {any} otherwise
 */
function read(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") ?? otherwise;
  } catch {
    return otherwise;
  }
}

/**
 * @param {string} key
 * @param {any} value
 */
function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // The page goes on without a memory.
  }
}

// -- tables

/** The tables, the one looked at last first. @returns {Known[]} */
export function tables() {
  /** @type {Known[]} */
  const known = read(TABLES, []);
  return known.filter((one) => one && one.id).sort((a, b) => b.last - a.last);
}

/** @param {string} id @returns {Known | null} */
export function tableOf(id) {
  return tables().find((one) => one.id === id) ?? null;
}

/**
 * Remember a table, or more about it; tokens add up.
 * @param {Partial<Known> & {id: string}} news
 * @returns {Known}
 */
export function remember(news) {
  const others = tables().filter((one) => one.id !== news.id);
  const before = tableOf(news.id) ?? { id: news.id, game: "", tokens: {}, title: "", last: 0 };
  const now = {
    ...before,
    ...news,
    tokens: { ...before.tokens, ...news.tokens },
    invites: { ...before.invites, ...news.invites },
    last: Date.now(),
  };
  write(TABLES, [now, ...others].slice(0, MOST_TABLES));
  return now;
}

/** @param {string} id */
export function forget(id) {
  write(
    TABLES,
    tables().filter((one) => one.id !== id),
  );
}

/** An invitation that opens nothing any more. @param {string} id @param {string} side */
export const uninvite = (id, side) => without(id, "invites", side);

/** A seat that is no longer held here. @param {string} id @param {string} side */
export const unseat = (id, side) => without(id, "tokens", side);

/** @param {string} id @param {"invites" | "tokens"} what @param {string} side */
function without(id, what, side) {
  const known = tables();
  for (const one of known) if (one.id === id) delete one[what]?.[side];
  write(TABLES, known);
}

/** The name used last, for the next table. */
export function ownName() {
  try {
    return localStorage.getItem(NAME) ?? "";
  } catch {
    return "";
  }
}

/** @param {string} name */
export function keepName(name) {
  try {
    localStorage.setItem(NAME, name);
  } catch {
    // Without a memory he writes it again.
  }
}

// -- dice

/**
 * @typedef {object} OwnShare  What a seat of this browser put into the dice of a table.
 * @property {string} side
 * @property {string} share  64 hex digits.
 * @property {boolean} shown  Whether the server was told.
 */

/** @param {string} id @returns {OwnShare[]} */
export function sharesOf(id) {
  return read(SHARES, {})[id] ?? [];
}

/** @param {string} id @param {OwnShare[]} shares */
export function keepShares(id, shares) {
  const others = Object.entries(read(SHARES, {})).filter(([table]) => table !== id);
  write(SHARES, Object.fromEntries([...others.slice(-MOST_TABLES + 1), [id, shares]]));
}

// -- lessons

/**
 * @typedef {object} Attended  How far somebody has come in a lesson.
 * @property {number} at  The step that is next, from 0 on; `steps` when he is at its end.
 * @property {number} steps
 * @property {boolean} done  Whether he has ever come to its end.
 * @property {{id: string, token: string} | null} table  Where he was at it.
 * @property {number} last  When he did something in it last, in milliseconds.
 */

/** @param {string} game @param {string} name */
const lessonKey = (game, name) => `${game}/${name}`;

/** Whether any lesson was ever begun here. */
export function learning() {
  return Object.keys(read(LESSONS, {})).length > 0;
}

/** @param {string} game @param {string} name @returns {Attended} */
export function attended(game, name) {
  return { at: 0, steps: 0, done: false, table: null, last: 0, ...read(LESSONS, {})[lessonKey(game, name)] };
}

/** @param {string} game @param {string} name @param {Partial<Attended>} news */
export function attend(game, name, news) {
  const now = { ...attended(game, name), ...news, last: Date.now() };
  write(LESSONS, { ...read(LESSONS, {}), [lessonKey(game, name)]: now });
}

// -- briefings

/** Whether a briefing was read in this browser. @param {string} name */
export function briefed(name) {
  return read(BRIEFED, []).includes(name);
}

/** @param {string} name */
export function rememberBriefed(name) {
  if (!briefed(name)) write(BRIEFED, [...read(BRIEFED, []), name]);
}

// -- choices

/**
 * @typedef {object} Choices
 * @property {string} language  "" follows the browser.
 * @property {"auto" | "light" | "dark"} theme
 * @property {boolean} coach  Whether the coach of a first game speaks.
 * @property {boolean} briefing  Whether a scenario that is new here begins with its briefing.
 * @property {boolean} sure  Whether it is asked if a phase is to end while something is left to do in it.
 * @property {boolean} motion
 * @property {"auto" | "on" | "off"} sound  At one's turn: when one plays with people and looks elsewhere, always, never.
 * @property {string} pace  How fast the computer's moves are shown.
 */

/** @type {Choices} */
const DEFAULTS = {
  language: "",
  theme: "auto",
  coach: true,
  briefing: true,
  sure: true,
  motion: true,
  sound: "auto",
  pace: "normal",
};

/** @returns {Choices} */
export function choices() {
  const { tips, ...kept } = read(CHOICES, {}); // `tips` was what the coach has taken the place of
  return { ...DEFAULTS, ...(tips === undefined ? {} : { coach: tips }), ...kept };
}

/** @param {Partial<Choices>} news @returns {Choices} */
export function choose(news) {
  const now = { ...choices(), ...news };
  write(CHOICES, now);
  applyTheme(now.theme);
  applyMotion();
  return now;
}

// -- the coach

/** When it said each line of a game: in which phase of which table, or "" if no more of it is wanted. @param {string} game @returns {Record<string, string>} */
export function coached(game) {
  return read(COACHED, {})[game] ?? {};
}

/** @param {string} game @param {string} line  Its key. @param {string} when */
export function noteCoached(game, line, when) {
  write(COACHED, { ...read(COACHED, {}), [game]: { ...coached(game), [line]: when } });
}

/** It begins anew. @param {string} game */
export function forgetCoached(game) {
  write(COACHED, { ...read(COACHED, {}), [game]: {} });
}

/** The theme on the root element: "auto" leaves it to the system. @param {string} [theme] */
export function applyTheme(theme = choices().theme) {
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

/** Whether things move, on the root element for the style sheets. */
export function applyMotion() {
  if (choices().motion) delete document.documentElement.dataset.motion;
  else document.documentElement.dataset.motion = "none";
}

export const LANGUAGES = ["en", "pt"];

/** The language to read in: the one chosen, else the browser's if there are words in it. @returns {string} */
export function language() {
  const chosen = choices().language;
  if (LANGUAGES.includes(chosen)) return chosen;
  const wanted = navigator.languages?.map((one) => one.slice(0, 2)) ?? [];
  return wanted.find((one) => LANGUAGES.includes(one)) ?? "en";
}

/** Whether things may move: neither the reader nor the system asks for rest. */
export function motion() {
  return choices().motion && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}
