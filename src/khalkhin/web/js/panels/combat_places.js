// @ts-check
// Where the counters of a battle stand in its panel: in the order in which they came up, whatever is chosen since, so that
// none moves away under the pointer.

/** @typedef {import("../types.js").Plan} Plan */
/** @typedef {import("../types.js").UnitId} UnitId */

export class Places {
  #battle = "";
  /** By rows. @type {Map<string, UnitId[]>} */
  #rows = new Map();

  /** The battle that is looked at: another one begins anew. @param {Plan} plan */
  of({ side, kind, target }) {
    const battle = `${side} ${kind} ${target}`;
    if (battle !== this.#battle) this.#rows.clear();
    this.#battle = battle;
  }

  /**
   * All who have been in a row, those of today among them.
   * @param {string} row
   * @param {UnitId[]} now
   * @returns {UnitId[]}
   */
  row(row, now) {
    const before = this.#rows.get(row) ?? [];
    const all = [...before, ...now.filter((id) => !before.includes(id))];
    this.#rows.set(row, all);
    return all;
  }
}
