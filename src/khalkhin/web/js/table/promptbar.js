// @ts-check
// The prompt: who decides, what is asked in one sentence, and buttons for what has no place on the map. Its height is the
// same whatever is asked: what has no room stands above it.

import { h } from "../dom.js";
import { icon } from "../icons.js";
import { Wishes } from "../panels/wishes.js";
import { counterFace, markOf, ruleLink } from "../panels/parts.js";
import { answers } from "./answers.js";
import { caption, ownCaption } from "./caption.js";
import { leftOver } from "./finish.js";
import { pathSummary } from "./hand.js";
import { labelOf, verbKeyOf } from "../panels/explain.js";
import { servedBy } from "./serving.js";
import { awaited } from "./waiting.js";
import { spokenHexes, takenUp } from "./offers.js";
import { handUnits } from "./picture.js";
import { refill } from "./refill.js";
import { plain } from "./sentence.js";
import { shelf } from "./shelf.js";

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {import("../dom.js").Child} Child */

/**
 * @typedef {object} PromptEvents
 * @property {(box: string) => void} box  Show a box beside the map.
 * @property {() => void} undo
 * @property {() => void} next
 * @property {() => void} hint
 * @property {(verb: string, noun?: import("../types.js").Noun) => void} say
 * @property {(verb: string) => void} finish  Say the main verb.
 * @property {() => void} notYet  Do not finish, after all.
 * @property {() => void} neverAsk  Finish, and ask no more whether that is meant.
 * @property {() => void} notAgain  Pass, and pass by itself until the phase ends.
 * @property {() => void} askAgain
 * @property {(verb: string) => void} standing  Take up a standing offer, or put it down.
 * @property {() => void} now  Say what was pressed once.
 * @property {() => void} notNow  Leave it.
 * @property {(verb: string) => void} way  Choose one of the things that can be done, or all of them again.
 * @property {() => void} instead  Give up what is in hand, and say what was on offer before it.
 * @property {() => void} preview  Go to the hex that was tapped.
 * @property {() => void} list  Show the list of choices.
 * @property {() => void} ending
 * @property {() => void} live  Back from the past to now.
 * @property {() => void} odds
 * @property {() => void} retreat  Let the planner carry out a retreat.
 */

/**
 * @param {HTMLElement} root
 * @param {Desk} desk
 * @param {PromptEvents} on
 * @param {import("./taps.js").Taps} taps
 */
export function createPrompt(root, desk, on, taps) {
  const wishes = new Wishes({
    say: (verb, value) => desk.decisions.number(verb, value),
    refused: () => desk.tell("ui"),
  });
  // Nobody goes on with a number that is still being chosen: it is said first.
  const events = {
    ...on,
    finish: (/** @type {string} */ verb) => {
      wishes.grant();
      on.finish(verb);
    },
  };
  let [asked, number, phase] = ["", 0, ""];
  const draw = () => {
    if (!desk.ready) return;
    const { view } = desk;
    if (asked !== (view.prompt?.key ?? "")) wishes.forget();
    asked = view.prompt?.key ?? "";
    const held = document.activeElement;
    const answered = held instanceof HTMLElement && root.contains(held) && "answer" in held.dataset;
    const news = number !== desk.seen?.number || desk.ui.sure;
    // Who has just come to the table begins at its top.
    const begins = phase !== "" && phase !== view.phase && held === document.body;
    [number, phase] = [desk.seen?.number ?? 0, view.phase];
    dress(root, desk);
    const { beside, above } = answers(desk, events);
    refill(root, [bar(desk, events, beside), shelf(desk, events, { above, wishes })], "#prompt-title");
    // What the last press led to is read first: the next Enter must not answer it.
    if ((answered && news) || begins) root.querySelector("h2")?.focus({ preventScroll: true });
    taps.drawn(root);
  };
  desk.on(["view", "ui", "busy", "online", "words", "table", "thinking", "strip", "effects"], draw);
  draw();
}

/** What the bar as a whole tells of the moment. @param {HTMLElement} root @param {Desk} desk */
function dress(root, desk) {
  const { view, words } = desk;
  const nation = askedNation(desk);
  root.style.setProperty("--side", nation ? desk.sheet.nations[nation].ground : "var(--line)");
  root.toggleAttribute("data-mine", desk.mine);
  root.toggleAttribute("data-hand", handUnits(view).length > 0);
  root.toggleAttribute("data-told", Boolean(desk.mine && view.prompt && ownCaption(words, view.prompt)));
  root.setAttribute("aria-busy", String(desk.busy > 0 || !desk.online));
}

/** @param {Desk} desk @param {PromptEvents} on @param {Child[]} beside */
function bar(desk, on, beside) {
  const nation = askedNation(desk);
  return h(
    "div",
    { class: "prompt-main" },
    nation ? h("span", { class: "prompt-mark" }, counterFace(desk.sheet, { nation }, 44)) : null,
    h(
      "div",
      { class: "prompt-text" },
      h(
        "p",
        { class: "caption prompt-caption" },
        h("span", { id: "prompt-caption" }, desk.opponent?.caption() ?? [caption(desk)]),
        desk.mine && desk.view.prompt?.rule ? ruleLink(desk.view.prompt.rule) : null,
      ),
      h("h2", { id: "prompt-title", tabindex: "-1", "data-key": "title" }, title(desk)),
    ),
    desk.mine && desk.offers.some((offer) => offer.kind === "unit" || offer.kind === "hex")
      ? listButton(desk, on)
      : null,
    h("div", { class: "prompt-buttons", role: "group", "aria-labelledby": "prompt-title" }, beside),
  );
}

/** Seen when it has the focus. @param {Desk} desk @param {PromptEvents} on */
function listButton({ words }, on) {
  return h(
    "button",
    { type: "button", class: "skip btn", "data-key": "list", "aria-keyshortcuts": "l", onclick: on.list },
    icon("log"),
    words.say("desk.list"),
    h("kbd", {}, "L"),
  );
}

/** The nation of whose decision it is: the player's own first. @param {Desk} desk @returns {string | null} */
function askedNation(desk) {
  const { prompt, waiting } = desk.view;
  const asked = prompt?.side ?? waiting[0] ?? null;
  return asked ? nationOf(desk, asked) : null;
}

/** The nation that stands for a side. @param {Desk} desk @param {string} side */
export const nationOf = ({ sheet }, side) => markOf(sheet, side);

/** @param {Desk} desk @returns {Child[]} */
function title(desk) {
  const { words, view, ui } = desk;
  if (desk.pauses) return [words.say(desk.looksBack || desk.taught?.over ? "desk.lesson.ways" : "desk.lesson.waits")];
  const { prompt, waiting } = view;
  if (ui.tapped && prompt) return plain(desk, ...spending(desk, ui.tapped));
  const look = ui.preview ? pathSummary(desk, ui.preview) : null;
  const through = ui.way !== null && spokenHexes(view)?.verb === ui.way;
  if (look && prompt) return plain(desk, through ? "desk.tap-through" : "desk.tap-again", { hex: ui.preview, ...look });
  const taken = takenUp(view, ui);
  if (taken) return plain(desk, `desk.taken.${taken.kind}`, { verb: labelOf(words, prompt, taken) });
  if (prompt && ui.sure) return plain(desk, `left.${prompt.key}`, { count: leftOver(desk) });
  if (prompt && !desk.frame) return plain(desk, prompt.key, prompt.params);
  if (view.tracks.result) return [result(desk)];
  if (desk.table.halted) return [words.say(desk.me ? "desk.halted-way" : "desk.nobody")];
  const told = desk.opponent?.told();
  if (told) return plain(desk, told.key, told.params);
  if (!waiting.length) return [words.say("desk.nobody")];
  return [awaited(desk)];
}

/**
 * What would be used up with the next press, and whom it would serve.
 * @param {Desk} desk
 * @param {{verb: string, noun: string}} tapped
 * @returns {[string, Record<string, any>]}
 */
function spending({ words, view }, { verb, noun }) {
  const units = servedBy(view, verb, noun);
  const label = labelOf(words, view.prompt, { verb, nouns: [noun] });
  return units ? ["desk.serves-first", { verb: label, units }] : ["desk.taken.nothing", { verb: label }];
}

/** @param {Desk} desk */
export function result(desk) {
  const found = desk.view.tracks.result;
  if (!found) return "";
  if (found.winner === null) return desk.words.say("desk.draw");
  return desk.words.say("desk.won", { side: found.winner });
}

/** The words for a verb: those for this prompt first. @param {Desk} desk @param {string} verb */
export const verbKey = (desk, verb) => verbKeyOf(desk.words, desk.view.prompt, verb);
