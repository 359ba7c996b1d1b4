// @ts-check
// The briefing before a scenario, beside the map: what each part speaks of lights up there while it is pointed at or chosen.

import { byId, h } from "../dom.js";
import { icon } from "../icons.js";
import * as api from "../net/api.js";
import { openDialog } from "../panels/dialog.js";
import { counterFace, markOf } from "../panels/parts.js";
import { rememberBriefed } from "../store.js";
import { placeOf } from "./acts.js";
import { briefingName, hasBriefing } from "./briefed.js";
import { unusualRules } from "./unusual.js";

/** @typedef {import("./page.js").Page} Page */
/** @typedef {{part: string, text: string, hexes: string[], units: string[]}} Part */

const ICONS = { situation: "eye", aim: "flag", forces: "box", special: "info" };

/** @param {Page} page */
export async function openBriefing(page) {
  const { desk } = page;
  if (!hasBriefing(desk)) return;
  const { sheet, view, words } = desk;
  const parts = await told(sheet.code, view.scenario, words.language, desk.me ?? "");
  if (parts && page.stays && hasBriefing(desk) && !document.querySelector("dialog.briefing")) {
    rememberBriefed(briefingName(desk));
    new Briefing(page, parts);
  }
}

/**
 * The parts for a side; none where they cannot be had now.
 * @param {string} game
 * @param {string} scenario
 * @param {string} language
 * @param {string} side
 * @returns {Promise<Part[] | null>}
 */
async function told(game, scenario, language, side) {
  try {
    return (await api.briefing(game, scenario, language)).sides[side] ?? null;
  } catch (error) {
    if (error instanceof api.Refused || error instanceof api.Unreachable) return null;
    throw error;
  }
}

class Briefing {
  /** The part that was chosen, which stays lit. @type {Part | null} */
  #chosen = null;

  /** @param {Page} page @param {Part[]} parts */
  constructor(page, parts) {
    this.page = page;
    this.sight = page.board.sight();
    const { desk } = page;
    const { words, view } = desk;
    // The other side's moves are shown when it has been read.
    this.read = desk.showing.hold();
    const advice = parts.filter(({ part }) => part.startsWith("advice."));
    this.window = openDialog(
      { title: words.say(`scenario.${view.scenario}.title`), words, className: "briefing" },
      this.#head(parts.find(({ part }) => part === "length")),
      this.#rules(),
      ...parts.filter(({ part }) => part in ICONS).map((part) => this.#part(part)),
      h(
        "section",
        {},
        h("h3", {}, icon("play", { size: 20 }), h("span", {}, words.say("briefing.advice"))),
        h(
          "ol",
          {},
          advice.map((part) => h("li", {}, this.#shown(part))),
        ),
      ),
      h(
        "div",
        { class: "dialog-foot briefing-foot" },
        h("p", { class: "quiet small" }, words.say("desk.briefing-show")),
        h(
          "button",
          { type: "button", class: "btn btn-primary", onclick: () => this.window.close() },
          words.say("desk.briefing-begin"),
        ),
      ),
    );
    this.window.addEventListener("close", () => this.#close());
    this.#frame(parts);
  }

  /** Whose briefing it is, and how long the scenario takes. @param {Part | undefined} length */
  #head(length) {
    const { sheet, words, me } = this.page.desk;
    const nation = markOf(sheet, me ?? "");
    return h(
      "div",
      { class: "briefing-head" },
      nation ? counterFace(sheet, { nation }, 34) : null,
      h("b", {}, words.say(`side.${me}`)),
      length ? h("span", { class: "quiet small" }, length.text) : null,
    );
  }

  /** The optional rules that are not as usual: they come first, for who was invited has not chosen them. */
  #rules() {
    const { desk } = this.page;
    const rules = unusualRules(desk);
    if (!rules.length) return null;
    return h(
      "section",
      { class: "briefing-rules" },
      h("h3", {}, icon("book", { size: 20 }), h("span", {}, desk.words.say("desk.briefing-rules"))),
      rules.map(({ title, help }) => h("p", { class: "briefing-text" }, h("b", {}, `${title}.`), ` ${help}`)),
    );
  }

  /** @param {Part} part */
  #part(part) {
    const name = /** @type {keyof typeof ICONS} */ (part.part);
    return h(
      "section",
      {},
      h("h3", {}, icon(ICONS[name], { size: 20 }), h("span", {}, this.page.desk.words.say(`briefing.${name}`))),
      this.#shown(part),
    );
  }

  /** The sentences of a part; a button where there is something to see. @param {Part} part */
  #shown(part) {
    if (!this.#places(part).length) return h("p", { class: "briefing-text" }, part.text);
    const button = h(
      "button",
      {
        type: "button",
        class: "briefing-text",
        "aria-pressed": "false",
        onclick: () => this.#choose(part, button),
        onpointerenter: (/** @type {PointerEvent} */ event) => event.pointerType === "mouse" && this.#light(part),
        onpointerleave: () => this.#light(this.#chosen),
      },
      part.text,
    );
    return button;
  }

  /** Light a part up and bring it close; once more, and all is seen again. @param {Part} part @param {HTMLElement} button */
  #choose(part, button) {
    for (const one of this.window.querySelectorAll(".briefing-text[aria-pressed]"))
      one.setAttribute("aria-pressed", "false");
    this.#chosen = this.#chosen === part ? null : part;
    button.setAttribute("aria-pressed", String(this.#chosen === part));
    this.#light(this.#chosen);
    if (this.#chosen) this.#frame([part]);
  }

  /** @param {Part | null} part */
  #light(part) {
    this.page.desk.light(part?.hexes ?? [], part?.units ?? []);
  }

  /** Where on the map that is which a part speaks of. @param {Part} part @returns {string[]} */
  #places({ hexes, units }) {
    const { view, sheet } = this.page.desk;
    const places = [...hexes, ...units.map((unit) => placeOf(view, unit))];
    return /** @type {string[]} */ (places.filter((place) => place !== null && place in sheet.map.hexes));
  }

  /** Show all that some parts speak of in what the window leaves of the map. @param {Part[]} parts */
  #frame(parts) {
    const { board, layout } = this.page;
    const [box, map] = [this.window, byId("board")].map((one) => one.getBoundingClientRect());
    const phone = layout.mode() === "phone";
    board.inset(phone ? { bottom: map.bottom - box.top } : { right: map.right - box.left });
    const places = parts.flatMap((part) => this.#places(part));
    if (places.length) board.fit(places);
  }

  #close() {
    const { board, desk, layout } = this.page;
    desk.light();
    layout.measure();
    board.look(this.sight);
    this.read();
  }
}
