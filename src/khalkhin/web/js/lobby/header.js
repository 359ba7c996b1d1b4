// @ts-check
// The head of the lobby: where one is, the language, the theme.

import { byId, h, s } from "../dom.js";
import { icon } from "../icons.js";
import { LANGUAGES, choices, choose } from "../store.js";

/** @typedef {import("./types.js").Ask} Ask */

export const PAGES = ["play", "learn", "games", "replays", "rules"];
/** Where a page is: most of them are behind the #, the lessons have an address to pass on. @param {string} name */
export const pathOf = (name) => (name === "learn" ? "/learn" : `/#${name}`);
const SUN = { auto: "theme", light: "sun", dark: "moon" };
/** @type {Record<string, "auto" | "light" | "dark">} */
const NEXT = { auto: "light", light: "dark", dark: "auto" };

/**
 * @param {import("../words.js").Words} words
 * @param {string} page  The page that is shown.
 * @param {number} turns  Games that wait for their reader.
 * @param {(language: string) => void} speak
 * @returns {HTMLElement}
 */
export function header(words, page, turns, speak) {
  return h(
    "div",
    { class: "head" },
    h(
      "button",
      { type: "button", class: "btn btn-primary skip", onclick: () => byId("page").focus() },
      words.say("lobby.skip"),
    ),
    h("a", { class: "brand", href: pathOf("play"), "aria-label": "Khalkhin" }, emblem(), h("span", {}, "Khalkhin")),
    h(
      "nav",
      { "aria-label": words.say("lobby.pages") },
      PAGES.map((name) => pageLink(words, name, name === page, name === "games" ? turns : 0)),
    ),
    h("div", { class: "head-tools" }, languageSwitch(words, speak), themeSwitch(words)),
  );
}

/** The mark of Khalkhin, as in icon.svg, but with the ink of the text round it. */
function emblem() {
  const river = "M29 0c-8 12-10 16-5 26s9 14 5 24-8 10-8 16";
  const hex = "M17.5 6.9h29L61 32 46.5 57.1h-29L3 32z";
  return s(
    "svg",
    { viewBox: "0 0 64 64", width: 36, height: 36, "aria-hidden": "true", focusable: "false" },
    s("clipPath", { id: "emblem" }, s("path", { d: hex })),
    s(
      "g",
      { "clip-path": "url(#emblem)", fill: "none" },
      s("path", { d: "M0 0h64v64H0z", fill: "#f1e7c9" }),
      s("path", { d: "M0 0h26c-6 8-9 13-5 22s9 12 6 22-9 12-8 20H0z", fill: "#dfc99a" }),
      s("path", { d: river, stroke: "#2d6380", "stroke-width": 11 }),
      s("path", { d: river, stroke: "#8db9c9", "stroke-width": 7.5 }),
    ),
    s("path", { d: "M45 19.5l7.5 7.5-7.5 7.5-7.5-7.5z", fill: "#a12d27" }),
    s("path", { d: hex, fill: "none", stroke: "currentColor", "stroke-width": 3.6, "stroke-linejoin": "round" }),
  );
}

/**
 * @param {import("../words.js").Words} words
 * @param {string} name
 * @param {boolean} here
 * @param {number} badge
 */
function pageLink(words, name, here, badge) {
  const count =
    badge > 0 && h("span", { class: "badge", "aria-label": words.say("lobby.turns-waiting", { games: badge }) }, badge);
  return h("a", { href: pathOf(name), "aria-current": here && "page" }, words.say(`lobby.page.${name}`), count);
}

/**
 * @param {import("../words.js").Words} words
 * @param {(language: string) => void} speak
 */
function languageSwitch(words, speak) {
  const buttons = LANGUAGES.map((language) => {
    const now = language === words.language;
    const name = new Intl.DisplayNames([language], { type: "language" }).of(language);
    const button = h(
      "button",
      {
        type: "button",
        lang: language,
        "aria-pressed": String(now),
        "aria-label": `${language.toUpperCase()}, ${name}`,
      },
      language.toUpperCase(),
    );
    button.addEventListener("click", () => {
      choose({ language });
      speak(language);
    });
    return button;
  });
  return h("div", { class: "segments languages", role: "group", "aria-label": words.say("lobby.language") }, buttons);
}

/** As the system has it, light, dark, and round again. @param {import("../words.js").Words} words */
function themeSwitch(words) {
  const button = h("button", { type: "button", class: "btn btn-quiet btn-icon theme" });
  const show = () => {
    const { theme } = choices();
    const label = words.say(`lobby.theme.${theme}`);
    button.replaceChildren(icon(SUN[theme]));
    button.ariaLabel = label;
    button.title = label;
  };
  button.addEventListener("click", () => {
    choose({ theme: NEXT[choices().theme] });
    show();
  });
  show();
  return button;
}
