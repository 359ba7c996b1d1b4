// @ts-check
// What the other side is doing while one waits, as far as everybody may know it: "The Japanese choose a retreat."

/** @typedef {import("./desk.js").Desk} Desk */

/**
 * A game has words for the steps that the other side may know of; without them only who decides is told.
 * @param {Desk} desk
 * @returns {string}
 */
export function awaited({ words, view, table }) {
  const { waiting, agenda } = view;
  const key = `wait.${agenda?.at(-1)?.step}`;
  if (words.has(key)) return words.say(key, { who: `@${waiting.length > 1 ? "desk.both" : `people.${waiting[0]}`}` });
  const sides = waiting.map((side) => `@side.${side}`);
  const thinks = waiting.every((side) => table.seats[side]?.kind === "computer");
  return words.say(thinks ? "desk.thinking" : "desk.decides", { sides });
}
