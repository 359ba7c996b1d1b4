// @ts-check
// Who takes part in a combat, and what else can be committed: counters, toggles and steppers from the offers.

import { h } from "../dom.js";
import { icon } from "../icons.js";
import { helpOf, labelOf } from "./explain.js";
import { counterFace, counterName, distance, find } from "./parts.js";

/**
 * @typedef {import("../types.js").Counter} Counter
 * @typedef {import("../types.js").UnitId} UnitId
 * @typedef {import("./odds.js").Decision} Decision
 * @typedef {object} Context
 * @property {import("../types.js").GameSheet} sheet
 * @property {import("../words.js").Words} words
 * @property {import("./combat.js").CombatEvents} on
 * @property {import("./combat.js").CombatProps} props
 * @property {Map<string, number[]>} ranges  The numbers a verb was offered with, by attack and verb.
 * @property {import("./combat_places.js").Places} places
 * @property {Decision[]} said
 * @property {import("./wishes.js").Wishes} wishes
 * @property {Decision | null} pending  What has been pressed once and is said by the next press.
 * @property {(said: Decision | null) => void} ask  Press it once; null: leave it.
 */

/** The room for counters beside the totals, and what stands between them, in pixels. */
const ROOM = 430;
const GAP = 10;

/**
 * Counters on both sides of the totals. Those of the reader's own can be taken out by a click, those who could join are
 * shown faintly and come in by one.
 * @param {Context} context
 */
export function forces(context) {
  const { sheet, words, props, places } = context;
  const { plan, odds, view } = props;
  // Whoever was chosen from afar stands below, where the choice was.
  const below = farRow(context);
  const named = [...plan.units, ...(plan.guns ?? []), ...(plan.support ?? []), ...(plan.supply ?? [])].filter(
    (id) => !below.includes(id),
  );
  const joining = offered(context)
    .filter((one) => beside(context, one))
    .map(({ noun }) => noun);
  /** @param {UnitId} id */
  const attacks = (id) => sheet.units[id]?.side === plan.side;
  const inside = (plan.targets ?? [plan.target]).flatMap((hex) => view.places[hex] ?? []);
  // Who flies over the target or has landed there attacks it.
  const over = inside.filter((one) => "id" in one && attacks(one.id));
  const flying = over.filter((one) => "id" in one && ![...named, ...joining].includes(one.id));
  const [attackers, defenders] = [attacks, (/** @type {UnitId} */ id) => !attacks(id)].map((mine, row) => {
    const [here, further] = [named.filter(mine), joining.filter(mine)];
    return places.row(row ? "defence" : "attack", [...further, ...here].sort(byPlace(view))).map((id) => ({
      counter: known(context, id),
      joins: further.includes(id),
      gone: !here.includes(id) && !further.includes(id),
    }));
  });
  /** @param {Counter} counter */
  const standing = (counter) => ({ counter, joins: false, gone: false });
  const all = inside.length + attackers.length + defenders.length;
  // All in one row as long as they can be read there, then in two.
  const size = Math.max(44, Math.min(68, Math.floor(ROOM / all) - GAP));
  return [
    h(
      "div",
      { class: "forces" },
      side(context, "attack", [...flying.map(standing), ...attackers], size),
      // Where several odds stand below, none of them is the one.
      odds || !view.details.alternatives ? totals(odds, words) : h("div", { class: "totals" }),
      side(context, "defence", [...inside.filter((one) => !over.includes(one)).map(standing), ...defenders], size),
    ),
    together(context, joining),
  ];
}

/** Counters of one stack stand side by side. @param {import("../types.js").View} view @returns {(a: UnitId, b: UnitId) => number} */
function byPlace({ places }) {
  /** @type {Map<string, string>} */
  const at = new Map(
    Object.entries(places).flatMap(([place, all]) => all.flatMap((one) => ("id" in one ? [[one.id, place]] : []))),
  );
  return (a, b) => (at.get(a) ?? "").localeCompare(at.get(b) ?? "");
}

/** So many groups can be told apart. */
const GROUPS = 4;

/**
 * Several who could join, by one press: all of them, those of a formation or, where there is none, of a stack.
 * @param {Context} context
 * @param {UnitId[]} joining
 */
function together(context, joining) {
  const { words, props, places } = context;
  // Its room is kept as long as anybody could join.
  if (!props.live || places.row("joining", joining).length < 2) return null;
  const pills = groupsOf(context, joining).map(({ key, name, units }) =>
    h(
      "button",
      {
        class: "commit-pill",
        type: "button",
        "data-key": `join-${key}`,
        onclick: () => context.on.join(JOIN, units),
        onpointerenter: () => context.on.point?.(units[0]),
        onpointerleave: () => context.on.point?.(null),
      },
      icon("plus", { size: 18 }),
      h("span", {}, name ?? words.say("panels.combat.join-all"), " ", h("b", {}, units.length)),
    ),
  );
  return h("div", { class: "commit together" }, pills);
}

/**
 * @param {Context} context
 * @param {UnitId[]} joining
 * @returns {{key: string, name: string | null, units: UnitId[]}[]}
 */
function groupsOf({ sheet, words, props }, joining) {
  if (joining.length < 2) return [];
  /** @param {(id: UnitId) => string} of @returns {[string, UnitId[]][]} */
  const by = (of) =>
    [...new Set(joining.map(of))]
      .map((name) => /** @type {[string, UnitId[]]} */ ([name, joining.filter((id) => of(id) === name)]))
      .filter(([name, units]) => name && units.length > 1);
  const formations = by((id) => sheet.units[id]?.formation ?? "").map(([name, units]) => ({ key: name, name, units }));
  const stacks = by((id) => find(props.view.places, id)?.place ?? "").map(([hex, units]) => ({
    key: hex,
    name: words.say("panels.combat.join-stack", { hex }),
    units,
  }));
  const parts = (formations.length ? formations : stacks).filter(({ units }) => units.length < joining.length);
  return [{ key: "all", name: null, units: joining }, ...parts.slice(0, GROUPS - 1)];
}

/**
 * Attack against defence: `?` where it is hidden, a dash where there is none.
 * @param {import("../types.js").Odds | null} odds
 * @param {import("../words.js").Words} words
 */
export function totals(odds, words) {
  return h(
    "div",
    { class: "totals" },
    total(odds?.attack ?? "\u2013", words.say("panels.combat.attack")),
    h("span", { class: "totals-against", "aria-hidden": "true" }, ":"),
    total(odds?.defence ?? (odds && !odds.chances ? "?" : "\u2013"), words.say("panels.combat.defence")),
  );
}

/**
 * @param {number | string} figure
 * @param {string} label
 */
function total(figure, label) {
  return h("p", { class: "total" }, h("strong", {}, figure), h("span", { class: "caption" }, label));
}

/**
 * @param {Context} context
 * @param {"attack" | "defence"} which
 * @param {{counter: Counter, joins: boolean, gone: boolean}[]} counters  Those whom the reader said can be taken out, others
 *     can join; whoever can do so no more keeps the place.
 * @param {number} size
 */
function side(context, which, counters, size) {
  const { words, said } = context;
  /** @param {Counter} counter */
  const own = (counter) => "id" in counter && said.some(({ noun }) => noun === counter.id);
  // On phones the row can be longer than the screen: with no button in it, it takes the focus itself to be scrolled.
  const still = !counters.some(({ counter, joins }) => joins || own(counter));
  return h(
    "ul",
    { class: `force is-${which}`, "aria-label": words.say(`panels.combat.force.${which}`), tabindex: still ? 0 : null },
    counters.map(({ counter, joins, gone }) =>
      h(
        "li",
        { class: gone ? "is-gone" : null },
        joins
          ? counterButton(context, counter, size, "in")
          : own(counter)
            ? counterButton(context, counter, size, "out")
            : counterImage(context, counter, size),
      ),
    ),
  );
}

/**
 * @param {Context} context
 * @param {Counter} counter
 * @param {number} size
 */
function counterImage({ sheet, words }, counter, size) {
  const label = counterName(sheet, words, counter);
  return h(
    "span",
    { class: "force-counter", role: "img", "aria-label": label, title: label },
    counterFace(sheet, counter, size),
  );
}

/**
 * @param {Context} context
 * @param {Counter} counter
 * @param {number} size
 * @param {"in" | "out"} way
 */
function counterButton(context, counter, size, way) {
  const { sheet, words, on } = context;
  const id = "id" in counter ? counter.id : "";
  const label = words.say(`panels.combat.${way}`, { unit: counterName(sheet, words, counter) });
  return h(
    "button",
    {
      class: `force-counter is-${way}`,
      type: "button",
      "aria-label": label,
      title: label,
      "data-key": `unit-${id}`,
      onclick: () => (way === "in" ? on.say([{ verb: JOIN, noun: id }]) : takeOut(context, id)),
      onpointerenter: () => on.point?.(id),
      onpointerleave: () => on.point?.(null),
    },
    counterFace(sheet, counter, size),
    h("span", { class: "force-sign" }, icon(way === "in" ? "plus" : "close", { size: 14 })),
  );
}

/**
 * @param {Context} context
 * @param {UnitId} id
 * @returns {Counter}
 */
function known({ props }, id) {
  const counter = find(props.view.places, id)?.counter;
  // What it did earlier in the phase does not matter here; whether it has losses does.
  return { id, is: counter?.is.filter((state) => state === "flipped") ?? [] };
}

/** The verb by which a unit simply takes part. */
const JOIN = "unit";

/** Every unit on offer, with the verb for it. @param {Context} context @returns {{verb: string, noun: UnitId}[]} */
function offered({ props }) {
  const offers = props.live ? (props.prompt?.offers ?? []) : [];
  return offers
    .filter((offer) => offer.kind === "unit")
    .flatMap(({ verb, nouns }) => nouns.map((noun) => ({ verb, noun: String(noun) })));
}

/** Whether a unit takes part from where it stands: in the target hex or next to it. @param {Context} context @param {Decision} said */
function beside(context, { verb, noun }) {
  return verb === JOIN && away(context, String(noun)) <= 1;
}

/** Those whom the reader has said who take part from afar. @param {Context} context */
function chosenFar(context) {
  const { sheet, said } = context;
  return said.filter((one) => String(one.noun) in sheet.units && !beside(context, one));
}

/** All who have been on offer from afar, in their order. @param {Context} context @returns {UnitId[]} */
function farRow(context) {
  const all = [...chosenFar(context), ...offered(context).filter((one) => !beside(context, one))];
  return context.places.row(
    "far",
    all.map(({ noun }) => String(noun)),
  );
}

/** @param {Context} context @param {UnitId} id */
function takeOut({ on, said }, id) {
  const one = said.find(({ noun }) => noun === id);
  if (one) on.amend(one);
}

/** @param {Context} context @param {UnitId} id */
function away({ sheet, props }, id) {
  const place = find(props.view.places, id)?.place;
  return place ? distance(sheet.map, place, props.plan.target) : Infinity;
}

// -- what else is committed

/**
 * Toggles for units from afar, steppers for numbers.
 * @param {Context} context
 */
export function commitRow(context) {
  const { words, props } = context;
  const { live, prompt } = props;
  if (!live || !prompt) return null;
  const chosen = chosenFar(context);
  const further = offered(context).filter(
    (one) => !beside(context, one) && !chosen.some(({ noun }) => noun === one.noun),
  );
  const all = [...chosen.map((one) => ({ ...one, on: true })), ...further.map((one) => ({ ...one, on: false }))];
  const row = farRow(context);
  const pills = all.sort((a, b) => row.indexOf(String(a.noun)) - row.indexOf(String(b.noun)));
  const verbs = [...new Set(pills.map(({ verb }) => verb))];
  // A number that is all that is asked for is said by one press.
  const only = prompt.offers.every((offer) => offer.kind === "number");
  const steppers = only ? [] : numberVerbs(context).map((verb) => stepper(context, verb));
  const numbers = only
    ? prompt.offers.flatMap(({ verb, nouns }) => nouns.map((noun) => numberButton(context, verb, noun)))
    : [];
  if (!pills.length && !steppers.length && !numbers.length) return null;
  return h(
    "section",
    { class: "commit" },
    h("h3", { class: "caption" }, words.say("panels.combat.commits")),
    verbs
      .map((verb) =>
        [
          verb === JOIN ? null : h("h4", { class: "commit-verb" }, words.say(`verb.${verb}`)),
          pills.filter((one) => one.verb === verb).map(({ noun, on }) => toggle(context, verb, String(noun), on)),
          context.pending?.verb === verb ? about(context, context.pending) : null,
        ].flat(),
      )
      .flat(),
    only ? h("h4", { class: "commit-verb" }, words.say(`verb.${prompt.offers[0].verb}`)) : null,
    steppers,
    numbers,
    pills.some(({ verb }) => !spends(context, verb)) || steppers.length
      ? h("p", { class: "commit-hint" }, words.say("panels.combat.follow"))
      : null,
  );
}

/** Whether what is said with a verb is used up at once. @param {Context} context @param {string} verb */
export function spends({ props }, verb) {
  return Boolean(props.prompt?.offers.some((offer) => offer.verb === verb && offer.spends));
}

/** What the thing does that was pressed once, and the button that says it. @param {Context} context @param {Decision} said */
function about({ words, props, on }, said) {
  const offer = { verb: said.verb, nouns: [said.noun], kind: /** @type {const} */ ("unit") };
  return h(
    "p",
    { class: "commit-about" },
    h("span", {}, helpOf(words, props.prompt, offer)),
    h(
      "button",
      {
        class: "btn btn-small",
        type: "button",
        "data-key": "pending",
        "data-answer": "",
        onclick: () => on.say([said]),
      },
      icon("check", { size: 18 }),
      labelOf(words, props.prompt, offer),
    ),
  );
}

/**
 * @param {Context} context
 * @param {string} verb
 * @param {UnitId} id
 * @param {boolean} on
 */
function toggle(context, verb, id, on) {
  const { sheet, words } = context;
  const far = away(context, id);
  const name = sheet.units[id]?.name ?? id;
  const [said, costly] = [{ verb, noun: id }, spends(context, verb)];
  const first = context.pending?.noun === id && context.pending.verb === verb;
  const press = () => (costly && !first ? context.ask(said) : context.on.say([said]));
  const tip = costly ? helpOf(words, context.props.prompt, { verb, nouns: [id], kind: "unit" }) : null;
  const way = Number.isFinite(far)
    ? h("span", { class: "commit-far" }, words.say("panels.combat.far", { count: far }))
    : null;
  return h(
    "button",
    {
      class: "commit-pill",
      type: "button",
      "aria-pressed": String(on || first),
      "data-key": `unit-${id}`,
      "data-tip": tip,
      "aria-description": tip,
      onclick: () => (on ? takeOut(context, id) : press()),
      onpointerenter: () => context.on.point?.(id),
      onpointerleave: () => context.on.point?.(null),
    },
    icon(on ? "check" : "plus", { size: 18 }),
    h("span", {}, name, way),
  );
}

/** Verbs that take a number: said already, or on offer. @param {Context} context */
function numberVerbs({ props, said }) {
  const offers = (props.prompt?.offers ?? [])
    .filter((offer) => offer.kind === "number" && offer.nouns.length)
    .map((offer) => offer.verb);
  return [...new Set([...said.filter(({ noun }) => typeof noun === "number").map(({ verb }) => verb), ...offers])];
}

/**
 * @param {Context} context
 * @param {string} verb
 */
function stepper(context, verb) {
  const { words, props, said, wishes } = context;
  const { plan, view } = props;
  const now = wishes.of(verb) ?? Number(said.find((one) => one.verb === verb)?.noun ?? 0);
  const pool = view.summary?.pools.find((one) => one.key.split(".").pop() === verb);
  const have = pool && view.side ? pool.values[view.side] : null;
  const range = context.ranges.get(`${plan.kind} ${plan.target} ${verb}`) ?? [1, have ?? 99];
  const [least, most] = [Math.min(...range), Math.max(...range)];
  const label = pool ? words.say(pool.key) : words.say(`verb.${verb}`);
  let wanted = now;
  const field = h("input", {
    class: "commit-number",
    type: "number",
    inputmode: "numeric",
    min: 0,
    max: most,
    value: now,
    "aria-label": words.say("panels.combat.number", { what: label, most }),
    "data-key": `number-${verb}`,
    onchange: () => want(Number(field.value)),
  });
  /** @param {number} value */
  function want(value) {
    const up = value > wanted;
    wanted = value <= 0 || Number.isNaN(value) ? 0 : value < least ? (up ? least : 0) : Math.min(value, most);
    field.value = String(wanted);
    less.disabled = wanted <= 0;
    more.disabled = wanted >= most;
    wishes.make(verb, wanted);
  }
  const less = h(
    "button",
    {
      class: "commit-step",
      type: "button",
      "data-key": `less-${verb}`,
      "aria-label": words.say("panels.combat.less", { what: label }),
      disabled: now <= 0,
      onclick: () => want(wanted - 1),
    },
    icon("minus", { size: 18 }),
  );
  const more = h(
    "button",
    {
      class: "commit-step",
      type: "button",
      "data-key": `more-${verb}`,
      "aria-label": words.say("panels.combat.more", { what: label }),
      disabled: now >= most,
      onclick: () => want(wanted + 1),
    },
    icon("plus", { size: 18 }),
  );
  return h(
    "div",
    { class: "commit-pill is-number", role: "group", "aria-label": label, "data-on": now > 0 },
    less,
    h("span", {}, label),
    field,
    h("span", { class: "commit-of" }, words.say("panels.combat.of", { most })),
    more,
  );
}

/**
 * @param {Context} context
 * @param {string} verb
 * @param {import("../types.js").Noun} number
 */
function numberButton({ on }, verb, number) {
  return h(
    "button",
    {
      class: "commit-pill",
      type: "button",
      "data-key": `word-${verb}-${number}`,
      onclick: () => on.say([{ verb, noun: number }]),
    },
    String(number),
  );
}
