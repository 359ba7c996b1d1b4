// @ts-check
// Short messages over the page, read out by screen readers, and the one sentence for what went wrong.

import { byId, h } from "../dom.js";
import { icon } from "../icons.js";
import { Refused, Unreachable } from "../net/api.js";

const STAYS = 7000;

/**
 * @param {string} text
 * @param {string} [picture]
 */
export function notice(text, picture = "info") {
  const toast = h("div", { class: "toast" }, icon(picture), h("span", {}, text));
  byId("toasts").replaceChildren(toast);
  setTimeout(() => toast.remove(), STAYS);
}

/**
 * What went wrong in one sentence: the server's own where it gave one.
 * @param {unknown} error
 * @param {import("../words.js").Words} words
 */
export function sentence(error, words) {
  if (error instanceof Unreachable) return words.say("lobby.away");
  if (error instanceof Refused && error.reason.text) return error.reason.text;
  return words.say("lobby.fault");
}
