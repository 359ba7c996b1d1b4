// @ts-check
// The rules: a list to search, and a small window that any rule number of the page opens.

import { fill, h } from "../dom.js";
import { explained, terms } from "../glossary.js";
import { icon } from "../icons.js";
import { PHONE } from "../sizes.js";
import { ruleLink } from "./parts.js";

export { ruleLink };

/**
 * @typedef {import("../types.js").Rule} Rule
 * @typedef {import("../types.js").Ruling} Ruling
 * @typedef {import("../types.js").GameSheet} GameSheet
 * @typedef {import("../words.js").Words} Words
 */

/**
 * @typedef {object} Rules
 * @property {(number: string, anchor?: Element) => void} openRule  Show one rule, beside what named it.
 * @property {(text?: string) => void} search  Put words into the search field and the cursor with them.
 * @property {() => void} destroy
 */

/**
 * The rule list in `root`; and from now on every rule number of the page (`ruleLink`, anything with `data-rule`) opens
 * its rule. `root` may be null: then there are only the small windows.
 * @param {HTMLElement | null} root
 * @param {{sheet: GameSheet, words: Words, here?: boolean}} props  `here`: the page is the guide itself.
 * @returns {Rules}
 */
export function createRules(root, { sheet, words, here = false }) {
  const book = new Map(sheet.rules.map((rule) => [rule.number, rule]));
  const rulings = new Map((sheet.rulings ?? []).map((ruling) => [ruling.number, ruling]));
  const popup = h("div", {
    class: "rule-popup quiet-focus",
    popover: "auto",
    role: "dialog",
    tabindex: "-1",
    "aria-labelledby": "rule-popup-title",
  });
  document.body.append(popup);
  const field = root ? mountList(root, sheet.rules, words) : null;

  /** What named the rule: the focus goes back there. @type {Element | null} */
  let asked = null;
  /** @type {Rules["openRule"]} */
  function openRule(number, anchor) {
    asked = anchor ?? asked;
    const close = () => popup.hidePopover();
    const ruling = rulings.get(number);
    fill(
      popup,
      ...(ruling ? rulingWindow(ruling, book, words, close) : ruleWindow(book, rulings, number, words, close)),
      guideLink(sheet, ruling?.rules[0] ?? number, words, here ? close : null),
    );
    if (!popup.matches(":popover-open")) popup.showPopover();
    place(popup, anchor);
    popup.focus({ preventScroll: true });
    popup.scrollTop = 0;
  }

  /** @param {MouseEvent} event */
  function clicked(event) {
    const link = event.target instanceof Element ? event.target.closest("[data-rule]") : null;
    const number = link?.getAttribute("data-rule");
    if (!link || !number) return;
    event.preventDefault();
    openRule(number, popup.contains(link) ? (asked ?? undefined) : link);
  }
  /** @param {Event} event */
  function toggled(event) {
    const closed = /** @type {ToggleEvent} */ (event).newState === "closed";
    if (closed && asked instanceof HTMLElement && document.contains(asked) && document.activeElement === document.body)
      asked.focus();
  }
  document.addEventListener("click", clicked);
  popup.addEventListener("toggle", toggled);
  return {
    openRule,
    search(text = "") {
      if (!field) return;
      field.value = text;
      field.dispatchEvent(new Event("input"));
      field.focus();
    },
    destroy() {
      document.removeEventListener("click", clicked);
      popup.remove();
      if (root) fill(root);
    },
  };
}

// -- one rule

/**
 * @param {Map<string, Rule>} book
 * @param {Map<string, Ruling>} rulings
 * @param {string} number
 * @param {Words} words
 * @param {() => void} close
 */
function ruleWindow(book, rulings, number, words, close) {
  const rule = book.get(number);
  const above = parents(book, number);
  const below = [...book.keys()].filter((one) => parentOf(one, book) === number).flatMap((one) => book.get(one) ?? []);
  const about = [...rulings.values()].filter((one) => one.rules.includes(number));
  return [
    head(number, rule?.title ?? words.say("panels.rules.unknown"), words, close),
    h(
      "p",
      { class: "rule-text" },
      explained(rule?.summary ?? words.say("panels.rules.unknown-text", { rule: number }), words),
    ),
    about.length
      ? h(
          "div",
          { class: "rule-related" },
          h("h3", { class: "caption" }, words.say("panels.rules.rulings")),
          h(
            "ul",
            {},
            about.map((one) => h("li", {}, ruleLink(one.number), ` ${one.question} ${one.decision}`)),
          ),
        )
      : null,
    above.length ? related(words.say("panels.rules.above"), above) : null,
    below.length ? related(words.say("panels.rules.below"), below) : null,
  ];
}

/**
 * A question that the rulebook leaves open, and what was decided.
 * @param {Ruling} ruling
 * @param {Map<string, Rule>} book
 * @param {Words} words
 * @param {() => void} close
 */
function rulingWindow(ruling, book, words, close) {
  const { number, rules, question, decision, reason, other, option } = ruling;
  return [
    head(number, question, words, close),
    h("p", { class: "rule-text" }, explained(decision, words)),
    reason ? h("p", { class: "rule-text" }, explained(words.say("panels.rules.reason", { reason }), words)) : null,
    other ? h("p", { class: "rule-text" }, explained(words.say("panels.rules.other", { other }), words)) : null,
    option
      ? h("p", { class: "rule-text" }, words.say("panels.rules.option", { option: `@option.${option}.title` }))
      : null,
    related(
      words.say("panels.rules.about"),
      rules.flatMap((one) => book.get(one) ?? []),
    ),
  ];
}

/**
 * @param {string} number
 * @param {string} title
 * @param {Words} words
 * @param {() => void} close
 */
function head(number, title, words, close) {
  return h(
    "div",
    { class: "rule-head" },
    h("span", { class: "rule-number" }, number),
    h("h2", { id: "rule-popup-title", class: "rule-title" }, title),
    h(
      "button",
      {
        class: "btn btn-quiet btn-icon rule-close",
        type: "button",
        "aria-label": words.say("panels.close"),
        onclick: close,
      },
      icon("close", { size: 20 }),
    ),
  );
}

/**
 * @param {string} title
 * @param {Rule[]} rules
 */
function related(title, rules) {
  return h(
    "div",
    { class: "rule-related" },
    h("h3", { class: "caption" }, title),
    h(
      "ul",
      {},
      rules.map((rule) => h("li", {}, ruleLink(rule.number), " ", rule.title)),
    ),
  );
}

/**
 * The way to a rule's place in the guide. It opens beside the page; in the guide itself it leads there.
 * @param {GameSheet} sheet
 * @param {string} number
 * @param {Words} words
 * @param {(() => void) | null} close  In the guide: what closes the window.
 */
function guideLink(sheet, number, words, close) {
  const place = placeOf(sheet.guide, number);
  if (!place) return null;
  const address = close
    ? { href: `#${place.id}`, onclick: close }
    : { href: `/guide/${sheet.code}?lang=${words.language}#${place.id}`, target: "_blank", rel: "noopener" };
  return h(
    "p",
    { class: "rule-related" },
    h(
      "a",
      { class: "rule-guide", ...address },
      icon("book", { size: 18 }),
      words.say("panels.rules.guide", { title: place.title }),
    ),
  );
}

/**
 * The section of the guide that names most of a rule's number; the chapter 5 is printed as 5.0.
 * @param {GameSheet["guide"]} guide
 * @param {string} number
 */
export function placeOf(guide, number) {
  const parts = number.split(".");
  for (let count = parts.length; count > 0; count -= 1) {
    const up = parts.slice(0, count).join(".");
    for (const one of [up, `${up}.0`]) {
      const place = guide.find(({ rules }) => rules.includes(one));
      if (place) return place;
    }
  }
  return null;
}

/**
 * The rule that a rule is part of; the chapter 5 is printed as 5.0.
 * @param {string} number
 * @param {Map<string, unknown>} book
 */
export function parentOf(number, book) {
  const parts = number.split(".");
  while (parts.pop() && parts.length) {
    const up = parts.join(".");
    const found = [up, `${up}.0`].find((one) => one !== number && book.has(one));
    if (found) return found;
  }
  return "";
}

/**
 * The rules a rule is part of, the widest first.
 * @param {Map<string, Rule>} book
 * @param {string} number
 * @returns {Rule[]}
 */
export function parents(book, number) {
  const up = parentOf(number, book);
  if (!up) return [];
  const rule = book.get(up);
  return [...parents(book, up), ...(rule ? [rule] : [])];
}

/**
 * Beside its anchor, inside the window. On narrow screens the style sheet puts it at the bottom.
 * @param {HTMLElement} popup
 * @param {Element} [anchor]
 */
function place(popup, anchor) {
  popup.style.removeProperty("left");
  popup.style.removeProperty("top");
  if (!anchor || !document.contains(anchor) || matchMedia(PHONE).matches) return;
  const at = anchor.getBoundingClientRect();
  const { width, height } = popup.getBoundingClientRect();
  const below = at.bottom + 8 + height < innerHeight;
  popup.style.left = `${Math.max(12, Math.min(at.left - 24, innerWidth - width - 12))}px`;
  popup.style.top = `${below ? at.bottom + 8 : Math.max(12, at.top - height - 8)}px`;
}

// -- the list

/**
 * @param {HTMLElement} root
 * @param {Rule[]} rules
 * @param {Words} words
 */
function mountList(root, rules, words) {
  const field = h("input", { type: "search", autocomplete: "off", spellcheck: "false", id: "rules-search" });
  const found = h("p", { class: "rules-found", role: "status" });
  const list = h("div", { class: "rules-list" });
  const glossary = glossaryOf(words);
  const chapters = group(rules).map((chapter) => {
    const items = chapter.rules.map((rule) => ({ rule, row: ruleRow(rule) }));
    const node = h(
      "section",
      { class: "rules-chapter" },
      h("h3", {}, h("span", { class: "figure" }, chapter.number), chapter.head ? ` ${chapter.head.title}` : ""),
      h(
        "ul",
        {},
        items.map((one) => one.row),
      ),
    );
    return { node, items };
  });
  fill(
    list,
    chapters.map((one) => one.node),
    glossary.node,
  );
  const show = () => {
    let hits = 0;
    for (const { node, items } of chapters) {
      let any = false;
      for (const { rule, row } of items) {
        row.hidden = !matches(rule, field.value);
        any ||= !row.hidden;
        hits += row.hidden ? 0 : 1;
      }
      node.hidden = !any;
    }
    glossary.show(field.value);
    found.textContent = field.value.trim() ? words.say("panels.rules.found", { count: hits }) : "";
  };
  field.addEventListener("input", show);
  fill(
    root,
    h(
      "div",
      { class: "panel-rules" },
      h(
        "label",
        { class: "rules-search", for: "rules-search" },
        icon("search", { size: 18 }),
        h("span", { class: "sr" }, words.say("panels.rules.search")),
        field,
      ),
      found,
      list,
    ),
  );
  field.placeholder = words.say("panels.rules.search");
  return field;
}

/**
 * What the terms mean, by their names, at the end of the rules. `show` leaves those that have the words looked for.
 * @param {Words} words
 */
function glossaryOf(words) {
  const entries = terms(words).map(({ name, meaning }) => ({
    rule: { number: "", title: name, summary: meaning },
    row: h("div", {}, h("dt", { class: "rules-name" }, name), h("dd", { class: "rules-text" }, meaning)),
  }));
  const node = h(
    "section",
    { class: "rules-chapter rules-glossary" },
    h("h3", {}, words.say("panels.rules.glossary")),
    h(
      "dl",
      {},
      entries.map((one) => one.row),
    ),
  );
  /** @param {string} wanted */
  const show = (wanted) => {
    for (const { rule, row } of entries) row.hidden = !matches(rule, wanted);
    node.hidden = entries.every(({ row }) => row.hidden);
  };
  return { node, show };
}

/** @param {Rule} rule */
function ruleRow(rule) {
  return h(
    "li",
    { class: "rules-row" },
    h("span", { class: "rule-number" }, rule.number),
    h("div", {}, h("p", { class: "rules-name" }, rule.title), h("p", { class: "rules-text" }, rule.summary)),
  );
}

/**
 * Rules by chapter; the chapter's own line is its heading.
 * @param {Rule[]} rules
 * @returns {{number: string, head: Rule | null, rules: Rule[]}[]}
 */
export function group(rules) {
  /** @type {Map<string, {number: string, head: Rule | null, rules: Rule[]}>} */
  const chapters = new Map();
  for (const rule of rules) {
    const number = rule.number.split(".")[0];
    const chapter = chapters.get(number) ?? { number, head: null, rules: [] };
    chapters.set(number, chapter);
    if (rule.number === `${number}.0` || rule.number === number) chapter.head = rule;
    chapter.rules.push(rule);
  }
  return [...chapters.values()];
}

/**
 * Whether a rule has every word that is looked for, or begins with the number.
 * @param {Rule} rule
 * @param {string} wanted
 */
export function matches(rule, wanted) {
  const text = plain(`${rule.number} ${rule.title} ${rule.summary}`);
  return plain(wanted)
    .split(/\s+/)
    .every((word) => (/^\d[\d.]*/.test(word) ? plain(rule.number).startsWith(word) : text.includes(word)));
}

/** Letters without accents, small. @param {string} text */
function plain(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();
}
