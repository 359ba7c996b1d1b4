// @ts-check
// Links to hand on: one for each seat a friend is to take, and one to watch.

import { h } from "../dom.js";
import { icon } from "../icons.js";
import { Refused, Unreachable, table } from "../net/api.js";
import { openDialog } from "./dialog.js";
import { sideMark } from "./mark.js";
import { address, invitationTo, ownMachine } from "./wish.js";

/** @typedef {import("./types.js").Ask} Ask */
/** @typedef {import("./types.js").GameEntry} GameEntry */

/**
 * @param {Ask} ask
 * @param {GameEntry} game
 * @param {string} id
 * @param {Record<string, string>} friends  Side -> invitation.
 * @param {{text: string, go: () => void}} onward
 */
export function openInvitation({ words }, game, id, friends, onward) {
  const say = words.say.bind(words);
  const seats = Object.entries(friends).map(([name, invitation]) => {
    const side = game.sides.find((one) => one.side === name);
    const head = h("span", { class: "link-title" }, side && sideMark(side, 28), h("b", {}, side?.title ?? name));
    return linkRow(words, head, invitationTo(id, invitation), say("lobby.invite.for", { side_: side?.title ?? name }));
  });
  const watch = linkRow(
    words,
    h("span", { class: "link-title" }, icon("eye"), h("b", {}, say("lobby.invite.watch"))),
    address(id),
    say("lobby.invite.watch"),
  );
  const go = h("button", { type: "button", class: "btn btn-primary" }, icon("play"), onward.text);
  go.addEventListener("click", onward.go);
  const rules = h("p", { hidden: true });
  tellRules(rules, words, game, id);
  openDialog(say("lobby.invite.title"), say("lobby.close"), [
    h("p", {}, say("lobby.invite.text")),
    rules,
    ownMachine(location.hostname) &&
      h("p", { class: "callout callout-warn" }, icon("warning"), h("span", {}, say("lobby.invite.own-machine"))),
    h("div", { class: "links" }, seats, watch),
    h("p", { class: "small quiet" }, say("lobby.invite.secret")),
    h("div", { class: "dialog-foot" }, go),
  ]);
}

/**
 * The optional rules that a guest has to expect: those that are not as usual. Without an answer nothing is said.
 * @param {HTMLElement} place
 * @param {import("../words.js").Words} words
 * @param {GameEntry} game
 * @param {string} id
 */
async function tellRules(place, words, game, id) {
  const made = await table(id, null, words.language).catch((error) => {
    if (error instanceof Refused || error instanceof Unreachable) return null;
    throw error;
  });
  if (!made) return;
  const options = game.scenarios.find(({ name }) => name === made.scenario)?.options ?? [];
  const other = options
    .filter(({ name }) => made.unusual.includes(name))
    .map(({ name, title, choices, labels }) => {
      const at = choices?.indexOf(made.options[name]) ?? -1;
      return at < 0 ? title : `${title}: ${labels[at]}`;
    });
  if (!other.length) return;
  place.textContent = words.say("lobby.invite.rules", { rules: other.join(", "), count: other.length });
  place.hidden = false;
}

/**
 * @param {import("../words.js").Words} words
 * @param {HTMLElement} head
 * @param {string} path
 * @param {string} label
 */
function linkRow(words, head, path, label) {
  const link = new URL(path, location.href).href;
  const text = h("input", { type: "text", readonly: true, value: link, "aria-label": label });
  text.addEventListener("focus", () => text.select());
  const said = h("span", {}, words.say("lobby.copy"));
  const copy = h(
    "button",
    { type: "button", class: "btn", "aria-label": `${words.say("lobby.copy")}: ${label}` },
    icon("copy"),
    said,
  );
  copy.addEventListener("click", async () => {
    const copied = await toClipboard(text);
    said.textContent = words.say(copied ? "lobby.copied" : "lobby.copy.by-hand");
  });
  return h("div", { class: "link" }, head, h("div", { class: "link-row" }, text, copy, shareButton(words, link)));
}

/** @param {HTMLInputElement} text @returns {Promise<boolean>} */
async function toClipboard(text) {
  text.select();
  try {
    // Only there over https and on the own machine: elsewhere the marked text is copied the old way.
    if (navigator.clipboard) await navigator.clipboard.writeText(text.value);
    else return document.execCommand("copy");
    return true;
  } catch {
    return false;
  }
}

/**
 * Phones hand a link on by themselves.
 * @param {import("../words.js").Words} words
 * @param {string} url
 */
function shareButton(words, url) {
  if (!navigator.share || !matchMedia("(pointer: coarse)").matches) return null;
  const button = h(
    "button",
    { type: "button", class: "btn btn-icon", "aria-label": words.say("lobby.share") },
    icon("share"),
  );
  button.addEventListener("click", () => navigator.share({ url }).catch(() => undefined));
  return button;
}
