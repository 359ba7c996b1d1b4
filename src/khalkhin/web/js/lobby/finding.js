// @ts-check
// Finding rules: by number, or by all the words somebody types, whatever their accents.

/** @typedef {import("../types.js").Rule} Rule */

/** @param {string} text */
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/**
 * The rules that fit, in the order of the book. A number finds its rule and all below it.
 * @param {Rule[]} rules
 * @param {string} query
 * @returns {Rule[]}
 */
export function find(rules, query) {
  const asked = plain(query).trim();
  if (!asked) return rules;
  if (/^\d+(\.\w+)*\.?$/.test(asked)) {
    const number = asked.replace(/\.$/, "");
    const found = rules.filter((rule) => within(rule.number.toLowerCase(), number));
    if (found.length) return found;
  }
  const words = asked.split(/\s+/);
  return rules.filter((rule) => {
    const text = plain(`${rule.number} ${rule.title} ${rule.summary}`);
    return words.every((word) => text.includes(word));
  });
}

/** @param {string} number @param {string} chapter */
function within(number, chapter) {
  return number === chapter || number.startsWith(`${chapter}.`);
}

/**
 * The rules by chapter: what stands before the first point.
 * @param {Rule[]} rules
 * @returns {{chapter: string, rules: Rule[]}[]}
 */
export function chapters(rules) {
  /** @type {{chapter: string, rules: Rule[]}[]} */
  const out = [];
  for (const rule of rules) {
    const chapter = rule.number.split(".")[0];
    const last = out.at(-1);
    if (last?.chapter === chapter) last.rules.push(rule);
    else out.push({ chapter, rules: [rule] });
  }
  return out;
}
