// @ts-check
// What the things that can be done are called, and what each of them does, for whoever meets it for the first time.

/** @typedef {import("../types.js").Offer} Offer */
/** @typedef {import("../types.js").Prompt} Prompt */
/** @typedef {import("../words.js").Words} Words */

/**
 * The words on a button for an offer: those for this prompt first; where it is for one counter alone, perhaps that one's name.
 * @param {Words} words
 * @param {Prompt | null} prompt
 * @param {Pick<Offer, "verb" | "nouns">} offer
 */
export function labelOf(words, prompt, { verb, nouns }) {
  const one = `one.${verb}`;
  if (nouns.length === 1 && words.has(one)) return words.say(one, { unit: nouns[0] });
  return words.say(verbKeyOf(words, prompt, verb), prompt?.params);
}

/** @param {Words} words @param {Prompt | null} prompt @param {string} verb */
export function verbKeyOf(words, prompt, verb) {
  const own = `button.${prompt?.key ?? ""}.${verb}`;
  return words.has(own) ? own : `verb.${verb}`;
}

/**
 * What an offer does, in a sentence or two: what a counter alone does, then what the verb does here or anywhere, else how
 * one chooses; "" where nothing is known of it.
 * @param {Words} words
 * @param {Prompt | null} prompt
 * @param {Pick<Offer, "verb" | "nouns" | "kind">} offer
 */
export function helpOf(words, prompt, { verb, nouns, kind }) {
  const effect = nouns.length === 1 && nouns[0] !== null ? [`effect.${nouns[0]}`] : [];
  const keys = [...effect, `help.${prompt?.key ?? ""}.${verb}`, `help.${verb}`, `desk.help.${kind}`];
  const key = keys.find((one) => words.has(one));
  return key ? words.say(key, prompt?.params) : "";
}
