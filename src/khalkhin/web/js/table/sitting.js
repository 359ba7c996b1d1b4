// @ts-check
// Sitting down by a link: what is played, on which side, who invites, what that side should know. Nothing is taken until the
// button is pressed: programs that look at links in letters press none.

import { byId, fill, h } from "../dom.js";
import { icon } from "../icons.js";
import * as api from "../net/api.js";
import { counterFace, markOf } from "../panels/parts.js";
import { keepName, ownName, remember, uninvite } from "../store.js";
import { Words } from "../words.js";

/** @typedef {import("../types.js").TableInfo} TableInfo */
/** @typedef {import("../types.js").GameSheet} GameSheet */
/**
 * How a seat can be taken: by an invitation, or by the code of whoever moves here from another device.
 * @typedef {{invitation: string} | {code: string}} Ticket
 */

const LONGEST_NAME = 40;
/** What is told before somebody sits down; the rest of the briefing is told at the table. */
const TOLD = ["situation", "aim", "length"];

/**
 * Offer a seat; its token when somebody has sat down, none when he would rather watch.
 * @param {string} id
 * @param {Ticket} ticket
 * @param {string} language
 * @returns {Promise<string[]>}
 */
export async function sitDown(id, ticket, language) {
  const [table, side] = await Promise.all([
    api.table(id, null, language),
    "invitation" in ticket ? api.invitation(id, ticket.invitation, language).then((one) => one.side) : null,
  ]);
  const [sheet, counters, briefing] = await Promise.all([
    api.sheet(table.game, language),
    api.counters(table.game, language),
    side && api.briefing(table.game, table.scenario, language).catch(() => null),
  ]);
  const parts = (side && briefing?.sides[side]) || [];
  document.documentElement.lang = sheet.language;
  document.title = sheet.title;
  counters.classList.add("board-sprite");
  counters.setAttribute("aria-hidden", "true");
  return new Promise((done) => {
    const sat = (/** @type {string[]} */ tokens) => {
      history.replaceState(null, "", location.pathname + location.search);
      fill(byId("curtain"));
      byId("curtain").hidden = true;
      document.body.setAttribute("data-loading", "");
      done(tokens);
    };
    fill(byId("curtain"), counters, card({ sheet, table, side, parts, ticket }, sat));
    byId("curtain").hidden = false;
    byId("away").hidden = true;
    document.body.removeAttribute("data-loading");
    byId("curtain").querySelector("h2")?.focus();
  });
}

/**
 * @param {{sheet: GameSheet, table: TableInfo, side: string | null, parts: {part: string, text: string}[], ticket: Ticket}} offered
 * @param {(tokens: string[]) => void} sat
 */
function card({ sheet, table, side, parts, ticket }, sat) {
  const words = new Words(sheet.language, sheet.words, sheet.units, sheet.formations);
  const nation = side && markOf(sheet, side);
  const fault = h("p", { class: "callout callout-threat", role: "alert", hidden: true });
  const name = h("input", {
    type: "text",
    id: "sit-name",
    maxlength: LONGEST_NAME,
    autocomplete: "nickname",
    value: ownName(),
  });
  const sit = h("button", { type: "submit", class: "btn btn-primary" }, words.say("desk.sit"));
  const watch = h(
    "button",
    { type: "button", class: "btn btn-quiet", onclick: () => sat([]) },
    words.say("desk.sit.watch"),
  );
  const form = h(
    "form",
    { class: "curtain-card sitting" },
    nation ? counterFace(sheet, { nation }, 84) : null,
    h(
      "h2",
      { class: "quiet-focus", tabindex: -1 },
      side ? words.say("desk.sit.title", { side }) : words.say("desk.sit.moved"),
    ),
    side
      ? h("p", {}, invitedBy(words, table, side), " ", what(words, sheet, table))
      : h("p", {}, what(words, sheet, table)),
    parts.filter(({ part }) => TOLD.includes(part)).map(({ text }) => h("p", { class: "sitting-told" }, text)),
    side ? h("label", { for: "sit-name" }, words.say("desk.sit.name"), name) : null,
    fault,
    h("div", { class: "sitting-acts" }, sit, watch),
    side ? h("p", { class: "quiet small" }, words.say("desk.sit.once")) : null,
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    sit.disabled = true;
    fault.hidden = true;
    try {
      const taken = await api.takeSeat(table.id, { ...ticket, name: name.value.trim() }, words.language);
      if (name.value.trim()) keepName(name.value.trim());
      remember({ id: table.id, game: table.game, title: sheet.title, tokens: { [taken.side]: taken.token } });
      uninvite(table.id, taken.side);
      sat([taken.token]);
    } catch (error) {
      if (!(error instanceof api.Refused || error instanceof api.Unreachable)) throw error;
      sit.disabled = false;
      fault.hidden = false;
      fill(fault, icon("warning"), error instanceof api.Refused ? error.message : words.say("desk.offline"));
    }
  });
  return form;
}

/** @param {Words} words @param {TableInfo} table @param {string} side */
function invitedBy(words, table, side) {
  const others = Object.entries(table.seats).filter(
    ([other, seat]) => other !== side && seat.kind === "human" && seat.name,
  );
  return words.say(others.length ? "desk.sit.by" : "desk.sit.by-somebody", {
    name: others.map(([, seat]) => seat.name).join(", "),
  });
}

/** @param {Words} words @param {GameSheet} sheet @param {TableInfo} table */
function what(words, sheet, table) {
  const key = `scenario.${table.scenario}.title`;
  return words.has(key) ? `${sheet.title}, ${words.say(key)}.` : `${sheet.title}.`;
}
