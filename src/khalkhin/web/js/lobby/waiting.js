// @ts-check
// The games somebody has a seat in: what the browser remembers joined with what the server says. No page in here.

/** @typedef {import("../store.js").Known} Known */
/** @typedef {import("../types.js").TableInfo} TableInfo */

/**
 * What the server says of a table; `at`: when something was seen to happen there last, in seconds.
 * @typedef {TableInfo & {side: string | null, number: number, yours: boolean, at: number, created: number, result: import("../types.js").Result | null, said: {turn: string, phase: string}}} Status
 * @typedef {Status | {id: string, error: import("../types.js").Reason}} Answer
 * @typedef {object} Card  A game in the list.
 * @property {Known} known
 * @property {Status | null} table  Null where the server does not know the game.
 * @property {string[]} sides  The seats at this browser.
 * @property {boolean} yours
 * @property {boolean} over
 * @property {string[]} friends  Seats that others were invited to and that nobody has taken yet.
 */

export const FEW = 3;

/**
 * What the server is asked: every seat of every table once, and tables without a seat as a spectator.
 * @param {Known[]} known
 * @returns {{id: string, token: string | null}[]}
 */
export function questions(known) {
  return known.flatMap(({ id, tokens }) => {
    const held = Object.values(tokens ?? {});
    return (held.length ? held : [null]).map((token) => ({ id, token }));
  });
}

/**
 * One card a game, in the order to play on: your turn first, then running, finished, and unknown games; within each the
 * one looked at last first.
 * @param {Known[]} known
 * @param {Answer[]} answers
 * @returns {Card[]}
 */
export function cards(known, answers) {
  return known
    .map((one) =>
      card(
        one,
        answers.filter((answer) => answer.id === one.id),
      ),
    )
    .sort((a, b) => rank(a) - rank(b) || b.known.last - a.known.last);
}

/**
 * @param {Known} known
 * @param {Answer[]} answers
 * @returns {Card}
 */
function card(known, answers) {
  const told = answers.filter((answer) => !("error" in answer)).map((answer) => /** @type {Status} */ (answer));
  const yours = told.find((one) => one.yours);
  const table = yours ?? told[0] ?? null;
  const over = Boolean(table?.over);
  const sides = Object.keys(known.tokens ?? {});
  const open = Object.keys(known.invites ?? {}).filter((side) => table?.seats[side]?.invitation === "open");
  const friends = over ? [] : open;
  return { known, table, sides, yours: Boolean(yours) && !over, over, friends };
}

/** @param {Card} one */
function rank(one) {
  if (one.yours) return 0;
  if (!one.table) return 3;
  return one.over ? 2 : 1;
}

/**
 * Who sits on the other side.
 * @param {Card} one
 * @returns {{side: string, kind: string, player: string | null, name: string}[]}
 */
export function opponents({ table, sides }) {
  return Object.entries(table?.seats ?? {})
    .filter(([side]) => !sides.includes(side))
    .map(([side, { kind, player, name }]) => ({ side, kind, player, name }));
}

/**
 * How a game ended for whoever sat at this browser; "other" where he played neither side or both, "" while it runs.
 * @param {Card} one
 * @returns {"won" | "lost" | "draw" | "other" | ""}
 */
export function outcomeOf({ table, sides }) {
  if (!table?.result) return "";
  const { winner } = table.result;
  if (winner === null) return "draw";
  if (sides.length !== 1) return "other";
  return sides[0] === winner ? "won" : "lost";
}
