// @ts-check
// What is said at the top of the screen: refusals, events that nobody may miss, and the state of the line.

import { h } from "../dom.js";
import { explained } from "../glossary.js";
import { battlesIn, rollIn } from "../panels/odds.js";
import { ruleLink } from "../panels/parts.js";
import { PHONE, TABLET } from "../sizes.js";
import { toast, withoutRule } from "./floating.js";
import { byLesson } from "./taught.js";

/** @typedef {import("./desk.js").Desk} Desk */

/** A break that is over so soon is not worth a word. */
const SHORT = 900;
/** So much is told at once where there is little room: the log has all. */
const FEW = 3;

/** @param {Desk} desk */
export function showNotices(desk) {
  /** @type {(() => void) | null} */
  let away = null;
  /** @type {any} */
  let timer = null;
  desk.on("refused", ({ text = "", rule = "", key = "" }) => {
    // What a lesson takes back it tells itself.
    if (byLesson(key)) return;
    if (!text) return;
    const why = explained(withoutRule(text, rule), desk.words);
    toast([...why, rule ? " " : null, rule ? ruleLink(rule) : null], { icon: "warning" });
  });
  desk.on("fault", (text) => desk.lesson || toast([text], { icon: "warning" }));
  desk.on("view", ({ before, seen } = {}) => {
    // Not what happened before one came.
    if (!before || !seen) return;
    // Beside the map there is room for it as long as it takes to read.
    if (!desk.lesson && !matchMedia(TABLET).matches && !matchMedia(PHONE).matches) return;
    const loud = loudIn(seen).slice(-FEW);
    if (loud.length)
      toast(
        loud.map((line) => h("p", {}, told(desk, line))),
        { icon: "info" },
      );
    const fired = desk.me && !desk.busy && !desk.frame ? unseenFire(before, seen) : [];
    for (const lines of fired)
      toast([lines.map(({ key, params }) => desk.words.say(key, params)).join(" ")], { icon: "target" });
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

/**
 * Dice of the other side that no combat panel shows, for it planned in secret: for each roll what came of it, and what it was
 * thrown for if it does not say so itself.
 * @param {import("../net/socket.js").Seen} before
 * @param {import("../net/socket.js").Seen} seen
 * @returns {import("../types.js").LogLine[][]}
 */
export function unseenFire(before, seen) {
  if (seen.taken || before.view.details.plan) return [];
  const fresh = seen.log.slice(seen.log.length - seen.fresh);
  return battlesIn(fresh).flatMap(([from, to]) => {
    const lines = fresh.slice(from, to ?? undefined);
    const at = rollIn(lines)?.at ?? -1;
    if (at < 0) return [];
    const before = lines.slice(0, at).filter(({ params }) => params.hex !== undefined);
    return [lines[at].params.hex === undefined ? [...before.slice(-1), lines[at]] : [lines[at]]];
  });
}

/** @param {Desk} desk @param {import("../types.js").LogLine} line */
function told({ words }, { key, params, rule }) {
  return [words.say(key, params), rule ? " " : null, rule ? ruleLink(rule) : null];
}

/** The new lines that nobody may miss. @param {import("../net/socket.js").Seen} seen */
function loudIn(seen) {
  return seen.log.slice(seen.log.length - seen.fresh).filter((line) => line.loud);
}
