// @ts-check
// The optional rules of a game that are not as usual: whoever follows an invitation has not chosen them.

/** @typedef {import("./desk.js").Desk} Desk */

/** What each of them is called, and what it says. @param {Pick<Desk, "table" | "view" | "words">} desk */
export function unusualRules({ table, view, words }) {
  return table.unusual.map((name) => {
    const chosen = view.options[name];
    const title = words.say(`option.${name}.title`);
    return {
      title: typeof chosen === "string" ? `${title}: ${words.say(`option.${name}.${chosen}`)}` : title,
      help: words.say(`option.${name}.help`),
    };
  });
}
