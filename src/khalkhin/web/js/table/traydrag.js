// @ts-check
// A counter is dragged out of the tray and dropped on the map.

import { byId, h } from "../dom.js";
import { handUnits } from "./picture.js";

/** @typedef {import("./desk.js").Desk} Desk */

/** From so many pixels on it is a drag, not a click. */
const SLOP = 6;

/**
 * @param {HTMLElement} tray
 * @param {Desk} desk
 * @param {{take: (unit: string) => Promise<unknown>, drop: (hex: string | null) => void, hexAt: (x: number, y: number) => string | null}} on
 */
export function dragFromTray(tray, desk, on) {
  tray.addEventListener("pointerdown", (event) => {
    const piece = event.target instanceof Element ? event.target.closest("button[data-ask]") : null;
    // A finger scrolls the tray.
    if (!(piece instanceof HTMLElement) || event.button || event.pointerType === "touch") return;
    const unit = piece.dataset.ask ?? "";
    if (!handUnits(desk.view).includes(unit) && !offered(desk, unit)) return;
    carry(piece, event, {
      hexAt: on.hexAt,
      take: async () => {
        desk.carrying = true;
        if (!handUnits(desk.view).includes(unit)) await on.take(unit);
      },
      drop: (hex) => {
        desk.carrying = false;
        on.drop(hex);
      },
    });
  });
}

/** @param {Desk} desk @param {string} unit */
function offered(desk, unit) {
  return desk.offers.some((offer) => offer.kind === "unit" && offer.nouns.includes(unit));
}

/**
 * @param {HTMLElement} piece
 * @param {PointerEvent} start
 * @param {{take: () => Promise<unknown>, drop: (hex: string | null) => void, hexAt: (x: number, y: number) => string | null}} on
 */
function carry(piece, start, on) {
  const ended = new AbortController();
  const { signal } = ended;
  /** @type {HTMLElement | null} */
  let ghost = null;
  /** @type {Promise<void>} */
  /** @type {Promise<unknown>} */
  let taken = Promise.resolve();
  /** @param {PointerEvent} event */
  const move = ({ clientX, clientY }) => {
    if (!ghost && Math.hypot(clientX - start.clientX, clientY - start.clientY) < SLOP) return;
    if (!ghost) {
      ghost = h(
        "div",
        { class: "tray-ghost", "aria-hidden": "true" },
        piece.querySelector("svg")?.cloneNode(true) ?? null,
      );
      document.body.append(ghost);
      taken = on.take();
    }
    ghost.style.transform = `translate(${clientX}px, ${clientY}px) translate(-50%, -50%)`;
  };
  /** @param {PointerEvent} event */
  const end = async (event) => {
    ended.abort();
    if (!ghost) return;
    ghost.remove();
    // Dropped where it was taken from, it is not clicked besides.
    document.addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => document.removeEventListener("click", swallow, true));
    const board = byId("board");
    const frame = board.getBoundingClientRect();
    const over = event.type === "pointerup" && event.target instanceof Node && board.contains(event.target);
    const hex = over ? on.hexAt(event.clientX - frame.left, event.clientY - frame.top) : null;
    await taken;
    on.drop(hex);
  };
  document.addEventListener("pointermove", move, { signal });
  document.addEventListener("pointerup", end, { signal });
  document.addEventListener("pointercancel", end, { signal });
}

/** @param {Event} event */
function swallow(event) {
  event.preventDefault();
  event.stopPropagation();
}
