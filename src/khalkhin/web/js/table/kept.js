// @ts-check
// What a seat must not forget when its page is loaded again, as long as the browser tab is open.

/** @param {string} what @param {string} id @param {string | null} side */
const keptAt = (what, id, side) => `khalkhin.${what}.${id}.${side}`;

/**
 * @param {string} what
 * @param {string} id  The table.
 * @param {string | null} side
 * @returns {any}  Null where nothing is kept.
 */
export function keptHere(what, id, side) {
  try {
    return JSON.parse(sessionStorage.getItem(keptAt(what, id, side)) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} what @param {string} id @param {string | null} side @param {any} value */
export function keepHere(what, id, side, value) {
  try {
    sessionStorage.setItem(keptAt(what, id, side), JSON.stringify(value));
  } catch {
    // Then it is forgotten.
  }
}
