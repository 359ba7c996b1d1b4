// @ts-check
// A number between two buttons. Quick clicks are gathered: only the last number is said.

import { h } from "../dom.js";
import { icon } from "../icons.js";

const GATHER = 350;

/**
 * @param {{label: string, numbers: number[], value: number, key: string, words: import("../words.js").Words, act: (value: number) => void}} props
 *   `value` 0: nothing is said yet.
 */
export function stepper({ label, numbers, value, key, words, act }) {
  const all = [0, ...numbers.filter((number) => number > 0)].sort((a, b) => a - b);
  let now = value;
  /** @type {any} */
  let timer = null;
  const most = all[all.length - 1];
  const out = h("output", { "aria-live": "polite" });
  const show = () => {
    out.textContent = words.say("desk.number", { label, value: now, most });
  };
  /** @param {number} step */
  const change = (step) => {
    const at = Math.max(0, Math.min(all.length - 1, all.indexOf(now) + step));
    now = all[at];
    show();
    clearTimeout(timer);
    timer = setTimeout(() => now !== value && act(now), GATHER);
  };
  show();
  return h(
    "div",
    { class: "stepper", role: "group", "aria-label": label },
    h(
      "button",
      {
        type: "button",
        "data-key": `${key}-less`,
        "aria-label": words.say("desk.less", { label }),
        onclick: () => change(-1),
      },
      icon("minus", { size: 20 }),
    ),
    out,
    h(
      "button",
      {
        type: "button",
        "data-key": `${key}-more`,
        "aria-label": words.say("desk.more", { label }),
        onclick: () => change(1),
      },
      icon("plus", { size: 20 }),
    ),
  );
}
