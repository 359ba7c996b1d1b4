// @ts-check
// A second tap at the same spot never presses the button of the next step, and a button that is drawn anew between press and
// release is still the button that was pressed.

/** So long after a tap, in milliseconds, a second one at the same spot belongs to it. */
const DOUBLE = 400;
/** So long nobody has read what has just come up under the pointer. */
const UNREAD = 200;
/** A tap longer ago than this, the pointer was elsewhere since or somebody waits. */
const LONG = 5000;

export class Taps {
  #last = { time: -Infinity, x: 0, y: 0, step: "" };
  #came = { step: "", time: 0 };
  /** @type {string | undefined} */
  #pressed;

  /** @param {() => string} step  What is asked now. */
  constructor(step) {
    this.step = step;
  }

  /** @returns {() => void}  Listens no more. */
  listen() {
    const away = new AbortController();
    const how = { capture: true, signal: away.signal };
    document.addEventListener("pointerdown", (event) => this.#down(event), how);
    document.addEventListener("click", (event) => this.#clicked(event), how);
    return () => away.abort();
  }

  /**
   * A part of the page was drawn: what answers the next step, and has come up under the last tap, takes no tap for a moment.
   * @param {HTMLElement} root
   */
  drawn(root) {
    const [now, step] = [performance.now(), this.step()];
    if (step !== this.#came.step) this.#came = { step, time: now };
    const { time, x, y } = this.#last;
    const until = Math.max(time + DOUBLE, this.#came.time + UNREAD);
    if (this.#last.step === step || now >= until || now - time > LONG) return;
    const under = document.elementFromPoint(x, y)?.closest("[data-answer]");
    if (!(under instanceof HTMLElement) || !root.contains(under)) return;
    under.dataset.fresh = "";
    setTimeout(() => delete under.dataset.fresh, until - now);
  }

  /** @param {PointerEvent} event */
  #down(event) {
    this.#last = { time: performance.now(), x: event.clientX, y: event.clientY, step: this.step() };
    this.#pressed = keyed(event.target)?.dataset.key;
  }

  /** @param {MouseEvent} event */
  #clicked(event) {
    const pressed = this.#pressed;
    this.#pressed = undefined;
    // Where the pressed one is gone, the click comes to what held it.
    if (!pressed || !event.detail || keyed(event.target) || this.#last.step !== this.step()) return;
    const under = keyed(document.elementFromPoint(event.clientX, event.clientY));
    if (under?.dataset.key === pressed && under !== event.target) under.click();
  }
}

/** @param {EventTarget | null} target @returns {HTMLElement | null} */
function keyed(target) {
  return target instanceof Element ? target.closest("button[data-key]") : null;
}
