// @ts-check
// Questions to the server over HTTP.

/** @typedef {import("../types.js").Reason} Reason */

export class Refused extends Error {
  /**
   * @param {number} status
   * @param {Partial<Reason>} reason
   */
  constructor(status, reason) {
    super(reason.text || reason.key || `HTTP ${status}`);
    this.status = status;
    this.reason = reason;
  }
}

/** The server could not be reached at all. */
export class Unreachable extends Error {}

/**
 * @typedef {object} Asking
 * @property {string} [method]
 * @property {string | null} [token]  The seat's; without one a spectator asks.
 * @property {string} [language]
 * @property {any} [json]  What is sent.
 * @property {string} [text]  What is sent, as plain text.
 * @property {"json" | "text" | "svg"} [as]  What is expected.
 */

/**
 * @param {string} path
 * @param {Asking} [how]
 * @returns {Promise<any>}
 */
export async function ask(path, { method, token, language, json, text, as = "json" } = {}) {
  /** @type {Record<string, string>} */
  const headers = {};
  if (token) headers.Authorization = `Bearer ${token}`;
  if (json !== undefined) headers["Content-Type"] = "application/json";
  if (text !== undefined) headers["Content-Type"] = "text/plain; charset=utf-8";
  const body = json !== undefined ? JSON.stringify(json) : text;
  let answer;
  try {
    answer = await fetch(withLanguage(path, language), {
      method: method ?? (body === undefined ? "GET" : "POST"),
      headers,
      body,
    });
  } catch {
    throw new Unreachable(path);
  }
  if (!answer.ok) throw new Refused(answer.status, await errorOf(answer));
  if (as === "json") return answer.json();
  return as === "svg" ? drawing(await answer.text()) : answer.text();
}

/**
 * @param {string} path
 * @param {string | undefined} language
 */
function withLanguage(path, language) {
  if (!language) return path;
  return `${path}${path.includes("?") ? "&" : "?"}lang=${encodeURIComponent(language)}`;
}

/**
 * @param {Response} answer
 * @returns {Promise<Partial<Reason>>}
 */
async function errorOf(answer) {
  try {
    return (await answer.json()).error ?? {};
  } catch {
    return {};
  }
}

/**
 * An SVG document as an element of this page.
 * @param {string} source
 * @returns {SVGSVGElement}
 */
function drawing(source) {
  const root = new DOMParser().parseFromString(source, "image/svg+xml").documentElement;
  return /** @type {any} */ (document.importNode(root, true));
}

/** @param {string} language */
export const games = (language) => ask("/api/games", { language });
/** @param {string} code @param {string} language @returns {Promise<import("../types.js").GameSheet>} */
export const sheet = (code, language) => ask(`/api/games/${code}/sheet`, { language });
/** @param {string} code @param {string} language @returns {Promise<SVGSVGElement>} */
export const map = (code, language) => ask(`/api/games/${code}/map.svg`, { language, as: "svg" });
/** @param {string} code @param {string} language @returns {Promise<SVGSVGElement>} */
export const counters = (code, language) => ask(`/api/games/${code}/counters.svg`, { language, as: "svg" });
/** What each side should know before a scenario. @param {string} code @param {string} scenario @param {string} language */
export const briefing = (code, scenario, language) =>
  ask(`/api/games/${code}/briefings/${encodeURIComponent(scenario)}`, { language });
/** @param {any} order @param {string} [language] @returns {Promise<{id: string, seats: Record<string, string>, invitations: Record<string, string>, owner: string}>} */
export const newTable = (order, language) => ask("/api/tables", { json: order, language });
/** @param {string} language @returns {Promise<{games: Record<string, import("../types.js").LessonEntry[]>, battles: Record<string, import("../types.js").BattleEntry>}>} */
export const lessons = (language) => ask("/api/lessons", { language });
/** @param {{game: string, lesson: string, step: number}} order @param {string} language @returns {Promise<{id: string, seats: Record<string, string>}>} */
export const newLesson = (order, language) => ask("/api/lessons", { json: order, language });
/** @param {{game: string, pace: number}} order @param {string} language @returns {Promise<{id: string, seats: Record<string, string>} & import("../types.js").Battle>} */
export const newBattle = (order, language) => ask("/api/battles", { json: order, language });
/** A game that goes on from where a lesson stands. @param {string} id @param {string | null} token @param {number} pace @param {string} language @returns {Promise<{id: string, seats: Record<string, string>}>} */
export const practice = (id, token, pace, language) =>
  ask(`/api/tables/${id}/practice`, { token, json: { pace }, language });
/** @param {string} record @param {string} [language] @returns {Promise<{id: string, owner: string}>} */
export const upload = (record, language) => ask("/api/records", { text: record, language });
/** @param {string} id @param {string | null} token @param {string} [language] @returns {Promise<import("../types.js").TableInfo>} */
export const table = (id, token, language) => ask(`/api/tables/${id}`, { token, language });
/** Which side an invitation is for. @param {string} id @param {string} invitation @param {string} language @returns {Promise<{side: string}>} */
export const invitation = (id, invitation, language) =>
  ask(`/api/tables/${id}/invitation`, { token: invitation, language });
/** Sit down. @param {string} id @param {{invitation?: string, code?: string, name: string}} how @param {string} language @returns {Promise<{side: string, token: string}>} */
export const takeSeat = (id, how, language) => ask(`/api/tables/${id}/seats`, { json: how, language });
/** Another invitation, in the place of the one before. @param {string} id @param {string} side @param {string} token @param {string} language @returns {Promise<{invitation: string}>} */
export const invite = (id, side, token, language) =>
  ask(`/api/tables/${id}/invitations`, { token, json: { side }, language });
/** A code that takes a seat to another device. @param {string} id @param {string} token @param {string} language @returns {Promise<{code: string, seconds: number}>} */
export const moveSeat = (id, token, language) => ask(`/api/tables/${id}/moves`, { token, json: {}, language });
/** Delete a table. @param {string} id @param {string} token @param {Record<string, string>} seats @param {string} language @returns {Promise<{deleted: boolean, waiting: string[]}>} */
export const remove = (id, token, seats, language) =>
  ask(`/api/tables/${id}`, { method: "DELETE", token, json: { seats }, language });
/** What everybody may see. @param {string} id @param {string} [language] @returns {Promise<{view: import("../types.js").View}>} */
export const view = (id, language) => ask(`/api/tables/${id}/view`, { language });
/** @param {string} id @param {string | null} token @param {string} [language] */
export const frames = (id, token, language) => ask(`/api/tables/${id}/frames`, { token, language });
/** @param {string} id @param {number} n @param {string | null} eyes @param {string | null} token @param {string} [language] */
export const frame = (id, n, eyes, token, language) =>
  ask(`/api/tables/${id}/frames/${n}${eyes ? `?eyes=${encodeURIComponent(eyes)}` : ""}`, { token, language });
/** @param {string} id @param {string | null} token @param {string} [language] */
export const ending = (id, token, language) => ask(`/api/tables/${id}/ending`, { token, language });
/** @param {string} id @param {string | null} token @returns {Promise<string>} */
export const record = (id, token) => ask(`/api/tables/${id}/record`, { token, as: "text" });
/** @param {string} id @param {string | null} token @param {{promise: string} | {share: string}} what @param {string} language @returns {Promise<{dice: import("../types.js").DiceShares}>} */
export const dice = (id, token, what, language) => ask(`/api/tables/${id}/dice`, { token, json: what, language });
/** @param {{id: string, token: string | null}[]} tables @param {string} language */
export const status = (tables, language) => ask("/api/status", { json: { tables }, language });
