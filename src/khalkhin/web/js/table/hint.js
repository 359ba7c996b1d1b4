// @ts-check
// HintCard: what the planner would do in the player's place and why, marked on the map, to be followed step by step.

import { byId, h } from "../dom.js";
import { icon } from "../icons.js";
import { PHONE } from "../sizes.js";
import { placeOf } from "./acts.js";
import { announceText } from "./announce.js";
import { floats } from "./floating.js";
import { verbKey } from "./promptbar.js";
import { refill } from "./refill.js";
import { sentence } from "./sentence.js";
import { gesture } from "./trail.js";

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {import("./offers.js").Said} Said */
/** @typedef {{number: number, say: Said[], reason: import("../types.js").Text}} Hint */

/** So many counters are told one by one. */
const FEW = 3;

/** The card of a page; the page is made anew when the language changes. @type {WeakMap<import("../types.js").BoardControls, HintCard>} */
const cards = new WeakMap();

/**
 * Ask for a hint; asked again, it is put away.
 * @param {Desk} desk
 * @param {import("../types.js").BoardControls} board
 * @param {(hex: string) => void} bring  Show a hex on the map.
 */
export function askHint(desk, board, bring) {
  const card = cards.get(board) ?? new HintCard(desk, bring);
  cards.set(board, card);
  return card.open ? card.close() : card.ask();
}

class HintCard {
  /**
   * @param {Desk} desk
   * @param {(hex: string) => void} bring  Show a hex on the map.
   */
  constructor(desk, bring) {
    this.desk = desk;
    this.bring = bring;
    /** @type {Hint | null} */
    this.hint = null;
    this.asking = false;
    document.getElementById("hint")?.remove();
    this.root = h("section", {
      id: "hint",
      class: "hint floating",
      hidden: true,
      "aria-label": desk.words.say("desk.hint"),
    });
    this.place();
    desk.on("view", ({ seen } = {}) => seen && this.follow());
    desk.on("busy", () => this.draw());
    // Before anything else that Escape puts away.
    document.addEventListener("keydown", (event) => this.escape(event), true);
  }

  get open() {
    return this.hint !== null;
  }

  /** Over the map; on a phone in the sheet, as long as that is there, so that it covers nothing of the map. */
  place() {
    const sheet = matchMedia(PHONE).matches && !document.body.hasAttribute("data-combat");
    const place = byId(sheet ? "dock" : "main");
    if (this.root.parentElement !== place) place.append(this.root);
  }

  /** The server has it thought out, from what this seat sees. */
  async ask() {
    const { desk } = this;
    if (this.asking) return;
    this.asking = true;
    this.draw();
    const { me, seats } = desk;
    const others = Object.fromEntries(Object.entries(seats).filter(([side]) => side !== me));
    try {
      const found = await desk.ask((line) => line.request({ type: "hint", seats: others }));
      // Whoever has decided meanwhile needs none; where the other side has, it may be as good as before.
      this.hint = this.offered(found?.hint.say[0]) ? { ...found?.hint, number: desk.seen?.number } : null;
    } finally {
      this.asking = false;
    }
    if (desk.me === me && desk.ready) this.show();
  }

  close() {
    this.hint = null;
    this.show();
  }

  /** @param {KeyboardEvent} event */
  escape(event) {
    if (event.key !== "Escape" || !this.open || floats() || !this.root.isConnected) return;
    event.stopPropagation();
    event.preventDefault();
    this.close();
  }

  /** After every view: the next step of it, as long as it can be taken. */
  follow() {
    const { hint, desk } = this;
    if (!hint || hint.number === desk.seen?.number) return;
    const left = this.offered(hint.say[0]) ? hint.say : hint.say.slice(1);
    const goes = left.length && this.offered(left[0]) && left.length < hint.say.length;
    this.hint = goes ? { ...hint, say: left, number: desk.seen?.number ?? 0 } : null;
    this.show();
  }

  /** Whether something can be said now. @param {Said | undefined} said */
  offered(said) {
    const offers = this.desk.mine ? (this.desk.view.prompt?.offers ?? []) : [];
    return offers.some(
      ({ verb, nouns, kind }) => verb === said?.verb && (kind === "nothing" || nouns.includes(said.noun)),
    );
  }

  /** Take the next step, or all of them. @param {number} count  How many decisions. */
  go(count) {
    const { hint, desk } = this;
    if (!hint || hint.number !== desk.seen?.number) return;
    const say = hint.say.slice(0, count);
    desk.go({ verb: say[0].verb, nouns: [], change: { undo: 0, gestures: [gesture(say, desk.offers)] } });
  }

  show() {
    const { desk, hint } = this;
    const nouns = (hint?.say ?? []).map(({ noun }) => String(noun));
    const units = nouns.filter((noun) => noun in desk.sheet.units);
    const hexes = nouns.filter((noun) => noun in desk.sheet.map.hexes);
    desk.mark(hexes, units);
    // What covers the map comes first: then it is known where there is room to show it.
    this.draw();
    const [first] = [...hexes, ...units.map((unit) => placeOf(desk.view, unit))].filter(
      (one) => one && one in desk.sheet.map.hexes,
    );
    if (first) this.bring(first);
    if (hint) announceText(this.root.querySelector("p")?.textContent ?? "");
  }

  draw() {
    const { root, hint, desk, asking } = this;
    this.place();
    root.hidden = !hint && !asking;
    if (root.hidden) return refill(root, []);
    const { words } = desk;
    if (!hint) return refill(root, [h("p", {}, icon("hourglass"), h("span", {}, words.say("desk.hint-comes")))]);
    const [all, first] = [hint.say.length, stepOf(desk, hint.say)];
    refill(root, [
      h(
        "p",
        {},
        icon("hint"),
        h(
          "span",
          {},
          h("b", {}, this.told(first) + (all > first.length ? " …" : "")),
          ": ",
          sentence(desk, hint.reason.key, hint.reason.params ?? {}),
          ".",
        ),
      ),
      h(
        "div",
        { class: "hint-buttons" },
        this.button("hint-step", words.say("desk.hint-step"), () => this.go(first.length), true),
        all > first.length ? this.button("hint-all", words.say("desk.hint-all"), () => this.go(all)) : null,
        h(
          "button",
          {
            type: "button",
            class: "btn btn-quiet btn-icon",
            "data-key": "hint-close",
            "aria-label": words.say("desk.hint-close"),
            onclick: () => this.close(),
          },
          icon("close"),
        ),
      ),
    ]);
  }

  /** @param {string} key @param {string} text @param {() => void} act @param {boolean} [main] */
  button(key, text, act, main = false) {
    return h(
      "button",
      {
        type: "button",
        class: `btn btn-small${main ? " btn-primary" : ""}`,
        "data-key": key,
        disabled: this.desk.busy > 0,
        onclick: act,
      },
      text,
    );
  }

  /** A step in words: who, and where to. @param {Said[]} step */
  told(step) {
    const names = step.map((one) => this.name(one));
    const goes = step.length > 1 && !(String(step.at(-1)?.noun) in this.desk.sheet.units);
    const who = goes ? names.slice(0, -1) : names;
    const few = who.length > FEW ? `${who.slice(0, FEW).join(", ")} +${who.length - FEW}` : who.join(", ");
    return goes ? `${few} → ${names.at(-1)}` : few;
  }

  /** @param {Said} said */
  name({ verb, noun }) {
    const { words, sheet } = this.desk;
    const key = verbKey(this.desk, verb);
    const plain = verb === "unit" || verb === "hex" || !words.has(key);
    const name = noun === null ? "" : (sheet.units[String(noun)]?.name ?? this.word(verb, noun));
    const { params } = this.desk.view.prompt ?? {};
    return [plain && name ? "" : words.say(key, params), name].filter(Boolean).join(" ");
  }

  /** @param {string} verb @param {string | number} noun */
  word(verb, noun) {
    const { words } = this.desk;
    const own = [`word.${verb}.${noun}`, `${verb}.${noun}`].find((key) => words.has(key));
    return own ? words.say(own) : String(noun);
  }
}

/**
 * What is done at once: counters that are picked in a row, and the hex they go to; anything else by itself.
 * @param {Desk} desk
 * @param {Said[]} say
 */
function stepOf({ sheet }, say) {
  const other = say.findIndex(({ noun }) => !(String(noun) in sheet.units));
  const units = other < 0 ? say.length : other;
  return say.slice(0, Math.max(1, units + (say[units]?.verb === "hex" ? 1 : 0)));
}
