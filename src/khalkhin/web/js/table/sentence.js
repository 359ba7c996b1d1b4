// @ts-check
// Sentences whose units, hexes, dice and rule numbers are more than words: they light up on the map, or open the rule.

import { h } from "../dom.js";
import { die } from "../icons.js";
import { ruleLink } from "../panels/parts.js";
import { pieces } from "./taught.js";

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {import("../dom.js").Child} Child */

/** So many hexes of a way are told one by one. */
const LONG = 6;
/** Letters of a figure, which is never broken: what is longer is a sentence with figures in it. */
const FIGURE = 16;

/**
 * @param {Desk} desk
 * @param {string} key
 * @param {Record<string, any>} params
 * @returns {Child[]}
 */
export function sentence(desk, key, params) {
  return tight(
    desk.words
      .parts(key, params)
      .flatMap((part) => (part.name === undefined ? part.text : piece(desk, part.name, part.value, part.text))),
  );
}

/**
 * A sentence that comes as it is, such as a lesson's: its hexes light up, its figures have the face for figures.
 * @param {Desk} desk
 * @param {string} text
 * @returns {Child[]}
 */
export function spelled({ sheet }, text) {
  const { hexes } = sheet.map;
  return tight(
    pieces(text, (word) => word in hexes).map(({ text, kind }) =>
      kind === "hex" ? hexChip(text) : kind === "figure" ? h("span", { class: "figure" }, text) : text,
    ),
  );
}

/**
 * What ends a sentence stays on the line of what it stands behind.
 * @param {Child[]} children
 * @returns {Child[]}
 */
function tight(children) {
  return children.flatMap((child, n) => {
    const after = children[n + 1];
    const stop = child instanceof Element && typeof after === "string" ? /^[.,;:!?)]+/.exec(after) : null;
    if (stop) return [h("span", { class: "tight" }, child, stop[0])];
    const before = n ? children[n - 1] : null;
    return [before instanceof Element && typeof child === "string" ? child.replace(/^[.,;:!?)]+/, "") : child];
  });
}

/**
 * @param {Desk} desk
 * @param {string} name
 * @param {any} value
 * @param {string} text
 * @returns {Child[]}
 */
function piece(desk, name, value, text) {
  const faces = name === "dice" ? facesOf(value) : null;
  if (faces) return faces.flatMap((face) => [die(face), " "]).slice(0, -1);
  if (Array.isArray(value) && value.length) {
    const between = name === "path" ? " → " : ", ";
    // Of a long way only the ends: the map shows the rest.
    if (name === "path" && value.length > LONG) return [hexChip(value[0]), " → … → ", hexChip(value[value.length - 1])];
    return value.flatMap((one, n) => [n ? between : "", ...piece(desk, name, one, desk.words.value(name, one))]);
  }
  if (name === "rule" && typeof value === "string") return [ruleLink(value)];
  if (typeof value === "string" && value in desk.sheet.map.hexes) return [hexChip(value)];
  if (typeof value === "string" && value in desk.sheet.units) return [unitChip(desk, value)];
  return [/\d/.test(text) && text.length <= FIGURE ? h("span", { class: "figure" }, text) : text];
}

/** What fell, as faces: a number, a list of them, or "4+2". @param {any} value @returns {number[] | null} */
function facesOf(value) {
  const list = Array.isArray(value) ? value : typeof value === "string" ? value.split("+").map(Number) : [value];
  return list.length && list.every((face) => Number.isInteger(face) && face >= 1 && face <= 6) ? list : null;
}

/** @param {string} hex */
function hexChip(hex) {
  return h("button", { type: "button", class: "chip figure", "data-hex": hex }, hex);
}

/** A unit by its name; pointing at it tells the printed one, where that differs. @param {Desk} desk @param {string} unit */
export function unitChip(desk, unit) {
  const { name, typed } = desk.sheet.units[unit];
  const title = typed === name ? null : typed;
  return h("button", { type: "button", class: "chip chip-unit", "data-unit": unit, title }, name);
}

/**
 * A sentence in which nothing can be clicked, for headings: figures in the sans face.
 * @param {Desk} desk
 * @param {string} key
 * @param {Record<string, any>} params
 * @returns {Child[]}
 */
export function plain(desk, key, params) {
  return desk.words
    .say(key, params)
    .split(/(\d[\d½/]*)/)
    .map((text, n) => (n % 2 ? h("span", { class: "figure" }, text) : text));
}

/**
 * Chips of the whole page: pointing at one lights it up, a click brings it into view.
 * @param {Desk} desk
 * @param {(hex: string) => void} bring
 */
export function listenToChips(desk, bring) {
  /** @param {Event} event */
  const chipOf = (event) => (event.target instanceof Element ? event.target.closest("[data-hex],[data-unit]") : null);
  /** @param {Element} chip */
  const named = (chip) => ({ hex: chip.getAttribute("data-hex"), unit: chip.getAttribute("data-unit") });
  /** @param {Event} event */
  const lights = (event) => {
    const chip = chipOf(event);
    if (!chip?.classList.contains("chip")) return;
    const { hex, unit } = named(chip);
    desk.light(hex ? [hex] : [], unit ? [unit] : []);
  };
  /** @param {Event} event */
  const dims = (event) => {
    if (chipOf(event)?.classList.contains("chip")) desk.light();
  };
  document.addEventListener("pointerover", lights);
  document.addEventListener("pointerout", dims);
  document.addEventListener("focusin", lights);
  document.addEventListener("focusout", dims);
  document.addEventListener("click", (event) => {
    const chip = chipOf(event);
    if (!chip?.classList.contains("chip")) return;
    const { hex, unit } = named(chip);
    const place =
      hex ??
      Object.keys(desk.view.places).find((at) => desk.view.places[at].some((one) => "id" in one && one.id === unit));
    if (place && place in desk.sheet.map.hexes) bring(place);
  });
}
