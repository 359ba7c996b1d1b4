// @ts-check
// Who sits where; the invitations that can still be sent, withdrawn and sent anew; one's own seat on another device.

import { fill, h } from "../dom.js";
import { icon } from "../icons.js";
import * as api from "../net/api.js";
import { openDialog } from "../panels/dialog.js";
import { remember, tableOf } from "../store.js";
import { toast } from "./floating.js";
import { seatName, seatState } from "./topbar.js";

/** @typedef {import("./desk.js").Desk} Desk */

/** @param {Desk} desk */
export function openSeats(desk) {
  const { words } = desk;
  const list = h("ul", { class: "seat-list" });
  /** @param {string} [at]  The side whose invitation is new: the focus must not fall out of the window. */
  const draw = (at) => {
    const rows = desk.sheet.sides.map((side) => h("li", { "data-side": side }, seat(desk, side, draw)));
    fill(list, rows);
    rows
      .find(({ dataset }) => dataset.side === at)
      ?.querySelector("input")
      ?.focus();
  };
  draw();
  openDialog(
    { title: words.say("desk.seats"), words },
    list,
    h(
      "div",
      { class: "seat-share" },
      h("p", { class: "quiet small" }, words.say("desk.spectators")),
      copyButton(desk, words.say("desk.copy-spectator"), addressOf(desk)),
      desk.table.kept ? codeForm(desk) : null,
    ),
  );
}

/** @param {Desk} desk */
const addressOf = (desk) => `${location.origin}/table/${desk.id}`;

/** @param {Desk} desk @param {string} side @param {(at: string) => void} draw */
function seat(desk, side, draw) {
  const { words, table } = desk;
  return [
    icon(table.seats[side]?.kind === "computer" ? "computer" : "person"),
    h(
      "span",
      {},
      h("b", {}, words.say(`side.${side}`)),
      h("span", { class: "quiet" }, ` ${seatName(desk, side)}, ${seatState(desk, side)}`),
      desk.opponent?.trouble(side) ? h("small", { class: "note" }, desk.opponent.trouble(side)) : null,
    ),
    table.seats[side]?.invitation ? invitation(desk, side, draw) : oldInvitation(desk, side),
    side in desk.seats && table.kept ? moving(desk, side) : null,
  ];
}

/** Of a table from before seats were taken by invitation the link is the seat. @param {Desk} desk @param {string} side */
function oldInvitation(desk, side) {
  const link = tableOf(desk.id)?.invites?.[side];
  return link ? copyButton(desk, desk.words.say("desk.copy-invitation"), `${addressOf(desk)}#${link}`) : null;
}

/**
 * The link, as long as nobody has sat down by it, and a new one in its place.
 * @param {Desk} desk
 * @param {string} side
 * @param {(at: string) => void} draw
 */
function invitation(desk, side, draw) {
  const { words, table } = desk;
  const key = keyOf(desk);
  const open = table.seats[side].invitation === "open";
  const code = open && tableOf(desk.id)?.invites?.[side];
  if (side in desk.seats || !key) return null;
  const anew = h(
    "button",
    { type: "button", class: "btn" },
    icon("link"),
    words.say(open ? "desk.invite.anew" : "desk.invite.other"),
  );
  anew.addEventListener("click", async () => {
    anew.disabled = true;
    try {
      const { invitation } = await api.invite(desk.id, side, key, words.language);
      remember({ id: desk.id, invites: { [side]: invitation } });
      table.seats[side].invitation = "open";
      draw(side);
    } catch (error) {
      if (!(error instanceof api.Refused || error instanceof api.Unreachable)) throw error;
      anew.disabled = false;
      toast([error instanceof api.Refused ? error.message : words.say("desk.offline")], { icon: "warning" });
    }
  });
  return h(
    "div",
    { class: "copy" },
    code ? copyParts(desk, words.say("desk.copy-invitation"), `${addressOf(desk)}#sit.${code}`) : null,
    anew,
    h("small", { class: "quiet" }, words.say(open ? "desk.invite.anew.about" : "desk.invite.other.about")),
  );
}

/** What this browser invites with: the key of whoever made the table, or a seat that he has without being invited. @param {Desk} desk */
function keyOf(desk) {
  const own = Object.entries(desk.seats).find(([side]) => !desk.table.seats[side]?.invitation);
  return tableOf(desk.id)?.owner ?? own?.[1] ?? null;
}

// -- on another device

/** @param {Desk} desk @param {string} side */
function moving(desk, side) {
  const { words } = desk;
  const place = h("div", { class: "copy" });
  const ask = h("button", { type: "button", class: "btn" }, icon("swap"), words.say("desk.move"));
  ask.addEventListener("click", async () => {
    ask.disabled = true;
    try {
      const { code } = await api.moveSeat(desk.id, desk.seats[side], words.language);
      fill(
        place,
        h("p", {}, words.say("desk.move.code"), " ", h("b", { class: "figure move-code" }, code)),
        h("p", { class: "quiet small" }, words.say("desk.move.about")),
        copyParts(desk, words.say("desk.move.copy"), `${addressOf(desk)}#move.${code}`),
      );
      place.querySelector("input")?.focus();
    } catch (error) {
      if (!(error instanceof api.Refused || error instanceof api.Unreachable)) throw error;
      ask.disabled = false;
      toast([error instanceof api.Refused ? error.message : words.say("desk.offline")], { icon: "warning" });
    }
  });
  fill(place, ask);
  return place;
}

/** Where a code is typed that another device shows. @param {Desk} desk */
function codeForm(desk) {
  const { words } = desk;
  const code = h("input", {
    type: "text",
    id: "move-code",
    inputmode: "numeric",
    autocomplete: "one-time-code",
    pattern: "[0-9]{6}",
    maxlength: 6,
    required: true,
  });
  const form = h(
    "form",
    { class: "copy" },
    h("label", { for: "move-code", class: "quiet small" }, words.say("desk.move.have")),
    code,
    h("button", { type: "submit", class: "btn" }, words.say("desk.move.take")),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    location.assign(`${addressOf(desk)}#move.${code.value}`);
    location.reload();
  });
  return form;
}

// -- links

/** @param {Desk} desk @param {string} label @param {string} link */
function copyButton(desk, label, link) {
  return h("div", { class: "copy" }, copyParts(desk, label, link));
}

/** @param {Desk} desk @param {string} label @param {string} link */
function copyParts(desk, label, link) {
  const field = h("input", {
    type: "text",
    readonly: true,
    value: link,
    "aria-label": label,
    onfocus: () => field.select(),
  });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      toast([desk.words.say("desk.copied")], { icon: "check" });
    } catch {
      field.select();
    }
  };
  return [field, h("button", { type: "button", class: "btn", onclick: copy }, icon("copy"), label)];
}
