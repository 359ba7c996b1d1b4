// @ts-check
// What can be chosen beside the seats: the optional rules of a scenario, and the dice.

import { h } from "../dom.js";
import { icon } from "../icons.js";
import { seedOf } from "./wish.js";

/** @typedef {import("../words.js").Words} Words */
/** @typedef {import("./types.js").OptionEntry} OptionEntry */

/**
 * A part that is folded away until somebody wants it, under a heading that tells what is in it.
 * @param {string} picture
 * @param {string} title
 * @param {(Node | null)[]} content
 */
export function folded(picture, title, content) {
  return h(
    "details",
    { class: "fold" },
    h("summary", {}, icon(picture), title, icon("down")),
    h("div", { class: "fold-body" }, content),
  );
}

/**
 * The optional rules of a scenario.
 * @param {Words} words
 * @param {OptionEntry[]} options
 */
export function optionFields(words, options) {
  const fields = options.map((option) => ({ option, ...optionField(option) }));
  const rows = fields.map(({ option, field }) => {
    const text = h("span", {}, h("b", {}, option.title), h("small", { class: "quiet" }, option.help));
    return h("label", { class: typeof option.default === "boolean" ? "option" : "option option-value" }, field, text);
  });
  const title = words.say("lobby.options", { rules: options.length });
  return {
    node: options.length ? folded("check", title, [h("div", { class: "options" }, rows)]) : null,
    value: () => Object.fromEntries(fields.map(({ option, value }) => [option.name, value()])),
  };
}

/** @param {OptionEntry} option @returns {{field: HTMLElement, value: () => boolean | number | string}} */
function optionField(option) {
  if (typeof option.default === "boolean") {
    const field = h("input", { type: "checkbox", checked: option.default, disabled: option.fixed });
    return { field, value: () => field.checked };
  }
  if (typeof option.default === "number") {
    const field = h("input", { type: "number", value: option.default, step: 1, disabled: option.fixed });
    return { field, value: () => Math.trunc(field.valueAsNumber) };
  }
  const choices = (option.choices ?? []).map((one, n) =>
    h("option", { value: one, selected: one === option.default }, option.labels[n]),
  );
  const field = h("select", { disabled: option.fixed }, choices);
  return { field, value: () => field.value };
}

/**
 * The dice: sealed, or those of a seed, which are for practice.
 * @param {Words} words
 */
export function diceField(words) {
  const input = h("input", {
    type: "text",
    inputmode: "numeric",
    id: "setup-seed",
    autocomplete: "off",
    "aria-describedby": "setup-seed-about",
  });
  const node = folded("dice", words.say("lobby.seed.title"), [
    h("div", { class: "field" }, h("label", { for: "setup-seed" }, words.say("lobby.seed")), input),
    h("p", { class: "small quiet", id: "setup-seed-about" }, words.say("lobby.seed.about")),
  ]);
  return { node, input, value: () => (node.open ? seedOf(input.value) : null) };
}
