// @ts-check
// What has happened since the player decided last: what the other side did, and what nobody may miss, such as dice that no
// panel shows. It stands where otherwise what is in hand stands, until the player decides on.

import { fill, h } from "../dom.js";
import { heading } from "../headings.js";
import { icon } from "../icons.js";
import { ruleLink } from "../panels/parts.js";
import { sentence } from "./sentence.js";

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {import("../types.js").LogLine} LogLine */
/** @typedef {import("../net/socket.js").Seen} Seen */

/** So many are kept; the log has all. */
const MOST = 60;
/** So many of one kind in a row are told in one, if there are words for that. */
const MANY = 3;

/**
 * @param {HTMLElement} root
 * @param {Desk} desk
 */
export function createNews(root, desk) {
  /** @type {LogLine[]} */
  let lines = [];
  const draw = () => {
    const shown = desk.frame ? [] : worthTelling(lines);
    root.hidden = !shown.length;
    fill(root, shown.length ? card(desk, shown, close) : null);
  };
  const close = () => {
    lines = [];
    draw();
  };
  desk.on("view", ({ before, seen } = {}) => {
    if (seen && before) lines = newsAfter(lines, before, seen, desk.busy > 0 && !desk.byItself);
    draw();
  });
  desk.on("words", draw);
}

/**
 * The news after a view has come.
 * @param {LogLine[]} lines  Those so far.
 * @param {Seen} before
 * @param {Seen} seen
 * @param {boolean} own  The reader has decided: what was told has been read, and of what it led to only what is told aloud counts.
 * @returns {LogLine[]}
 */
export function newsAfter(lines, before, seen, own) {
  if (before.number === seen.number) return lines;
  if (seen.taken) return [];
  const fresh = seen.log.slice(seen.log.length - seen.fresh).filter((line) => told(line, own));
  return [...(own ? [] : lines), ...fresh].slice(-MOST);
}

/** What begins something is worth a line only where something follows. @param {LogLine[]} lines */
export function worthTelling(lines) {
  return lines.filter((line, n) => !heading(line.key) || (n + 1 < lines.length && !heading(lines[n + 1].key)));
}

/** @param {LogLine} line @param {boolean} own */
function told({ key, params, loud }, own) {
  const begins = heading(key);
  // How a column comes about the log tells.
  return begins ? begins === "phase" : own ? Boolean(loud) : params.shifts === undefined;
}

/** @param {Desk} desk @param {LogLine[]} lines @param {() => void} close */
function card(desk, lines, close) {
  const { words } = desk;
  return [
    h(
      "div",
      { class: "hand-head" },
      h("h2", { class: "caption" }, words.say("desk.news")),
      h(
        "button",
        {
          type: "button",
          class: "btn btn-quiet btn-icon",
          "data-key": "news-close",
          "aria-label": words.say("panels.close"),
          onclick: close,
        },
        icon("close", { size: 20 }),
      ),
    ),
    h("ol", { class: "news", tabindex: "0", "aria-label": words.say("desk.news") }, rows(desk, lines)),
  ];
}

/** @param {Desk} desk @param {LogLine[]} lines */
function rows(desk, lines) {
  /** @type {LogLine[][]} */
  const runs = [];
  for (const line of lines) {
    const last = runs.at(-1);
    if (last?.[0].key === line.key) last.push(line);
    else runs.push([line]);
  }
  return runs.flatMap((run) => {
    const words = `group.${run[0].key}`;
    if (run.length < MANY || !desk.words.has(words)) return run.map((line) => row(desk, line));
    const told = desk.words.say(words, { count: run.length });
    return [
      h(
        "li",
        {},
        h(
          "details",
          {},
          h("summary", {}, told),
          h(
            "ol",
            {},
            run.map((line) => row(desk, line)),
          ),
        ),
      ),
    ];
  });
}

/** @param {Desk} desk @param {LogLine} line */
function row(desk, { key, params, rule }) {
  return h(
    "li",
    { class: heading(key) ? "news-head" : null },
    h("p", {}, sentence(desk, key, params), rule ? [" ", ruleLink(rule)] : null),
  );
}
