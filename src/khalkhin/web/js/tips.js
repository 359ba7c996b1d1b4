// @ts-check
// What a term or a button means, told beside it: to a mouse that rests on it, to whoever comes by key, to a finger that stays.

/** So long a mouse or a finger rests, in milliseconds. */
const RESTS = { mouse: 250, touch: 450 };
const TOLD = "abbr.term, [data-tip]";

/** From now on. */
export function tellTips() {
  const note = document.createElement("div");
  note.className = "term-note";
  note.popover = "manual";
  note.setAttribute("role", "status");
  /** @type {any} */
  let timer = null;
  /** A finger has rested on something: the click that it ends with is none. */
  let rested = false;
  const hide = () => {
    clearTimeout(timer);
    if (note.matches(":popover-open")) note.hidePopover();
  };
  const show = (/** @type {HTMLElement} */ about) => {
    // It may have been drawn anew while the pointer rested.
    if (!about.isConnected) return;
    note.textContent = about.dataset.tip ?? about.title;
    document.body.append(note);
    note.showPopover();
    const at = about.getBoundingClientRect();
    const { width, height } = note.getBoundingClientRect();
    const above = at.top - height - 4;
    note.style.left = `${Math.max(8, Math.min(at.left, innerWidth - width - 8))}px`;
    note.style.top = `${above > 8 ? above : at.bottom + 4}px`;
  };
  document.addEventListener("focusin", ({ target }) => {
    hide();
    const about = toldOf(target);
    // A button that was pressed says in the prompt what it does.
    if (about && (about.matches("abbr") || about.matches(":focus-visible"))) show(about);
  });
  document.addEventListener("pointerover", ({ target, pointerType }) => {
    const about = pointerType === "mouse" ? toldOf(target) : null;
    hide();
    // The browser tells the title of an abbreviation itself.
    if (about?.dataset.tip) timer = setTimeout(show, RESTS.mouse, about);
  });
  document.addEventListener("pointerdown", ({ target, pointerType }) => {
    hide();
    rested = false;
    const about = pointerType === "touch" ? toldOf(target) : null;
    if (!about?.dataset.tip) return;
    timer = setTimeout(() => {
      rested = true;
      show(about);
    }, RESTS.touch);
  });
  document.addEventListener("pointerup", () => rested || clearTimeout(timer));
  document.addEventListener("pointercancel", () => rested || clearTimeout(timer));
  document.addEventListener("contextmenu", (event) => rested && event.preventDefault());
  document.addEventListener(
    "click",
    (event) => {
      if (!rested) return;
      rested = false;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    { capture: true },
  );
  document.addEventListener("focusout", hide);
  document.addEventListener("scroll", hide, { capture: true, passive: true });
  document.addEventListener("keydown", ({ key }) => key === "Escape" && hide());
}

/** @param {EventTarget | null} target @returns {HTMLElement | null} */
function toldOf(target) {
  const found = target instanceof Element ? target.closest(TOLD) : null;
  return found instanceof HTMLElement ? found : null;
}
