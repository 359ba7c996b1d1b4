// @ts-check
// The top of the page: game, turn, the steps of a turn, pools, who sits where, menu.

import { h } from "../dom.js";
import { hasIcon, icon } from "../icons.js";
import { counterFace } from "../panels/parts.js";
import { nationOf } from "./promptbar.js";
import { refill } from "./refill.js";

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {import("../dom.js").Child} Child */

/** Where there are more steps than this, those that are over are dots: the names of the others have the room. */
const MANY = 5;

/**
 * @param {HTMLElement} root
 * @param {Desk} desk
 * @param {{menu: (button: HTMLElement) => void, log: () => void, seats: () => void}} on
 */
export function createTop(root, desk, on) {
  const draw = () => {
    const { words } = desk;
    refill(root, [
      h(
        "a",
        { class: "top-home", href: "/", title: words.say("desk.lobby"), "data-key": "home" },
        h("img", { src: "/web/icon.svg", alt: words.say("desk.lobby"), width: 34, height: 34 }),
      ),
      h("h1", { class: "top-title" }, desk.sheet.title),
      desk.ready ? state(desk) : null,
      h("span", { class: "top-gap" }),
      desk.ready ? pools(desk) : null,
      desk.lesson ? lessons(desk) : seatsButton(desk, on.seats),
      h(
        "button",
        {
          type: "button",
          class: "btn btn-quiet btn-icon top-log",
          "data-key": "log",
          "aria-label": words.say("desk.tab.log"),
          onclick: on.log,
        },
        icon("log"),
      ),
      h(
        "button",
        {
          type: "button",
          class: "btn btn-quiet btn-icon top-menu",
          "data-key": "menu",
          "aria-label": words.say("desk.menu"),
          "aria-haspopup": "menu",
          onclick: (/** @type {Event} */ event) => on.menu(/** @type {HTMLElement} */ (event.currentTarget)),
        },
        icon("menu"),
      ),
    ]);
    document.title = title(desk);
  };
  desk.on(["view", "table", "online", "words", "taught"], draw);
  draw();
}

/** @param {Desk} desk @param {() => void} open */
function seatsButton(desk, open) {
  return h(
    "button",
    { type: "button", class: "top-seats", "data-key": "seats", onclick: open },
    h("span", { class: "sr" }, `${desk.words.say("desk.seats")}: `),
    seats(desk),
  );
}

/** Where somebody learns nobody else sits: the way to all lessons. @param {Desk} desk */
function lessons({ words }) {
  return h(
    "a",
    { class: "btn btn-quiet top-lessons", href: "/learn", "data-key": "lessons" },
    icon("book"),
    h("span", {}, words.say("desk.lessons")),
  );
}

/** What the sky is like, where that matters. @param {string} [name] */
function weather(name) {
  return name && hasIcon(name) ? icon(name, { size: 20 }) : null;
}

/** A title that tells in a row of tabs whether one is wanted. @param {Desk} desk */
function title(desk) {
  const name = desk.sheet.title;
  if (desk.lesson) return [desk.taught?.title, name].filter(Boolean).join(" · ");
  return desk.ready && desk.mine ? `● ${desk.words.say("desk.your-turn")} · ${name}` : name;
}

/** @param {Desk} desk @returns {Child[]} */
function state(desk) {
  const { words, view } = desk;
  const { turn, phases } = view.summary;
  // "Turn 1 of 12 (20 August) · whose impulse it is": the less room there is, the less of it is told.
  const [now, ...more] = words.say(turn.key, turn.params).split(" \u00b7 ");
  const [head, date] = now.split(/(?= \()/);
  return [
    h(
      "p",
      { class: "pill top-turn", title: [now, ...more].join(" \u00b7 ") },
      weather(view.summary.icon),
      h("b", {}, head),
      h("span", {}, date),
      more.map((one) => h("span", { class: "top-more" }, `\u00b7 ${one}`)),
    ),
    h(
      "p",
      { class: "top-phase" },
      h("b", {}, view.phase ? words.say(shortly(desk, view.phase)) : ""),
      h("span", {}, now),
    ),
    h(
      "ol",
      { class: "top-phases", "data-many": phases.length > MANY ? "" : null, "aria-label": words.say("desk.phases") },
      steps(desk, phases),
    ),
  ];
}

/** @param {Desk} desk @param {string[]} phases */
function steps(desk, phases) {
  const { words, view } = desk;
  const all = phases.includes(view.phase) || !view.phase ? phases : [view.phase];
  const now = all.indexOf(view.phase);
  return all.map((phase, n) => {
    return h(
      "li",
      { class: n < now ? "over" : null, "aria-current": n === now ? "step" : null, title: words.say(phase) },
      h("span", {}, words.say(shortly(desk, phase))),
    );
  });
}

/** The short name of a phase or a pool, where it has one. @param {Desk} desk @param {string} key */
function shortly({ words }, key) {
  return words.has(`short.${key}`) ? `short.${key}` : key;
}

/** @param {Desk} desk @returns {Child[]} */
function pools(desk) {
  const { words, view, sheet } = desk;
  return view.summary.pools.map((pool) => {
    const told = sheet.sides.map((side) => `${words.say(`side.${side}`)} ${pool.values[side] ?? "?"}`).join(", ");
    return h(
      "p",
      { class: "top-pool", title: `${words.say(pool.key)}: ${told}` },
      h("span", { class: "sr" }, `${words.say(pool.key)}: ${told}`),
      h("small", { "aria-hidden": "true" }, words.say(shortly(desk, pool.key))),
      h(
        "span",
        { class: "figure", "aria-hidden": "true" },
        sheet.sides
          .map((side, n) => [
            n ? h("span", { class: "quiet" }, " · ") : null,
            side === desk.me ? h("b", {}, pool.values[side] ?? "?") : h("span", {}, pool.values[side] ?? "?"),
          ])
          .flat(),
      ),
    );
  });
}

/** Who somebody is. @param {Desk} desk @param {string} side */
export function seatName(desk, side) {
  const { words } = desk;
  const seat = desk.table.seats[side];
  if (side === desk.me) return words.say("desk.you");
  if (seat?.kind === "computer")
    return words.has(`player.${seat.player}`) ? words.say(`player.${seat.player}`) : words.say("desk.computer");
  if (seat?.kind === "record") return words.say("desk.record");
  return seat?.name || words.say("desk.guest");
}

/** @param {Desk} desk @param {string} side */
export function seatState(desk, side) {
  const { words } = desk;
  const seat = desk.table.seats[side];
  const deciding = desk.ready && !desk.frame && desk.view.waiting.includes(side);
  if (deciding) return words.say(seat?.kind === "computer" ? "desk.seat.thinks" : "desk.seat.decides");
  if (seat?.kind !== "human" || side === desk.me) return short(desk, side);
  return words.say(side in desk.seats ? "desk.seat.here" : seat.present ? "desk.seat.online" : "desk.seat.away");
}

/** @param {Desk} desk @param {string} side */
function short(desk, side) {
  const nation = nationOf(desk, side);
  return nation && desk.words.has(`nat.${nation}`) ? desk.words.say(`nat.${nation}`) : desk.words.say(`side.${side}`);
}

/** @param {Desk} desk */
function seats(desk) {
  return desk.sheet.sides.map((side) => {
    const nation = nationOf(desk, side);
    const away = desk.table.seats[side]?.kind === "human" && !desk.table.seats[side].present && side !== desk.me;
    return h(
      "span",
      { class: "top-seat", "data-away": away ? "" : null, title: desk.opponent?.trouble(side) || null },
      nation ? counterFace(desk.sheet, { nation }, 28) : null,
      h("span", {}, h("b", {}, seatName(desk, side)), h("small", {}, seatState(desk, side))),
    );
  });
}
