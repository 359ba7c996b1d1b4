// @ts-check
// A second tap of a finger at the same spot belongs to the first: what has come up there meanwhile, such as a menu or a sheet
// over the map, is not pressed by it.

/** So long after a tap, in milliseconds, */
const SOON = 400;
/** and so near to it, in pixels. */
const NEAR = 26;
const PRESSED = "button, a[href], input, select, summary, label";

/** @returns {() => void}  Listens no more. */
export function listenToTaps() {
  let last = { time: -Infinity, x: 0, y: 0, on: "" };
  let stray = false;
  const away = new AbortController();
  const how = { capture: true, signal: away.signal };
  document.addEventListener(
    "pointerdown",
    ({ pointerType, timeStamp: time, clientX: x, clientY: y, target }) => {
      const on = nameOf(target);
      const again = time - last.time < SOON && Math.hypot(x - last.x, y - last.y) < NEAR;
      stray = pointerType === "touch" && again && on !== "" && on !== last.on;
      last = { time, x, y, on };
    },
    how,
  );
  document.addEventListener(
    "click",
    (event) => {
      if (!stray) return;
      stray = false;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    how,
  );
  return () => away.abort();
}

/** What can be pressed, by what it says now: an element is often drawn anew. @param {EventTarget | null} target */
function nameOf(target) {
  const found = target instanceof Element ? target.closest(PRESSED) : null;
  if (!(found instanceof HTMLElement)) return "";
  return [found.dataset.key ?? found.id, found.textContent, found.getAttribute("aria-label")].join("|");
}
