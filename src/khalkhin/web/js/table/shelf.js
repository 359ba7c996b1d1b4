// @ts-check
// Above the bar, as far as there is any of it: other ways to move, answers that have no room below, numbers, warnings, the
// attacks declared so far, and the strip of a lesson or the coach. The bar itself does not move for it.

import { h } from "../dom.js";
import { explained } from "../glossary.js";
import { icon } from "../icons.js";
import { declared } from "../panels/declared.js";
import { ruleLink } from "../panels/parts.js";
import { button } from "./answers.js";
import { helpOf } from "../panels/explain.js";
import { offersNow, sorted, takenUp } from "./offers.js";
import { verbKey } from "./promptbar.js";
import { sentence, unitChip } from "./sentence.js";
import { warnings } from "./serving.js";
import { stepper } from "./stepper.js";
import { strip } from "./strip.js";
import { wayButtons } from "./ways.js";

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {import("../dom.js").Child} Child */
/** @typedef {import("./promptbar.js").PromptEvents} PromptEvents */
/** @typedef {import("../panels/wishes.js").Wishes} Wishes */

/** So many numbers have a button each. */
const FEW = 8;
/** So many counters that something can be done with are named. */
const NAMED = 4;

/**
 * @param {Desk} desk
 * @param {PromptEvents} on
 * @param {{above: Child[], wishes: Wishes}} given  Answers without room beside the question; numbers being chosen.
 */
export function shelf(desk, on, { above, wishes }) {
  const asked = desk.pauses ? [] : [extra(desk, on, wishes), row(desk, on, above), about(desk)];
  const parts = [strip(desk), ...asked].filter((part) => part !== null);
  return parts.length ? h("div", { class: "prompt-shelf" }, parts) : null;
}

/** @param {Desk} desk @param {PromptEvents} on @param {Child[]} above */
function row(desk, on, above) {
  const ways = desk.ui.sure ? null : wayButtons(desk, on);
  const parts = [
    ways,
    above.length ? h("div", { class: "prompt-more" }, above) : null,
    quiet(desk, on),
    unasked(desk, on),
  ];
  return parts.some(Boolean) ? h("div", { class: "prompt-row" }, parts) : null;
}

/** What the thing does that is chosen, or would be said with the next press, and for whom if they are few. @param {Desk} desk */
function about(desk) {
  const { view, ui, words, offers, mine } = desk;
  const pressed = ui.tapped && { ...ui.tapped, nouns: [ui.tapped.noun], kind: offerOf(offers, ui.tapped.verb) };
  const taken = pressed ?? takenUp(view, ui);
  const help = mine && taken && !ui.sure ? helpOf(words, view.prompt, taken) : "";
  if (!taken || !help) return null;
  const named = taken.kind === "unit" && !pressed && taken.nouns.length <= NAMED ? taken.nouns.map(String) : [];
  const units = named.flatMap((unit, n) => [
    " ",
    h("span", { class: "tight" }, unitChip(desk, unit), n + 1 < named.length ? "," : "."),
  ]);
  return h("p", { class: "prompt-about small" }, icon("info"), h("span", {}, explained(help, words), units));
}

/** @param {import("../types.js").Offer[]} offers @param {string} verb */
const offerOf = (offers, verb) => offers.find((offer) => offer.verb === verb)?.kind ?? "nothing";

/** Questions that this page answers by itself until the phase ends. @param {Desk} desk @param {PromptEvents} on */
function quiet(desk, on) {
  if (!desk.quiet.on()) return null;
  const again = { key: "ask-again", text: desk.words.say("desk.ask-again"), look: "btn-small", act: on.askAgain };
  return h("p", { class: "prompt-quiet small" }, desk.words.say("desk.not-asked"), " ", button(again));
}

/** @param {Desk} desk @param {PromptEvents} on */
function unasked(desk, on) {
  if (!desk.ui.sure) return null;
  return button({
    key: "never-ask",
    text: desk.words.say("desk.never-ask"),
    look: "btn-small btn-quiet",
    act: on.neverAsk,
  });
}

/** The hexes that can be named, by what naming them does. @param {Desk} desk @param {PromptEvents} on */
function targets({ offers }, on) {
  return offers
    .filter(({ kind }) => kind === "hex")
    .map(({ verb, nouns }) => ({
      label: "",
      verb,
      hexes: nouns.map(String),
      act: (/** @type {string} */ hex) => on.say(verb, hex),
    }));
}

/** Numbers that are asked for, and the other side's offer of a draw. @param {Desk} desk @param {PromptEvents} on @param {Wishes} wishes */
function extra(desk, on, wishes) {
  if (desk.frame || !desk.seen) return null;
  const { view, words } = desk;
  const numbers = view.details.plan ? [] : steppers(desk, on, wishes);
  const draw = view.standing.some((offer) => offer.verb === "accept");
  const attacks = desk.mine ? declared(view.details, desk.sheet, words, targets(desk, on), false) : null;
  const told = warnings(desk).now.map((warning) => warned(desk, warning));
  if (!numbers.length && !draw && !attacks && !told.length) return null;
  return h(
    "div",
    { class: "prompt-extra" },
    told,
    attacks,
    numbers,
    draw
      ? h(
          "p",
          { class: "callout callout-action" },
          icon("flag"),
          h("span", {}, words.say("desk.draw-offered")),
          h(
            "button",
            { type: "button", class: "btn btn-small", "data-key": "accept", onclick: () => on.say("accept") },
            words.say("verb.accept"),
          ),
        )
      : null,
  );
}

/** @param {Desk} desk @param {import("../types.js").Text & {rule: string}} warning */
function warned(desk, { key, params, rule }) {
  return h(
    "p",
    { class: "callout callout-warn" },
    icon("warning"),
    h("span", {}, sentence(desk, key, params ?? {}), " ", ruleLink(rule)),
  );
}

/** @param {Desk} desk @param {PromptEvents} on @param {Wishes} wishes */
function steppers(desk, on, wishes) {
  const offers = sorted(offersNow(desk.view)).numbers;
  // A number that is all that is asked for is said by one press.
  if (offers.length === 1 && offersNow(desk.view).length === 1 && offers[0].nouns.length <= FEW)
    return offers[0].nouns.map((noun) =>
      button({
        key: `${offers[0].verb}-${noun}`,
        text: String(noun),
        answer: true,
        act: () => on.say(offers[0].verb, noun),
      }),
    );
  const offered = offers.map((offer) => ({ offer, value: 0 }));
  const named = desk.trail.hand
    .flatMap((one) => one.say)
    .filter((said) => typeof said.noun === "number")
    .flatMap((said) => {
      const found = desk.trail.named(said.verb);
      return found ? [{ offer: found.offer, value: Number(said.noun) }] : [];
    });
  // They stay in the order in which they were first asked for; none may take more than is left.
  const order = desk.trail.hand[0]?.offers.map((offer) => offer.verb) ?? [];
  const left = desk.view.details.missions?.reserve ?? Infinity;
  const all = [...offered, ...named].sort((a, b) => order.indexOf(a.offer.verb) - order.indexOf(b.offer.verb));
  const known = named.reduce((sum, { value }) => sum + value, 0);
  return [allotted(desk, known)]
    .filter((line) => line !== null)
    .concat(
      all.map(({ offer, value }) =>
        stepper({
          label: desk.words.say(verbKey(desk, offer.verb)),
          numbers: offer.nouns.map(Number).filter((number) => number <= value + left),
          value: wishes.of(offer.verb) ?? value,
          key: offer.verb,
          words: desk.words,
          act: (number) => wishes.make(offer.verb, number),
        }),
      ),
    );
}

/** Points allotted by another browser or a typed order: this one cannot change them, but tells of them. @param {Desk} desk @param {number} known */
function allotted({ view, words }, known) {
  const set = Object.entries(view.details.missions ?? {}).filter(([box, points]) => box !== "reserve" && points);
  if (set.reduce((sum, [, points]) => sum + points, 0) === known) return null;
  return h("p", { class: "quiet" }, set.map(([box, points]) => `${words.say(`box.${box}`)} ${points}`).join(" · "));
}
