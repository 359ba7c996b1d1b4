// @ts-check
// What is said at the top of the screen: refusals, and the state of the line.

import { ruleLink } from "../panels/parts.js";
import { toast, withoutRule } from "./floating.js";

/** @typedef {import("./desk.js").Desk} Desk */

const SHORT = 900;
/** A break that is over so soon is not worth a word. */

/** @param {Desk} desk */
export function showNotices(desk) {
  /** @type {(() => void) | null} */
  let away = null;
  /** @type {any} */
  let timer = null;
  desk.on("refused", ({ text = "", rule = "" }) => {
    if (text) toast([withoutRule(text, rule), rule ? " " : null, rule ? ruleLink(rule) : null], { icon: "warning" });
  });
  desk.on("online", () => {
    clearTimeout(timer);
    if (!desk.online) {
      timer = setTimeout(() => {
        away ??= toast([desk.words.say("desk.offline")], { icon: "offline", stay: true });
      }, SHORT);
      return;
    }
    if (away) toast([desk.words.say("desk.online")], { icon: "check" });
    away?.();
    away = null;
  });
}
