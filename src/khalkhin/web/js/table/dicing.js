// @ts-check
// What this browser puts into the dice of a table: it promises a share when it is asked for one, and shows it when all who
// play have promised theirs. Nobody has to do anything for it; at the end the page says whether the shares are in the dice.

import * as api from "../net/api.js";
import { hex, sha256, unhex } from "../sha256.js";
import { keepShares, sharesOf } from "../store.js";

/** @typedef {import("./desk.js").Desk} Desk */

/** The tables that are being answered, and the seats that have promised anew since the page was opened. */
const busy = new Set();
const anew = new Set();

/** The promise of a share. @param {string} share */
export const promiseOf = (share) => sha256(unhex(share));

/**
 * Give what the table asks of a seat for its dice, and what it asks then.
 * @param {Desk} desk
 */
export async function answerDice(desk) {
  if (busy.has(desk.id)) return;
  busy.add(desk.id);
  try {
    for (let dice = null; desk.table.dice !== dice;) {
      dice = desk.table.dice;
      await answer(desk, dice);
    }
  } finally {
    busy.delete(desk.id);
  }
}

/** @param {Desk} desk @param {import("../types.js").DiceShares} dice */
async function answer({ id, me, token, words }, { asks, promised }) {
  if (!me || !asks) return;
  const what = asks === "promise" ? { promise: promise(id, me) } : shown(id, me, promised[me]);
  try {
    if (what) await api.dice(id, token, what, words.language);
  } catch (error) {
    // Another page of the same seat may have been quicker; when something changes at the table it is asked again.
    if (!(error instanceof api.Refused || error instanceof api.Unreachable)) throw error;
  }
}

/** A new share is made and kept; what it promises. @param {string} id @param {string} side */
function promise(id, side) {
  const share = hex(crypto.getRandomValues(new Uint8Array(32)));
  keepShares(id, [...sharesOf(id), { side, share, shown: false }]);
  return promiseOf(share);
}

/**
 * The share that was promised. If another browser promised it, which may be lost, this one promises anew, but once only.
 * @param {string} id
 * @param {string} side
 * @param {string} made
 */
function shown(id, side, made) {
  const found = sharesOf(id).find((one) => one.side === side && promiseOf(one.share) === made);
  if (!found) {
    if (anew.has(`${id} ${side}`)) return null;
    anew.add(`${id} ${side}`);
    return { promise: promise(id, side) };
  }
  keepShares(
    id,
    sharesOf(id).map((one) => (one.share === found.share ? { ...one, shown: true } : one)),
  );
  return { share: found.share };
}
