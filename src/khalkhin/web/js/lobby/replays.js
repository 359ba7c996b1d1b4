// @ts-check
// Opening a record: from the file picker or dropped on the page. The server proves it line by line.

import { fill, h } from "../dom.js";
import { icon } from "../icons.js";
import { upload } from "../net/api.js";
import { remember } from "../store.js";
import { sentence } from "./notice.js";
import { address } from "./wish.js";

/** @typedef {import("./types.js").Ask} Ask */

const LARGEST = 2 * 1024 * 1024;

/**
 * The page where records are opened.
 * @param {Ask} ask
 * @returns {HTMLElement}
 */
export function replays({ words, language }) {
  const input = h("input", { type: "file", id: "record", class: "sr" });
  const fault = h("p", { class: "callout callout-threat", role: "alert", hidden: true });
  const zone = h(
    "label",
    { class: "drop-zone", for: "record" },
    icon("upload", { size: 40 }),
    h("b", {}, words.say("lobby.record.choose")),
    h("span", { class: "quiet" }, words.say("lobby.record.drop")),
  );
  const working = h(
    "p",
    { class: "callout callout-action", role: "status", hidden: true },
    icon("hourglass"),
    h("span", {}, words.say("lobby.record.proving")),
  );
  input.addEventListener("change", () => input.files?.[0] && take(input.files[0]));
  /** @param {File} file */
  async function take(file) {
    fault.hidden = true;
    zone.ariaBusy = "true";
    working.hidden = false;
    try {
      if (file.size > LARGEST) refuse(file, words.say("lobby.record.large"));
      else await openRecord(await file.text(), file.name, language);
    } catch (error) {
      refuse(file, sentence(error, words));
    }
    zone.ariaBusy = "false";
    working.hidden = true;
    input.value = "";
  }
  /** @param {File} file @param {string} text */
  function refuse(file, text) {
    fault.hidden = false;
    fill(fault, icon("warning"), h("span", {}, h("b", {}, `${file.name}: `), text));
  }
  const node = h(
    "section",
    { class: "page replays" },
    h("h1", {}, words.say("lobby.replays")),
    h("p", { class: "lead" }, words.say("lobby.replays.about")),
    input,
    zone,
    working,
    fault,
  );
  node.addEventListener("record", (event) => take(/** @type {CustomEvent<File>} */ (event).detail));
  return node;
}

/**
 * @param {string} text
 * @param {string} name
 * @param {string} language
 */
async function openRecord(text, name, language) {
  const { id, owner } = await upload(text, language);
  remember({ id, title: name, tokens: {}, owner });
  location.assign(address(id));
}

/**
 * A file dropped anywhere on the page is a record to open.
 * @param {(file: File) => void} take
 */
export function acceptDrops(take) {
  /** @param {DragEvent} event */
  const holds = (event) => event.dataTransfer?.types.includes("Files");
  addEventListener("dragover", (event) => {
    if (!holds(event)) return;
    event.preventDefault();
    document.body.classList.add("dropping");
  });
  addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) document.body.classList.remove("dropping");
  });
  addEventListener("drop", (event) => {
    document.body.classList.remove("dropping");
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    take(file);
  });
}
