// @ts-check
// The log: every event in a sentence, the newest first, under its turn and phase. Lines are added as they come; where some were
// taken back it is written anew.

import { h } from "../dom.js";
import { heading } from "../headings.js";
import { ruleLink } from "../panels/parts.js";
import { sentence } from "./sentence.js";

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {import("../types.js").LogLine} LogLine */

const MOST = 400;
/** So many lines of one kind in a row are told in one, if there are words for that. */
const MANY = 3;

/**
 * @param {HTMLElement} root
 * @param {Desk} desk
 * @returns {{show: () => void}}
 */
export function createLog(root, desk) {
  const list = h("ol", { class: "log", reversed: true, tabindex: "-1" });
  root.append(list);
  /** The lines shown, the oldest first. @type {LogLine[]} */
  let shown = [];
  let pages = new Pages(list, desk);
  let from = 0;
  /** @param {LogLine[]} log @param {boolean} [whole] */
  const update = (log, whole = false) => {
    const first = Math.max(0, log.length - MOST);
    const goes = !whole && first === from && shown.every((line, n) => line === log[first + n]);
    if (!goes) {
      list.replaceChildren();
      [shown, pages, from] = [[], new Pages(list, desk), first];
    }
    for (const line of log.slice(first + shown.length)) {
      shown.push(line);
      pages.add(line);
    }
  };
  // A look back shows the log as it was then.
  const lines = (/** @type {LogLine[]} */ log) => (desk.frame ? log.slice(0, desk.told) : log);
  const draw = (/** @type {boolean} */ whole) => desk.seen && update(lines(desk.seen.log), whole);
  desk.on("view", ({ seen } = {}) => {
    draw(false);
    // Who decides on wants to see what comes of it.
    if (seen?.fresh && desk.busy) root.scrollTop = 0;
  });
  desk.on("words", () => draw(true));
  draw(true);
  return { show: () => list.scrollIntoView({ block: "nearest" }) };
}

/** Writes lines below the heading of their phase, the newest first. */
class Pages {
  /** The heading of the phase that is written now. @type {HTMLElement | null} */
  #phase = null;
  #turn = "";
  /** Lines of one kind that came in a row. @type {{key: string, nodes: HTMLElement[], group: HTMLElement | null}} */
  #run = { key: "", nodes: [], group: null };

  /**
   * @param {HTMLElement} list
   * @param {Desk} desk
   */
  constructor(list, desk) {
    this.list = list;
    this.desk = desk;
  }

  /** @param {LogLine} line */
  add(line) {
    const kind = heading(line.key);
    const node = row(this.desk, line, kind);
    if (kind === "turn") this.#turn = firstSentence(this.desk.words.say(line.key, line.params));
    if (kind === "phase") {
      this.#phase = this.#headed(line);
      this.list.prepend(this.#phase);
    } else if (this.#phase) this.#phase.after(node);
    else this.list.prepend(node);
    this.#gather(line, node);
  }

  /** @param {LogLine} line */
  #headed(line) {
    const phase = this.desk.words.say(line.key, line.params).replace(/\.$/, "");
    return h("li", { class: "log-line log-phase" }, h("p", {}, [this.#turn, phase].filter(Boolean).join(" \u00b7 ")));
  }

  /** @param {LogLine} line @param {HTMLElement} node */
  #gather({ key }, node) {
    const run = this.#run;
    if (key !== run.key) {
      this.#run = { key, nodes: [node], group: null };
      return;
    }
    run.nodes.push(node);
    const words = `group.${key}`;
    if (run.nodes.length < MANY || !this.desk.words.has(words)) return;
    if (!run.group) {
      run.group = h("li", { class: "log-line log-group" }, h("details", {}, h("summary"), h("ol", { reversed: true })));
      node.replaceWith(run.group);
    }
    const [summary, inner] = run.group.querySelectorAll("summary, ol");
    summary.textContent = this.desk.words.say(words, { count: run.nodes.length });
    inner.replaceChildren(...[...run.nodes].reverse());
  }
}

/** @param {string} text */
function firstSentence(text) {
  return text.replace(/\.( .*)?$/, "");
}

/** @param {Desk} desk @param {LogLine} line @param {string | null} kind */
function row(desk, line, kind) {
  return h(
    "li",
    { class: kind ? `log-line log-${kind}` : "log-line", title: line.at ? moment(line.at, desk.words.language) : null },
    h("p", {}, sentence(desk, line.key, line.params), line.rule ? [" ", ruleLink(line.rule)] : null),
  );
}

/** When it happened, for whoever wants to know. @param {number} at @param {string} language */
function moment(at, language) {
  return new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(new Date(at * 1000));
}
