// @ts-check
// The menu and its windows: language, theme, coach, motion, export, offers to the other side, keys.

import { fill, h, withStyles } from "../dom.js";
import { icon } from "../icons.js";
import { openDialog } from "../panels/dialog.js";
import { LANGUAGES, choices, choose, forgetCoached } from "../store.js";
import { exportRecord, exportView } from "./files.js";
import { chime } from "./sound.js";

/** @typedef {import("./desk.js").Desk} Desk */

/**
 * @typedef {object} MenuEvents
 * @property {(language: string) => void} language
 * @property {() => void} replay
 * @property {() => void} seats
 * @property {(verb: string) => void} say
 * @property {(() => void) | null} briefing  None where there is no briefing.
 */

/**
 * @param {Desk} desk
 * @param {MenuEvents} on
 */
export function openMenu(desk, on) {
  const { words } = desk;
  const window_ = openDialog({ title: words.say("desk.menu"), words, className: "table-menu" });
  const body = /** @type {HTMLElement} */ (window_.querySelector(".dialog-body"));
  /** @param {string} name @param {string} key @param {() => void} act */
  const item = (name, key, act) =>
    h(
      "button",
      {
        type: "button",
        class: "menu-item",
        onclick: () => {
          window_.close();
          act();
        },
      },
      icon(name),
      words.say(key),
    );
  const said = desk.frame || desk.lesson || !desk.seen ? [] : desk.seen.view.standing.map((offer) => offer.verb);
  const now = choices();
  fill(
    body,
    segments(
      words.say("desk.language"),
      [
        ["en", "English"],
        ["pt", "Português"],
      ],
      words.language,
      (value) => {
        window_.close();
        choose({ language: value });
        on.language(value);
      },
    ),
    segments(
      words.say("desk.theme"),
      ["auto", "light", "dark"].map((theme) => [theme, words.say(`desk.theme.${theme}`)]),
      now.theme,
      (value) => choose({ theme: /** @type {any} */ (value) }),
    ),
    toggle(words.say("desk.coach-first"), now.coach, (value) => {
      choose({ coach: value });
      if (value) forgetCoached(desk.sheet.code);
      desk.tell("strip");
    }),
    toggle(words.say("desk.briefing-first"), now.briefing, (value) => {
      choose({ briefing: value });
    }),
    toggle(words.say("desk.sure"), now.sure, (value) => {
      choose({ sure: value });
    }),
    toggle(words.say("desk.motion"), now.motion, (value) => {
      choose({ motion: value });
    }),
    segments(
      words.say("desk.sound"),
      ["auto", "on", "off"].map((when) => [when, words.say(`desk.sound.${when}`)]),
      now.sound,
      (value) => {
        choose({ sound: /** @type {any} */ (value) });
        if (value === "on") chime();
      },
    ),
    desk.opponent
      ? segments(words.say("desk.pace-of"), desk.opponent.paces(), choices().pace, desk.opponent.choosePace)
      : null,
    h(
      "div",
      { class: "menu" },
      h("hr"),
      on.briefing ? item("flag", "desk.briefing", on.briefing) : null,
      desk.lesson
        ? item("start", "desk.lesson.restart", () => desk.ask((line) => line.act("restart")))
        : item("person", "desk.seats", on.seats),
      desk.table.kept ? item("start", "desk.replay", on.replay) : null,
      desk.table.kept ? item("download", "desk.export-record", () => exportRecord(desk)) : null,
      item("download", "desk.export-view", () => exportView(desk)),
      item("keyboard", "desk.keys", () => showKeys(desk)),
      desk.sheet.guide.length ? guideItem(desk) : null,
      h("hr"),
      said.includes("accept") ? item("check", "verb.accept", () => on.say("accept")) : null,
      said.includes("draw") ? item("flag", "verb.draw", () => on.say("draw")) : null,
      said.includes("concede") ? item("close", "verb.concede", () => confirmConcede(desk, on)) : null,
      desk.table.kept ? null : h("a", { class: "menu-item", href: "/learn" }, icon("book"), words.say("desk.lessons")),
      h("a", { class: "menu-item", href: "/" }, icon("back"), words.say("desk.lobby")),
    ),
  );
}

/** The guide opens beside the table. @param {import("./desk.js").Desk} desk */
function guideItem({ sheet, words }) {
  const address = { href: `/guide/${sheet.code}?lang=${words.language}`, target: "_blank", rel: "noopener" };
  return h("a", { class: "menu-item", ...address }, icon("book"), words.say("desk.guide"));
}

/** @param {string} label @param {string[][]} values @param {string} now @param {(value: string) => void} act */
function segments(label, values, now, act) {
  const group = h("div", { class: "segments", role: "group", "aria-label": label });
  const draw = (/** @type {string} */ chosen) =>
    fill(
      group,
      values.map(([value, text]) =>
        h(
          "button",
          {
            type: "button",
            "aria-pressed": String(value === chosen),
            lang: LANGUAGES.includes(value) ? value : null,
            onclick: () => {
              act(value);
              draw(value);
            },
          },
          text,
        ),
      ),
    );
  draw(now);
  return h("div", { class: "menu-choice" }, h("span", {}, label), group);
}

/** @param {string} label @param {boolean} on @param {(value: boolean) => void} act */
function toggle(label, on, act) {
  const box = h("input", { type: "checkbox", checked: on, onchange: () => act(box.checked) });
  return h("label", { class: "menu-choice" }, h("span", {}, label), box);
}

/** @param {Desk} desk @param {MenuEvents} on */
function confirmConcede(desk, on) {
  const { words } = desk;
  const window_ = openDialog(
    { title: words.say("desk.concede-title"), words },
    h("p", {}, words.say("desk.concede-text")),
    h(
      "div",
      { class: "dialog-foot" },
      h("button", { type: "button", class: "btn", onclick: () => window_.close() }, words.say("desk.keep-playing")),
      h(
        "button",
        {
          type: "button",
          class: "btn btn-commit",
          onclick: () => {
            window_.close();
            on.say("concede");
          },
        },
        words.say("verb.concede"),
      ),
    ),
  );
}

// -- keys

/** @type {[string, [string, string[]][]][]} */
const KEYS = [
  [
    "play",
    [
      ["next", ["N"]],
      ["undo", ["U"]],
      ["take-back", ["Esc"]],
      ["main", ["E"]],
      ["list", ["L"]],
      ["hint", ["H"]],
      ["skip", ["K"]],
      ["pace", ["V"]],
      ["order", ["/", "1–9"]],
      ["odds", ["O"]],
    ],
  ],
  [
    "map",
    [
      ["cursor", ["←", "↑", "→", "↓"]],
      ["pick", ["Enter"]],
      ["through", ["Shift", "Enter"]],
      ["why", ["W"]],
      ["ask", ["I"]],
      ["fan", ["F"]],
      ["zoom", ["+", "−"]],
      ["fit", ["0"]],
    ],
  ],
  [
    "show",
    [
      ["zones", ["Z"]],
      ["points", ["P"]],
      ["supply", ["S"]],
      ["changes", ["C"]],
      ["briefing", ["B"]],
      ["tabs", ["T"]],
      ["replay", ["R"]],
      ["menu", ["M"]],
      ["keys", ["?"]],
    ],
  ],
];

/** The window of all keys; fetched when it is wanted. @param {Desk} desk */
export async function showKeys(desk) {
  const { openHelp } = await withStyles(import("../panels/help.js"));
  openHelp({ words: desk.words, groups: keyGroups(desk) });
}

/** The keys that do something at this table. @param {Desk} desk */
function keyGroups({ words, sheet, table, lesson }) {
  const missing = [
    ...(sheet.overlays.includes("supply") ? [] : ["supply"]),
    ...(table.kept ? [] : ["changes", "replay"]),
    ...(lesson ? ["hint", "skip", "pace"] : []),
  ];
  /** @param {[string, string[]]} key */
  const there = ([what]) => !missing.includes(what);
  return KEYS.map(([group, keys]) => ({
    title: words.say(`desk.keys.${group}`),
    keys: keys.filter(there).map(([what, names]) => ({ keys: names, what: words.say(`desk.keys.${group}.${what}`) })),
  }));
}
