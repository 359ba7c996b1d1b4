// @ts-check
// What the figures of a counter are called.

/** @typedef {import("../words.js").Words} Words */

/** Everything printed on a counter but which of its sort it is. @param {import("../types.js").UnitInfo} info */
export function sortOf({ nation, type, size, formation, factors, back, values }) {
  const figures = Object.entries(values).map(([name, value]) => (name === "unit" ? "" : value));
  return [nation, type, size, formation, ...factors, back, ...figures].join("|");
}

/**
 * The figures of a counter with their names. Which figure is what, the values tell: the columns that hold them, in the
 * order of the printed ones; `back` replaces them on a counter with losses.
 * @param {import("../types.js").UnitInfo} unit
 * @param {string} back
 * @param {Words} words
 * @returns {[string, string][]}
 */
export function factors(unit, back, words) {
  const figures = back ? back.split("-") : unit.factors;
  const names = Object.keys(unit.values).filter((name) => words.has(`unit.${name}`));
  const main = names.slice(0, unit.factors.length);
  const rest = names.slice(unit.factors.length);
  return [
    ...main.map(
      (name, n) =>
        /** @type {[string, string]} */ ([words.say(`unit.${name}`), figures[n] ?? String(unit.values[name])]),
    ),
    ...rest.map((name) => /** @type {[string, string]} */ ([words.say(`unit.${name}`), String(unit.values[name])])),
  ];
}
