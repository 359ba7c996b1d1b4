// @ts-check
// The left rail: closer, wider, fit, overlays, the terrain key and the rules. On phones two round buttons and a menu.

import { h } from "../dom.js";
import { icon } from "../icons.js";
import { goesOnToNext } from "./answers.js";
import { offerChoice } from "./floating.js";
import { refill } from "./refill.js";

/** @typedef {import("./desk.js").Desk} Desk */

/**
 * @typedef {object} RailEvents
 * @property {() => void} closer
 * @property {() => void} wider
 * @property {() => void} fit
 * @property {(what: Overlay) => void} overlay
 * @property {() => void} key
 * @property {() => void} rules
 * @property {() => void} next
 * @property {() => void} hint
 */

/** @typedef {"zones" | "points" | "supply" | "changes"} Overlay */

const ICONS = { zones: "zones", points: "flag", supply: "supply", changes: "changes" };

/** What can be laid over the map. Where no game is kept nobody knows what it was like before. @param {Desk} desk */
export function overlaysOf({ sheet, table }) {
  const all = /** @type {Overlay[]} */ (Object.keys(ICONS));
  return all.filter((what) => (what === "changes" ? table.kept : sheet.overlays.includes(what)));
}

/**
 * @param {HTMLElement} root
 * @param {Desk} desk
 * @param {RailEvents} on
 */
export function createRail(root, desk, on) {
  const draw = () => {
    const { words, ui } = desk;
    /** @param {string} name @param {string} key @param {() => void} act @param {boolean} [pressed] */
    const button = (name, key, act, pressed) =>
      h(
        "button",
        {
          type: "button",
          class: "rail-button",
          "data-key": key,
          "aria-pressed": pressed === undefined ? null : String(pressed),
          onclick: act,
        },
        icon(name),
        h("span", {}, words.say(`desk.rail.${key}`)),
      );
    root.setAttribute("aria-label", words.say("desk.rail"));
    refill(root, [
      button("zoomin", "closer", on.closer),
      button("zoomout", "wider", on.wider),
      button("fit", "fit", on.fit),
      h("hr"),
      overlaysOf(desk).map((what) => button(ICONS[what], what, () => on.overlay(what), ui.show[what])),
      button("key", "key", on.key),
      h("hr"),
      button("book", "rules", on.rules),
      h("div", { class: "rail-turn" }, turnButtons(desk, on)),
    ]);
  };
  desk.on(["view", "ui", "words"], draw);
  draw();
}

/** At the foot, nearest to the prompt: what helps whoever is asked, as far as there is any of it. @param {Desk} desk @param {RailEvents} on */
function turnButtons(desk, on) {
  if (!desk.ready) return [];
  const { words } = desk;
  /** @param {string} key @param {string} shortcut @param {string} text @param {string} whole @param {() => void} act */
  const button = (key, shortcut, text, whole, act) =>
    h(
      "button",
      {
        type: "button",
        class: "rail-button",
        "data-key": key,
        "aria-label": whole,
        "aria-keyshortcuts": shortcut.toLowerCase(),
        title: `${whole} (${shortcut})`,
        onclick: act,
      },
      icon(key),
      h("span", {}, text),
    );
  return [
    desk.opponent?.hints() ? button("hint", "H", words.say("desk.hint"), words.say("desk.hint"), on.hint) : null,
    goesOnToNext(desk) ? button("next", "N", words.say("desk.next-short"), words.say("desk.next"), on.next) : null,
  ];
}

/**
 * The two buttons over the map on a phone.
 * @param {HTMLElement} root
 * @param {Desk} desk
 * @param {{layers: (button: HTMLElement) => void, fit: () => void}} on
 */
export function createRound(root, desk, on) {
  const draw = () => {
    const { words, ui } = desk;
    const any = overlaysOf(desk).some((what) => ui.show[what]);
    refill(root, [
      h(
        "button",
        {
          type: "button",
          class: "round",
          "data-key": "layers",
          "aria-label": words.say("desk.layers"),
          "aria-pressed": String(any),
          "aria-haspopup": "menu",
          onclick: (/** @type {Event} */ event) => on.layers(/** @type {HTMLElement} */ (event.currentTarget)),
        },
        icon("layers"),
      ),
      h(
        "button",
        {
          type: "button",
          class: "round",
          "data-key": "fit",
          "aria-label": words.say("desk.rail.fit"),
          onclick: on.fit,
        },
        icon("fit"),
      ),
    ]);
  };
  desk.on(["ui", "words"], draw);
  draw();
}

/**
 * The menu of the first of them: what can be laid over the map, and the terrain key.
 * @param {Desk} desk
 * @param {HTMLElement} button
 * @param {(what: Overlay) => void} overlay
 * @param {() => void} key
 */
export function layersMenu(desk, button, overlay, key) {
  const { words, ui } = desk;
  const { right, bottom } = button.getBoundingClientRect();
  const shown = overlaysOf(desk).map((what) => ({
    text: words.say(`desk.rail.${what}`),
    icon: ui.show[what] ? "check" : ICONS[what],
    act: () => overlay(what),
  }));
  const terrain = { text: words.say("desk.rail.key"), icon: "key", act: key };
  offerChoice(words.say("desk.layers"), [...shown, terrain], { x: right - 180, y: bottom });
}
