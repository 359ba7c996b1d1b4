// @ts-check
// Finding a counter that one may know: by number, name, kind or formation, as one would ask for it. The map goes there.

import { fill, h } from "../dom.js";
import { icon } from "../icons.js";
import { counterFace } from "../panels/parts.js";

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {{unit: string, place: string}} Found */

const MOST = 12;

/** The words of a text, without case and accents. @param {string} text */
const wordsOf = (text) =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * The counters that fit a question. Words that fit none ("where is") are passed over; a number fits whole, a word by its
 * beginning.
 * @param {Found[]} there
 * @param {(unit: string) => string} told  All that a counter can be asked for by.
 * @param {string} query
 * @returns {Found[]}
 */
export function findUnits(there, told, query) {
  const known = there.map((one) => ({ one, words: wordsOf(told(one.unit)) }));
  /** @param {string[]} words @param {string} asked */
  const fits = (words, asked) => words.some((word) => (/^\d+$/.test(asked) ? word === asked : word.startsWith(asked)));
  const asked = wordsOf(query).filter((word) => /^\d+$/.test(word) || known.some(({ words }) => fits(words, word)));
  if (!asked.length) return [];
  return known.filter(({ words }) => asked.every((word) => fits(words, word))).map(({ one }) => one);
}

/**
 * @param {HTMLElement} root
 * @param {Desk} desk
 * @param {(found: Found) => void} go
 */
export function createFinder(root, desk, go) {
  const { sheet, words } = desk;
  const label = words.say("desk.find");
  const field = h("input", {
    type: "search",
    placeholder: label,
    "aria-label": label,
    autocomplete: "off",
    spellcheck: false,
  });
  const list = h("ul", { class: "finder-list", "aria-label": label });
  const count = h("p", { class: "small quiet", role: "status" });
  const show = () => {
    const found = desk.ready ? findUnits(known(desk), (unit) => told(desk, unit), field.value) : [];
    count.textContent = field.value.trim() ? words.say("desk.found", { units: found.length }) : "";
    fill(
      list,
      found
        .slice(0, MOST)
        .map((one) =>
          h(
            "li",
            {},
            h(
              "button",
              { type: "button", class: "menu-item", onclick: () => go(one) },
              counterFace(sheet, { id: one.unit, is: [] }, 30),
              h("span", {}, sheet.units[one.unit].name),
              h("span", { class: "quiet" }, placeName(desk, one.place)),
            ),
          ),
        ),
    );
  };
  field.addEventListener("input", show);
  field.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key === "Enter") list.querySelector("button")?.click();
    if (event.key === "Escape" && field.value) {
      field.value = "";
      show();
    }
  });
  fill(root, h("label", { class: "finder-field" }, icon("search", { size: 18 }), field), count, list);
}

/** Every counter whose name one may know, and where it is. @param {Desk} desk @returns {Found[]} */
function known({ view }) {
  return Object.entries(view.places).flatMap(([place, stack]) =>
    stack.flatMap((counter) => ("id" in counter ? [{ unit: counter.id, place }] : [])),
  );
}

/** @param {Desk} desk @param {string} unit */
function told({ sheet, words }, unit) {
  const { name, nation, type, formation } = sheet.units[unit];
  const keys = [`nat.${nation}`, `type.${type}`, `unit.${unit}`].filter((key) => words.has(key));
  return [name, formation, ...keys.map((key) => words.say(key))].join(" ");
}

/** @param {Desk} desk @param {string} place */
function placeName({ sheet, words }, place) {
  if (!(place in sheet.map.hexes)) return words.say(`box.${place}`);
  const name = sheet.map.names[place];
  return name ? `${place}, ${name}` : place;
}
