// @ts-check
// The foot of the combat panel, which lies over the prompt: what is asked, the way back, and every answer that is a button.

import { fill, h } from "../dom.js";
import { explained } from "../glossary.js";
import { icon } from "../icons.js";
import { lookOf, noteLine } from "./effect.js";
import { chartTag, columnsOf, marked, ruleLink, wordText } from "./parts.js";

/**
 * @typedef {import("../types.js").Offer} Offer
 * @typedef {import("../types.js").Prompt} Prompt
 * @typedef {import("./combat_forces.js").Context & {busy: boolean, chart: import("../types.js").Chart | undefined}} FootContext
 */

/** The verbs that commit or go on, in the order in which they are the main button. */
const MAIN = ["commit", "done", "pass"];
/** So many hexes can be told apart on buttons. */
const FEW = 3;

/** @param {FootContext} context */
export function foot(context) {
  const { words, on, props, busy } = context;
  const prompt = props.live ? props.prompt : null;
  const bare = (prompt?.offers ?? []).filter((offer) => offer.kind === "nothing" && offer.nouns.length);
  const main = bare.length === 1 ? bare[0].verb : MAIN.find((verb) => bare.some((offer) => offer.verb === verb));
  const told = h("p", { class: "combat-source" }, source(context));
  if (prompt && !busy && !bare.length) tellWhy(context, told);
  return h(
    "footer",
    { class: "combat-foot" },
    asked(context, prompt),
    // On the one side the way back, on the other what goes on: neither comes to stand where the other was.
    prompt && props.undo ? plain("back", words.say(backWords(context)), on.back, "Esc") : null,
    told,
    props.quiet.on ? plain("ask-again", words.say("desk.ask-again"), on.askAgain) : null,
    prompt && !props.view.details.battles ? hexButtons(context, prompt, !bare.length) : null,
    props.quiet.may ? plain("not-again", words.say("desk.not-again"), on.notAgain) : null,
    prompt ? wordButtons(context, prompt) : null,
    bare.map((offer) => bareButton(context, offer, prompt, offer.verb === main)),
  );
}

/** What the way back does: while something is in hand it takes back the last of that. @param {FootContext} context */
function backWords({ said }) {
  return said.length > 1 ? "panels.undo" : "panels.back";
}

/** The question, after what has happened; or who is waited for. @param {FootContext} context @param {Prompt | null} prompt */
function asked({ words, props }, prompt) {
  const { waiting } = props.view;
  const sides = waiting.map((side) => `@side.${side}`);
  if (!prompt)
    return waiting.length ? h("p", { class: "combat-ask" }, words.say("panels.combat.waiting", { sides })) : null;
  const caption = `caption.${prompt.key}`;
  return h(
    "div",
    { class: "combat-asked" },
    words.has(caption) ? h("p", { class: "caption" }, words.say(caption, prompt.params)) : null,
    h(
      "p",
      { class: "combat-ask" },
      marked(words, prompt.key, prompt.params),
      prompt.rule ? [" ", ruleLink(prompt.rule)] : null,
    ),
  );
}

/**
 * @param {string} key
 * @param {string} text
 * @param {() => void} act
 * @param {string} [shortcut]
 */
function plain(key, text, act, shortcut) {
  return h(
    "button",
    { class: "btn", type: "button", "data-key": key, onclick: act },
    text,
    shortcut ? h("kbd", {}, shortcut) : null,
  );
}

/**
 * What is decided by naming a hex can be said here too, where there are not many.
 * @param {FootContext} context
 * @param {Prompt} prompt
 * @param {boolean} rolls  Naming it leads to the dice.
 */
function hexButtons(context, prompt, rolls) {
  const offers = prompt.offers.filter((offer) => offer.kind === "hex" && offer.nouns.length <= FEW);
  return offers.flatMap(({ verb, nouns }) =>
    nouns.map((hex) =>
      answer(context, {
        key: `say-${verb}-${hex}`,
        said: { verb, noun: hex },
        label: `${verbWords(context.words, prompt, verb)} ${hex}`,
        rolls,
      }),
    ),
  );
}

/** Answers that are words. @param {FootContext} context @param {Prompt} prompt */
function wordButtons(context, prompt) {
  const offers = prompt.offers.filter((offer) => offer.kind === "word");
  return offers.flatMap(({ verb, nouns }) =>
    nouns.map((noun) =>
      answer(context, {
        key: `word-${verb}-${noun}`,
        said: { verb, noun },
        label: wordText(context.words, verb, noun),
      }),
    ),
  );
}

/**
 * A button that answers, and tells what it does.
 * @param {FootContext} context
 * @param {{key: string, said: import("./odds.js").Decision, label: string, main?: boolean, rolls?: boolean, shortcut?: string}} how
 */
function answer({ on, words, wishes }, { key, said, label, main = false, rolls = false, shortcut }) {
  const effect = lookOf(on.effect?.(said.verb, said.noun) ?? null, words, rolls);
  return h(
    "button",
    {
      class: main ? `btn ${effect.look}` : "btn",
      type: "button",
      "data-key": key,
      "data-answer": "",
      "aria-keyshortcuts": shortcut?.toLowerCase(),
      "aria-description": effect.told,
      title: effect.told,
      // Nobody rolls dice on a number that is still being chosen: it is said first.
      onclick: () => {
        wishes.grant();
        on.say([said]);
      },
    },
    main || effect.icon === "dice" ? icon(effect.icon, { size: 20 }) : null,
    h("span", { "data-note": noteLine(effect.note) }, label),
    said.verb === "pass" ? h("kbd", {}, shortcut) : null,
  );
}

/** The words for a verb: those for this prompt first. @param {import("../words.js").Words} words @param {Prompt | null} prompt @param {string} verb */
export function verbWords(words, prompt, verb) {
  const own = `button.${prompt?.key}.${verb}`;
  return words.say(words.has(own) ? own : `verb.${verb}`, prompt?.params);
}

/**
 * What still keeps the attack from being committed.
 * @param {FootContext} context
 * @param {HTMLElement} place
 */
async function tellWhy({ on, words }, place) {
  const reason = await on.why?.("commit");
  if (reason) fill(place, explained(reason.text, words), reason.rule ? [" ", ruleLink(reason.rule)] : null);
}

/** Whether the table is printed, with its rule and its chart. @param {FootContext} context */
function source({ words, on, props: { odds }, chart }) {
  if (!chart || !odds) return null;
  const columns = columnsOf(odds);
  const tag = chartTag(chart) === "reconstructed" ? "reconstructed" : "printed";
  const link = chart.rule ? [" ", ruleLink(chart.rule)] : null;
  const open = () => on.chart?.(chart.name, columns);
  const more = on.chart
    ? [" ", h("button", { class: "link", type: "button", onclick: open }, words.say("panels.combat.sources"))]
    : null;
  const partly = odds.unknown.length || odds.cases.length;
  const sure = partly ? words.say("panels.combat.seen") : words.say("panels.combat.exact");
  return [sure, " ", words.say(`panels.combat.table.${tag}`), link, more].flat();
}

/** @param {FootContext} context @param {Offer} offer @param {Prompt | null} prompt @param {boolean} main */
function bareButton(context, offer, prompt, main) {
  const { words } = context;
  const { plan, odds, view } = context.props;
  const commits = offer.verb === "commit";
  const hidden = odds && !odds.chances;
  const own = `button.${prompt?.key}.${offer.verb}`;
  const key = hidden ? "panels.combat.commit.declare" : `panels.combat.commit.${plan.kind}`;
  const label =
    !commits || words.has(own)
      ? verbWords(words, prompt, offer.verb)
      : words.say(words.has(key) ? key : "panels.combat.commit", { hex: plan.target, attack: odds?.attack ?? "" });
  return answer(context, {
    key: `say-${offer.verb}`,
    said: { verb: offer.verb, noun: null },
    label,
    main,
    // Battles that are declared together are rolled one by one afterwards.
    rolls: commits && !view.details.battles,
    shortcut: main ? "E" : undefined,
  });
}
