// @ts-check
// Three layouts of the same parts: desk, tablet (the panel is a drawer) and phone (everything in a sheet at the bottom).

import { byId, h } from "../dom.js";

/** @typedef {"desk" | "tablet" | "phone"} Mode */

const PHONE = matchMedia("(max-width: 699.98px)");
const TABLET = matchMedia("(min-width: 700px) and (max-width: 1199.98px)");

/** @returns {Mode} */
function modeNow() {
  if (PHONE.matches) return "phone";
  return TABLET.matches ? "tablet" : "desk";
}

/**
 * @param {{covered: (edges: {top?: number, right?: number, bottom?: number, left?: number}) => void}} on
 */
export function createLayout(on) {
  const [dock, panel, hand, pointer, tabs, prompt] = ["dock", "panel", "hand", "pointer", "tabs", "prompt"].map(byId);
  const handle = h("button", { type: "button", class: "sheet-handle", id: "sheet-handle" }, h("span"));
  /** @type {Mode} */
  let mode = "desk";
  let open = false;
  /** On which side a panel lies over the map. @type {"left" | "right" | null} */
  let covered = null;

  /** @param {boolean} wanted */
  const spread = (wanted) => {
    open = wanted;
    document.body.toggleAttribute("data-open", open);
    handle.setAttribute("aria-expanded", String(open));
    measure();
  };
  const arrange = () => {
    mode = modeNow();
    document.body.dataset.layout = mode;
    if (mode === "phone") dock.replaceChildren(handle, hand, byId("replay"), prompt, pointer, tabs);
    else {
      dock.replaceChildren(byId("replay"), prompt);
      panel.replaceChildren(hand, pointer, tabs);
    }
    spread(false);
  };
  const measure = () => {
    const bottom = open && mode === "phone" ? 0 : dock.getBoundingClientRect().height;
    // Only on what stands above the dock: every element below inherits it and would be styled again.
    byId("order").style.setProperty("--dock", `${bottom}px`);
    const drawer = mode === "tablet" && open ? panel.getBoundingClientRect().width : 0;
    const combat = byId("combat").firstElementChild?.getBoundingClientRect().width ?? 0;
    const beside = mode === "phone" ? 0 : combat + 16;
    on.covered({
      bottom: mode === "phone" ? bottom : bottom + 16,
      right: Math.max(drawer, covered === "right" ? beside : 0),
      left: covered === "left" ? beside : 0,
    });
  };

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
    if (Math.abs(moved) > 18) spread(moved < 0);
  });
  handle.addEventListener("click", () => {
    if (Math.abs(moved) <= 18) spread(!open);
  });
  PHONE.addEventListener("change", arrange);
  TABLET.addEventListener("change", arrange);
  new ResizeObserver(measure).observe(dock);
  arrange();
  return {
    mode: () => mode,
    /** @param {boolean} [wanted] */
    spread: (wanted = !open) => spread(wanted),
    isOpen: () => open,
    /** @param {"left" | "right" | null} side */
    cover(side) {
      if (side === covered) return;
      covered = side;
      measure();
    },
    /** Tell once more what is covered: to a board that is new. */
    measure,
    handle,
  };
}
