// @ts-check
// The buttons of the prompt: the way back, the answers that have no place on the map, and the one main button. What has no
// room beside the question stands above the bar.

import { h } from "../dom.js";
import { icon } from "../icons.js";
import { labelOf } from "../panels/explain.js";
import { mainVerb, offersNow, sorted, spokenHexes, unmoved } from "./offers.js";
import { lookOf, noteLine } from "../panels/effect.js";
import { handUnits } from "./picture.js";
import { servedBy } from "./serving.js";
import { wordText } from "../panels/parts.js";
import { verbKey } from "./promptbar.js";
import { retreating } from "./retreat.js";

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {import("../dom.js").Child} Child */
/** @typedef {import("./promptbar.js").PromptEvents} PromptEvents */

/**
 * @typedef {object} Button
 * @property {string} key
 * @property {string} text
 * @property {string} [name]  Its picture.
 * @property {string} [shortcut]
 * @property {string} [look]  A class of its own.
 * @property {boolean} [primary]  It goes on.
 * @property {import("../panels/effect.js").Look} [effect]  What it does.
 * @property {boolean} [busy]
 * @property {boolean} [answer]  It answers what is asked: a second press never answers the next question.
 * @property {() => void} act
 */

/** Pixels for buttons beside the question where the bar is widest. */
const ROOM = 340;
/** Letters of a button with a line below its words, at least. */
const NOTE = 11;

/**
 * @param {Desk} desk
 * @param {PromptEvents} on
 * @returns {{beside: Child[], above: Child[]}}  Buttons beside the question, and those for which there is no room.
 */
export function answers(desk, on) {
  const { view, words, opponent } = desk;
  if (desk.pauses) return view.details.plan ? alone(odds(desk, on)) : NONE;
  if (desk.frame)
    return alone({ key: "live", text: words.say("desk.live"), name: "forward", primary: true, act: on.live });
  if (view.tracks.result) return desk.table.kept ? alone(ending(desk, on)) : NONE;
  const main = mainButton(desk, on);
  const back = backButton(desk, on);
  const others = desk.ui.sure || pending(desk) ? [] : otherButtons(desk, on);
  const controls = opponent?.controls() ?? [];
  const room = ROOM - [back, main].reduce((sum, one) => sum + (one ? width(one) : 0), 0);
  const beside = others.reduce((sum, one) => sum + width(one), 0) <= room;
  return {
    beside: [
      controls,
      back && button(back),
      beside ? others.map(button) : [],
      inSheet(desk, on),
      main && button(main),
    ].flat(),
    above: beside ? [] : others.map(button),
  };
}

/** @type {{beside: Child[], above: Child[]}} */
const NONE = { beside: [], above: [] };

/** @param {Button} one */
const alone = (one) => ({ beside: [button(one)], above: [] });

/** About how wide a button is, with the gap beside it: to measure it would mean to lay out the page. @param {Button} one */
function width({ text, name, shortcut, effect }) {
  return 42 + 8 * Math.max(text.length, effect ? NOTE : 0) + (name ? 26 : 0) + (shortcut ? 26 : 0);
}

/** @param {Desk} desk @param {PromptEvents} on @returns {Button} */
function ending(desk, on) {
  return {
    key: "ending",
    text: desk.words.say(desk.ending ? "desk.ending-comes" : "desk.see-ending"),
    name: desk.ending ? "hourglass" : "flag",
    primary: true,
    busy: desk.ending,
    act: on.ending,
  };
}

/** @param {Desk} desk @param {PromptEvents} on @returns {Button | null} */
function backButton(desk, on) {
  if (desk.ui.sure) return { key: "not-yet", text: desk.words.say("desk.not-yet"), act: on.notYet };
  if (pending(desk)) return { key: "not-now", text: desk.words.say("desk.not-yet"), act: on.notNow };
  if (!desk.seen?.undo) return null;
  const text = desk.words.say("desk.undo");
  return { key: "undo", text, name: "undo", shortcut: "U", look: "btn-quiet prompt-undo", act: on.undo };
}

/** Bare verbs that the map has no place for. @param {Desk} desk */
function bareVerbs(desk) {
  const { bare } = sorted(offersNow(desk.view));
  // A box that a counter can go to is one place among others.
  const main = mainVerb(bare.filter((verb) => !desk.sheet.boxes.includes(verb)));
  return { main, others: bare.filter((verb) => verb !== main) };
}

/** @param {Desk} desk @param {PromptEvents} on @returns {Button[]} */
function otherButtons(desk, on) {
  const { words, view, sheet } = desk;
  const wordy = sorted(offersNow(view)).words.flatMap(({ verb, nouns }) =>
    nouns.map((noun) => ({
      key: `${verb}-${noun}`,
      text: wordText(words, verb, noun),
      ...besideMain(desk, verb, noun),
      answer: true,
      act: () => on.say(verb, noun),
    })),
  );
  const bare = bareVerbs(desk).others.map((verb) => ({
    key: verb,
    text: words.say(verbKey(desk, verb), view.prompt?.params),
    name: sheet.boxes.includes(verb) ? "box" : undefined,
    ...besideMain(desk, verb),
    answer: true,
    act: () => on.say(verb),
  }));
  const retreat = {
    key: "retreat",
    text: words.say("desk.retreat-for-me"),
    name: desk.retreating ? "hourglass" : "hint",
    busy: desk.retreating,
    act: on.retreat,
  };
  const quiet = { key: "not-again", text: words.say("desk.not-again"), act: on.notAgain };
  return [
    ...wordy,
    ...bare,
    ...(retreating(desk) ? [retreat] : []),
    ...(view.details.plan && desk.mine ? [odds(desk, on)] : []),
    ...(desk.quiet.may() ? [quiet] : []),
  ];
}

/** @param {Desk} desk @param {PromptEvents} on @returns {Button} */
function odds({ words }, on) {
  return { key: "odds", text: words.say("desk.odds"), name: "charts", shortcut: "O", act: on.odds };
}

/** What has been pressed once and waits for its second press, since it uses something up. @param {Desk} desk */
export function pending({ ui, view, mine }) {
  if (!mine) return null;
  if (ui.tapped) return ui.tapped;
  const bare = view.standing.find((offer) => offer.verb === ui.standing && offer.kind === "nothing");
  return bare ? { verb: bare.verb, noun: null } : null;
}

/** @param {Desk} desk @param {PromptEvents} on @param {{verb: string, noun: string | null}} said @returns {Button} */
function pendingButton(desk, on, { verb, noun }) {
  const { words, view } = desk;
  const label = labelOf(words, view.prompt, { verb, nouns: [noun] });
  const vain = noun !== null && servedBy(view, verb, noun)?.length === 0;
  const text = vain ? words.say("desk.serves-anyway", { verb: label }) : label;
  const effect = lookOf(desk.effects.of(verb, noun), words);
  return { key: "pending", text, name: effect.icon, look: effect.look, effect, answer: true, act: on.now };
}

/** @param {Desk} desk @param {PromptEvents} on @returns {Button | null} */
function mainButton(desk, on) {
  const { words, view, ui } = desk;
  const said = pending(desk);
  if (said) return pendingButton(desk, on, said);
  if (goes(desk)) {
    const through = ui.way && spokenHexes(view)?.verb === ui.way;
    const text = words.say(through ? "desk.go-through" : "desk.go-here");
    return { key: "go", text, name: "check", primary: true, answer: true, act: on.preview };
  }
  const { main } = bareVerbs(desk);
  if (main) {
    const text = words.say(verbKey(desk, main), view.prompt?.params);
    const effect = lookOf(desk.effects.of(main), words, rollsLikely(desk, main));
    return { key: main, text, name: effect.icon, look: effect.look, effect, answer: true, act: () => on.finish(main) };
  }
  const instead = givingUp(desk);
  const text = instead && words.say(instead.text);
  if (!text) return null;
  // It ends what was begun, and leaves what is in hand.
  const note = words.say("desk.stays", { units: handUnits(view) });
  const effect = { ...lookOf(null, words), note, told: note };
  return { key: "done", text, name: effect.icon, look: effect.look, effect, answer: true, act: on.instead };
}

/** How an answer beside the main button tells what it does. @param {Desk} desk @param {string} verb @param {import("../types.js").Noun} [noun] */
function besideMain({ effects, words }, verb, noun = null) {
  const effect = lookOf(effects.of(verb, noun), words);
  return effect.icon === "dice" ? { effect, name: effect.icon } : { effect };
}

/** Whether dice are to be expected of an answer: those of battles that are declared together fall afterwards. @param {Desk} desk @param {string} verb */
function rollsLikely({ view }, verb) {
  return verb === "commit" && !view.details.battles;
}

/** Whether the main button goes to the hex that was tapped. @param {Desk} desk */
function goes({ ui, offers }) {
  return Boolean(ui.preview && offers.some((offer) => offer.kind === "hex" && offer.nouns.includes(ui.preview)));
}

/** What stands in the rail, where there is none. @param {Desk} desk @param {PromptEvents} on @returns {Child[]} */
function inSheet(desk, on) {
  const { words } = desk;
  const next = {
    key: "next",
    text: words.say("desk.next-short"),
    name: "next",
    look: "in-sheet prompt-next",
    act: on.next,
  };
  const hint = { key: "hint", text: words.say("desk.hint"), name: "hint", look: "in-sheet prompt-hint", act: on.hint };
  return [goesOnToNext(desk) && !goes(desk) ? button(next) : null, desk.opponent?.hints() ? button(hint) : null];
}

/** Whether there is a next unit to go to. @param {Desk} desk */
export function goesOnToNext(desk) {
  if (!desk.mine || desk.view.details.recruit) return false;
  return sorted(offersNow(desk.view)).units.size > 0 || Boolean(unmoved(desk.view) && desk.trail.hand.length);
}

/** The main verb that was on offer before what is in hand, which nothing binds yet. @param {Desk} desk */
export function givingUp(desk) {
  const { trail, view } = desk;
  if (!unmoved(view)) return null;
  const [found] = trail.alternatives("nothing", null).filter(({ verb }) => verb === "done");
  if (!found) return null;
  const asked = trail.hand.at(-found.steps)?.prompt;
  // Where a move was in hand before, the first `done` ends that move only.
  const times = desk.rest && asked !== desk.rest ? 2 : 1;
  const key = `button.${desk.rest ?? asked}.done`;
  return { undo: found.undo, say: Array(times).fill("done"), text: desk.words.has(key) ? key : "verb.done" };
}

/** @param {Button} how */
export function button({ text, primary, name, key, shortcut, look, busy, answer, effect, act }) {
  const kind = primary ? "btn-primary" : "";
  return h(
    "button",
    {
      type: "button",
      class: ["btn", kind, look].filter(Boolean).join(" "),
      "data-key": key,
      "data-answer": answer,
      "aria-keyshortcuts": shortcut?.toLowerCase(),
      "aria-busy": busy ? "true" : null,
      "aria-description": effect?.told,
      title: effect?.told,
      onclick: busy ? null : act,
    },
    name ? icon(name) : null,
    h("span", { "data-note": effect ? noteLine(effect.note) : null }, text),
    shortcut ? h("kbd", {}, shortcut) : null,
  );
}
