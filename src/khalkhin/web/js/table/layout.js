// @ts-check
// Three layouts of the same parts: desk, tablet (the panel is a drawer) and phone (everything in a sheet: below the map, or
// beside it where the screen is wide and low).

import { byId, h } from "../dom.js";
import { icon } from "../icons.js";
import * as sizes from "../sizes.js";

/** @typedef {"desk" | "tablet" | "phone"} Mode */
/**
 * How much of the sheet is seen: the prompt; also all about what is in hand; also counters to pick from; or one page, such
 * as the log, in place of the map. A drawer is closed or has its page.
 * @typedef {"closed" | "more" | "tray" | "page"} Spread
 */

const [PHONE, TABLET, BESIDE] = [sizes.PHONE, sizes.TABLET, sizes.BESIDE].map((query) => matchMedia(query));
/** The handle is dragged, not tapped, from so many pixels on. */
const DRAG = 18;
/** Above the bar there may stand a row more, and the strip over it: what is asked about lies higher than that. */
const ROW = 49;

/** @returns {Mode} */
function modeNow() {
  if (PHONE.matches) return "phone";
  return TABLET.matches ? "tablet" : "desk";
}

/** How high the strip is that stands above the bar. */
const stripHeight = () => document.querySelector(".prompt .strip")?.getBoundingClientRect().height ?? 0;

/**
 * @param {{covered: (edges: {top?: number, right?: number, bottom?: number, left?: number}) => void}} on
 */
export function createLayout(on) {
  const [dock, panel, news, hand, pointer, tabs] = ["dock", "panel", "news", "hand", "pointer", "tabs"].map(byId);
  const [brief, replay, prompt] = ["brief", "replay", "prompt"].map(byId);
  const handle = h("button", { type: "button", class: "sheet-handle", id: "sheet-handle" }, h("span"));
  const shut = h("button", { type: "button", class: "sheet-shut btn btn-quiet btn-icon" }, icon("close"));
  /** @type {Mode} */
  let mode = "desk";
  /** @type {Spread} */
  let spread = "closed";
  /** What the sheet goes back to. @type {Spread} */
  let rest = "closed";
  /** On which side a panel lies over the map. @type {"left" | "right" | null} */
  let covered = null;

  /** @param {Spread} wanted */
  const show = (wanted) => {
    spread = wanted;
    if (spread === "closed") delete document.body.dataset.open;
    else document.body.dataset.open = spread;
    handle.setAttribute("aria-expanded", String(spread !== rest));
    measure();
  };
  const close = () => show(mode === "phone" ? rest : "closed");
  const arrange = () => {
    mode = modeNow();
    document.body.dataset.layout = mode;
    if (mode === "phone") dock.replaceChildren(handle, shut, hand, brief, replay, prompt, pointer, tabs);
    else {
      dock.replaceChildren(brief, replay, prompt);
      // What is in hand and pointed at has its room: the tabs below never move.
      panel.replaceChildren(h("div", { class: "inspector" }, news, hand, pointer), tabs);
    }
    close();
  };
  const measure = () => {
    // A page hides the whole map: what is covered is asked again when it is gone.
    if (mode === "phone" && spread === "page") return;
    on.covered(mode === "phone" ? aroundSheet() : aroundBar());
  };
  const aroundBar = () => {
    const bottom = dock.getBoundingClientRect().height + ROW + stripHeight();
    // Only on what stands above the dock: every element below inherits it and would be styled again.
    byId("order").style.setProperty("--dock", `${bottom}px`);
    const drawer = mode === "tablet" && spread !== "closed" ? panel.getBoundingClientRect().width : 0;
    const combat = byId("combat").firstElementChild?.getBoundingClientRect().width ?? 0;
    const beside = combat + 16;
    return {
      bottom: bottom + 16,
      right: Math.max(drawer, covered === "right" ? beside : 0),
      left: covered === "left" ? beside : 0,
    };
  };
  /** How far the sheet, or the combat panel in its place, lies over the map. Not where it is on its way there. */
  const aroundSheet = () => {
    const { right, bottom } = byId("main").getBoundingClientRect();
    const combat = covered && byId("combat").firstElementChild;
    const { offsetWidth, offsetHeight } = combat instanceof HTMLElement ? combat : dock;
    return BESIDE.matches
      ? { left: 0, bottom: 0, right: Math.max(right - innerWidth + offsetWidth, 0) }
      : { left: 0, right: 0, bottom: Math.max(bottom - innerHeight + offsetHeight, 0) };
  };

  /** What there is to see more. @returns {Spread} */
  const further = () => (rest === "tray" ? "page" : "more");
  let [start, moved] = [0, 0];
  handle.addEventListener("pointerdown", (event) => {
    start = event.clientY;
    moved = 0;
    handle.setPointerCapture(event.pointerId);
  });
  handle.addEventListener("pointermove", (event) => {
    if (start) moved = event.clientY - start;
  });
  handle.addEventListener("pointerup", () => {
    start = 0;
    if (moved < -DRAG) show(further());
    else if (moved > DRAG) show(spread === rest ? "closed" : rest);
  });
  handle.addEventListener("click", () => {
    if (Math.abs(moved) <= DRAG) show(spread === rest ? further() : rest);
  });
  shut.addEventListener("click", close);
  tabs.addEventListener("click", ({ target }) => {
    if (mode === "phone" && target instanceof Element && target.closest("[role=tab]")) show("page");
  });
  PHONE.addEventListener("change", arrange);
  TABLET.addEventListener("change", arrange);
  addEventListener("resize", measure);
  new ResizeObserver(measure).observe(dock);
  arrange();
  return {
    mode: () => mode,
    spread: () => spread,
    isOpen: () => spread !== "closed" && spread !== rest,
    /** The tabs: a drawer on a tablet, on a phone a page in place of the map. */
    open: () => show("page"),
    close,
    /** Whether counters to pick from lie in the sheet of a phone. @param {boolean} wanted */
    tray(wanted) {
      const before = rest;
      rest = wanted ? "tray" : "closed";
      if (mode === "phone" && rest !== before && spread !== "page") show(rest);
    },
    /** @param {"left" | "right" | null} side */
    cover(side) {
      if (side === covered) return;
      covered = side;
      measure();
    },
    /** Tell once more what is covered: to a board that is new. */
    measure,
    /** @param {import("../words.js").Words} words */
    name(words) {
      handle.setAttribute("aria-label", words.say("desk.sheet"));
      shut.setAttribute("aria-label", words.say("panels.close"));
    },
  };
}
