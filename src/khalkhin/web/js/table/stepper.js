// @ts-check
// A number between two buttons.

import { h } from "../dom.js";
import { icon } from "../icons.js";

/**
 * @param {{label: string, numbers: number[], value: number, key: string, words: import("../words.js").Words, act: (value: number) => void}} props
 *   `value` 0: nothing is said yet. `act` hears of every press: it is whose presses are gathered.
 */
export function stepper({ label, numbers, value, key, words, act }) {
  const all = [0, ...numbers.filter((number) => number > 0)].sort((a, b) => a - b);
  let now = value;
  const most = all[all.length - 1];
  const out = h("output", { "aria-live": "polite" });
  const show = () => {
    out.textContent = words.say("desk.number", { label, value: now, most });
  };
  /** @param {number} step */
  const change = (step) => {
    const next = all[Math.max(0, Math.min(all.length - 1, all.indexOf(now) + step))];
    if (next === now) return;
    now = next;
    show();
    act(now);
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
