// @ts-check
// What is said at the top of the screen: refusals, events that nobody may miss, and the state of the line.

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
  desk.on("view", ({ before, seen } = {}) => {
    // Not what happened before one came.
    if (!before || !seen) return;
    for (const { key, params, rule } of loudIn(seen)) {
      toast([desk.words.say(key, params), rule ? " " : null, rule ? ruleLink(rule) : null], { icon: "info" });
    }
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

/** The new lines that nobody may miss. @param {import("../net/socket.js").Seen} seen */
function loudIn(seen) {
  return seen.log.slice(seen.log.length - seen.fresh).filter((line) => line.loud);
}
