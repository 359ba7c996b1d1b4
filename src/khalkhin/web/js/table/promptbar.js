// @ts-check
// The prompt: who decides, what is asked in one sentence, and buttons for what has no place on the map.

import { h } from "../dom.js";
import { icon } from "../icons.js";
import { caption } from "./caption.js";
import { declared } from "../panels/declared.js";
import { counterFace, markOf, ruleLink } from "../panels/parts.js";
import { mainVerb, offersNow, sorted, spokenHexes, unmoved } from "./offers.js";
import { refill } from "./refill.js";
import { retreating } from "./retreat.js";
import { pathSummary } from "./hand.js";
import { placeOf } from "./acts.js";
import { plain, sentence } from "./sentence.js";
import { servicesAt } from "./serving.js";
import { stepper } from "./stepper.js";
import { tipFor } from "./tips.js";
import { awaited } from "./waiting.js";
import { handUnits } from "./picture.js";
import { wayButtons } from "./ways.js";

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {import("../dom.js").Child} Child */

/** So many numbers have a button each. */
const FEW = 8;

/**
 * @typedef {object} PromptEvents
 * @property {(box: string) => void} box  Show a box beside the map.
 * @property {() => void} undo
 * @property {() => void} next
 * @property {(verb: string, noun?: import("../types.js").Noun) => void} say
 * @property {(verb: string) => void} standing  Take up a standing offer, or put it down.
 * @property {(verb: string) => void} way  Choose one of the things that can be done, or all of them again.
 * @property {(verbs: string[], undo: number) => void} instead  Give up what is in hand and say these.
 * @property {() => void} preview  Go to the hex that was tapped.
 * @property {() => void} list  Show the list of choices.
 * @property {() => void} ending
 * @property {() => void} live  Back from the past to now.
 * @property {() => void} tipsOff
 * @property {(verb: string, value: number) => void} number
 * @property {() => void} odds
 * @property {() => void} retreat  Let the planner carry out a retreat.
 */

/**
 * @param {HTMLElement} root
 * @param {Desk} desk
 * @param {PromptEvents} on
 */
export function createPrompt(root, desk, on) {
  const draw = () => {
    if (!desk.ready) return;
    const { words } = desk;
    const asked = askedSide(desk);
    const nation = asked ? nationOf(desk, asked) : null;
    root.style.setProperty("--side", nation ? desk.sheet.nations[nation].ground : "var(--line)");
    root.toggleAttribute("data-mine", desk.mine);
    root.toggleAttribute("data-hand", handUnits(desk.view).length > 0);
    root.setAttribute("aria-busy", String(desk.busy > 0 || !desk.online));
    refill(
      root,
      [
        h(
          "div",
          { class: "prompt-main" },
          nation ? h("span", { class: "prompt-mark" }, counterFace(desk.sheet, { nation }, 44)) : null,
          h(
            "div",
            { class: "prompt-text" },
            h("p", { class: "caption", id: "prompt-caption" }, desk.opponent?.caption() ?? [caption(desk)]),
            h("h2", { id: "prompt-title", tabindex: "-1", "data-key": "title" }, title(desk)),
          ),
          desk.mine && desk.offers.some((offer) => offer.kind === "unit" || offer.kind === "hex")
            ? h(
                "button",
                {
                  type: "button",
                  class: "skip btn",
                  "data-key": "list",
                  "aria-keyshortcuts": "l",
                  onclick: on.list,
                },
                icon("log"),
                words.say("desk.list"),
                h("kbd", {}, "L"),
              )
            : null,
          h("div", { class: "prompt-buttons", role: "group", "aria-labelledby": "prompt-title" }, buttons(desk, on)),
        ),
        wayButtons(desk, on),
        extra(desk, on),
        hint(desk, on),
      ],
      "#prompt-title",
    );
  };
  desk.on(["view", "ui", "busy", "online", "words", "table", "thinking"], draw);
  draw();
}

/** Whose decision it is: the player's own first. @param {Desk} desk @returns {string | null} */
function askedSide(desk) {
  const { prompt, waiting } = desk.view;
  return prompt?.side ?? waiting[0] ?? null;
}

/** The nation that stands for a side. @param {Desk} desk @param {string} side */
export const nationOf = ({ sheet }, side) => markOf(sheet, side);

/** @param {Desk} desk @returns {Child[]} */
function title(desk) {
  const { words, view, ui } = desk;
  if (ui.standing) return plain(desk, "desk.standing", { verb: `@${verbKey(desk, ui.standing)}` });
  const { prompt, waiting } = view;
  if (ui.tapped && prompt) return plain(desk, "desk.serves-tap", tappedService(desk));
  const look = ui.preview ? pathSummary(desk, ui.preview) : null;
  const through = ui.way !== null && spokenHexes(view)?.verb === ui.way;
  if (look && prompt)
    return [
      ...plain(desk, through ? "desk.tap-through" : "desk.tap-again", { hex: ui.preview, ...look }),
      " ",
      ruleLink(prompt.rule),
    ];
  if (through && ui.way) return plain(desk, "desk.standing", { verb: `@${verbKey(desk, ui.way)}` });
  if (prompt && !desk.frame) {
    const rule = prompt.rule ? [" ", ruleLink(prompt.rule)] : [];
    return [...plain(desk, prompt.key, prompt.params), ...rule];
  }
  if (view.tracks.result) return [result(desk)];
  if (desk.table.halted) return [words.say(desk.me ? "desk.halted-way" : "desk.nobody")];
  const told = desk.opponent?.told();
  if (told) return plain(desk, told.key, told.params);
  if (!waiting.length) return [words.say("desk.nobody")];
  return [awaited(desk)];
}

/** What a finger would expend with the next tap, and whom it would serve. @param {Desk} desk */
function tappedService(desk) {
  const place = placeOf(desk.view, String(desk.ui.tapped)) ?? String(desk.ui.tapped);
  const [found] = servicesAt(desk.view, desk.offers, place);
  return { verb: `@${verbKey(desk, found?.verb ?? "")}`, units: found?.units ?? [] };
}

/** @param {Desk} desk */
export function result(desk) {
  const found = desk.view.tracks.result;
  if (!found) return "";
  if (found.winner === null) return desk.words.say("desk.draw");
  return desk.words.say("desk.won", { side: found.winner });
}

/** The words for a verb: those for this prompt first. @param {Desk} desk @param {string} verb */
export function verbKey(desk, verb) {
  const own = `button.${desk.view.prompt?.key ?? ""}.${verb}`;
  return desk.words.has(own) ? own : `verb.${verb}`;
}

/** @param {Desk} desk @param {PromptEvents} on @returns {Child[]} */
function buttons(desk, on) {
  const { words } = desk;
  if (desk.frame)
    return [button(words.say("desk.live"), { primary: true, name: "forward", key: "live", act: on.live })];
  if (desk.view.tracks.result)
    return [
      button(words.say(desk.ending ? "desk.ending-comes" : "desk.see-ending"), {
        primary: true,
        name: desk.ending ? "hourglass" : "flag",
        key: "ending",
        busy: desk.ending,
        act: on.ending,
      }),
    ];
  const { bare, words: wordy, units } = sorted(offersNow(desk.view));
  // A box that a counter can go to is one place among others.
  const main = mainVerb(bare.filter((verb) => !desk.sheet.boxes.includes(verb)));
  const others = bare.filter((verb) => verb !== main);
  const instead = main ? null : givingUp(desk);
  const going =
    desk.ui.preview && desk.offers.some((offer) => offer.kind === "hex" && offer.nouns.includes(desk.ui.preview));
  return [
    desk.opponent?.buttons(),
    desk.seen?.undo
      ? h(
          "button",
          {
            type: "button",
            class: "btn btn-quiet prompt-undo",
            "data-key": "undo",
            "aria-keyshortcuts": "u",
            onclick: on.undo,
          },
          icon("undo"),
          h("span", {}, words.say("desk.undo")),
          h("kbd", {}, "U"),
        )
      : null,
    wordy.flatMap((offer) =>
      offer.nouns.map((noun) =>
        button(wordFor(desk, offer.verb, noun), { key: `${offer.verb}-${noun}`, act: () => on.say(offer.verb, noun) }),
      ),
    ),
    others.map((verb) =>
      button(words.say(verbKey(desk, verb), desk.view.prompt?.params), {
        key: verb,
        name: desk.sheet.boxes.includes(verb) ? "box" : undefined,
        act: () => on.say(verb),
      }),
    ),
    retreating(desk)
      ? button(words.say("desk.retreat-for-me"), {
          key: "retreat",
          name: desk.retreating ? "hourglass" : "hint",
          busy: desk.retreating,
          act: on.retreat,
        })
      : null,
    desk.view.details.plan && desk.mine
      ? h(
          "button",
          { type: "button", class: "btn prompt-odds", "data-key": "odds", "aria-keyshortcuts": "o", onclick: on.odds },
          icon("charts"),
          h("span", {}, words.say("desk.odds")),
          h("kbd", {}, "O"),
        )
      : null,
    (units.size || skips(desk)) && !going && !desk.view.details.recruit
      ? h(
          "button",
          { type: "button", class: "btn prompt-next", "data-key": "next", "aria-keyshortcuts": "n", onclick: on.next },
          icon("next"),
          h("span", { class: "long" }, words.say("desk.next")),
          h("span", { class: "short" }, words.say("desk.next-short")),
          h("kbd", {}, "N"),
        )
      : null,
    going
      ? button(
          words.say(desk.ui.way && spokenHexes(desk.view)?.verb === desk.ui.way ? "desk.go-through" : "desk.go-here"),
          { primary: true, name: "check", key: "go", act: on.preview },
        )
      : main
        ? button(words.say(verbKey(desk, main), desk.view.prompt?.params), {
            primary: main !== "commit",
            commit: main === "commit",
            name: main === "commit" ? "dice" : "check",
            key: main,
            act: () => on.say(main),
          })
        : instead
          ? button(words.say(instead.text), {
              primary: true,
              name: "check",
              key: "done",
              act: () => on.instead(instead.say, instead.undo),
            })
          : null,
  ].flat();
}

/** The main verb that was on offer before what is in hand, which nothing binds yet. @param {Desk} desk */
function givingUp(desk) {
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

/** Whether what is in hand can be put down for the next unit. @param {Desk} desk */
function skips({ view, trail }) {
  return Boolean(unmoved(view) && trail.hand.length);
}

/** @param {Desk} desk @param {string} verb @param {import("../types.js").Noun} noun */
function wordFor(desk, verb, noun) {
  const own = [`word.${verb}.${noun}`, `${verb}.${noun}`].find((key) => desk.words.has(key));
  return own ? desk.words.say(own) : `${desk.words.say(`verb.${verb}`)}: ${noun}`;
}

/**
 * @param {string} text
 * @param {{primary?: boolean, commit?: boolean, name?: string, key: string, pressed?: boolean, busy?: boolean, act: () => void}} how
 */
function button(text, { primary, commit, name, key, pressed, busy, act }) {
  const kind = commit ? " btn-commit" : primary ? " btn-primary" : "";
  return h(
    "button",
    {
      type: "button",
      class: `btn${kind}`,
      "data-key": key,
      "aria-pressed": pressed === undefined ? null : String(pressed),
      "aria-busy": busy ? "true" : null,
      onclick: busy ? null : act,
    },
    name ? icon(name) : null,
    h("span", {}, text),
  );
}

/** Numbers that are asked for, and the other side's offer of a draw. @param {Desk} desk @param {PromptEvents} on */
function extra(desk, on) {
  if (desk.frame || !desk.seen) return null;
  const { view, words } = desk;
  const numbers = view.details.plan ? [] : steppers(desk, on);
  const draw = view.standing.some((offer) => offer.verb === "accept");
  const attacks = desk.mine ? declared(view.details, desk.sheet, words) : null;
  const warnings = (view.details.warnings ?? []).map((warning) => warned(desk, warning));
  if (!numbers.length && !draw && !attacks && !warnings.length) return null;
  return h(
    "div",
    { class: "prompt-extra" },
    warnings,
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

/** @param {Desk} desk @param {PromptEvents} on */
function steppers(desk, on) {
  const offers = sorted(offersNow(desk.view)).numbers;
  // A number that is all that is asked for is said by one press.
  if (offers.length === 1 && offersNow(desk.view).length === 1 && offers[0].nouns.length <= FEW)
    return offers[0].nouns.map((noun) =>
      button(String(noun), { key: `${offers[0].verb}-${noun}`, act: () => on.say(offers[0].verb, noun) }),
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
          value,
          key: offer.verb,
          words: desk.words,
          act: (number) => on.number(offer.verb, number),
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

/** @param {Desk} desk @param {PromptEvents} on */
function hint(desk, on) {
  const found = tipFor(desk);
  if (!found) return null;
  const text = desk.words
    .parts(found.key, found.params)
    .map((part) => (part.name === "order" ? h("b", {}, part.text) : part.text));
  return h(
    "p",
    { class: "prompt-tip" },
    icon("question"),
    h("span", {}, text),
    h(
      "button",
      { type: "button", class: "link", "data-key": "tips-off", onclick: on.tipsOff },
      desk.words.say("desk.tips-off"),
    ),
  );
}
