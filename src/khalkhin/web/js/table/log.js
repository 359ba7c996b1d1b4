// @ts-check
// The log: every event in a sentence, the newest first. Lines are added as they come; only what was taken back goes.

import { h } from "../dom.js";
import { heading } from "../headings.js";
import { ruleLink } from "../panels/parts.js";
import { sentence } from "./sentence.js";

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {import("../types.js").LogLine} LogLine */

const MOST = 400;

/**
 * @param {HTMLElement} root
 * @param {Desk} desk
 * @returns {{show: () => void}}
 */
export function createLog(root, desk) {
  const list = h("ol", { class: "log", reversed: true, tabindex: "-1" });
  root.append(list);
  /** The lines shown, the oldest first. @type {{line: LogLine, node: HTMLElement}[]} */
  const shown = [];
  let from = 0;
  /** @param {LogLine[]} log @param {boolean} [whole] */
  const update = (log, whole = false) => {
    const first = Math.max(0, log.length - MOST);
    let same = 0;
    while (!whole && first === from && same < shown.length && shown[same].line === log[first + same]) same += 1;
    for (const { node } of shown.splice(same)) node.remove();
    from = first;
    for (const line of log.slice(first + same)) {
      const node = row(desk, line);
      shown.push({ line, node });
      list.prepend(node);
    }
  };
  // A look back shows the log as it was then.
  const lines = (/** @type {LogLine[]} */ log) => (desk.frame ? log.slice(0, desk.told) : log);
  const draw = (/** @type {boolean} */ whole) => desk.seen && update(lines(desk.seen.log), whole);
  desk.on("view", () => draw(false));
  desk.on("words", () => draw(true));
  draw(true);
  return { show: () => list.scrollIntoView({ block: "nearest" }) };
}

/** @param {Desk} desk @param {LogLine} line */
function row(desk, line) {
  const kind = heading(line.key);
  const time = line.at
    ? h("time", { datetime: new Date(line.at * 1000).toISOString() }, clock(line.at, desk.words.language))
    : null;
  return h(
    "li",
    { class: kind ? `log-line log-${kind}` : "log-line" },
    time,
    h(
      "p",
      {},
      sentence(desk, line.key, line.params),
      line.rule && kind !== "phase" ? [" ", ruleLink(line.rule)] : null,
    ),
  );
}

/** @param {number} at @param {string} language */
function clock(at, language) {
  const date = new Date(at * 1000);
  const today = date.toDateString() === new Date().toDateString();
  return new Intl.DateTimeFormat(
    language,
    today ? { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } : { day: "numeric", month: "short" },
  ).format(date);
}
