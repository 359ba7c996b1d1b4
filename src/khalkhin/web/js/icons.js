// @ts-check
// The icons: a 24 grid, strokes of 1.8 with round ends, drawn in the colour of the text round them.

import { s } from "./dom.js";

/**
 * Name -> path. What follows a `!` is filled instead of stroked.
 * @type {Record<string, string>}
 */
const PATHS = {
  air: "M12 3c-.9 0-1.5 1.2-1.5 2.8v3.6L3 14v2l7.5-2.2V18L8 19.8V21.2l4-1 4 1V19.8L13.5 18v-4.2L21 16v-2l-7.5-4.6V5.8C13.5 4.2 12.9 3 12 3z",
  back: "M19 12H5M11 6l-6 6 6 6",
  book: "M6 4h11a1 1 0 0 1 1 1v15H7.5A1.5 1.5 0 0 1 6 18.5zM6 18.5A1.5 1.5 0 0 1 7.5 17H18M9.5 8h5",
  box: "M4 8l8-4 8 4v8l-8 4-8-4zM4 8l8 4 8-4M12 12v8",
  changes: "M12 4a8 8 0 1 0 8 8M12 7.5V12l3 2M20 4v4.5h-4.5",
  charts: "M4 20h16M7 20v-6M12 20V6M17 20v-9",
  check: "M5 12.5l4.5 4.5L19 7.5",
  clock: "M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16zM12 7.5V12l3.2 2",
  close: "M6 6l12 12M18 6L6 18",
  chip: "M7.5 7.5h9v9h-9zM10 4v3.5M14 4v3.5M10 16.5V20M14 16.5V20M4 10h3.5M4 14h3.5M16.5 10H20M16.5 14H20",
  command: "M6 21V4M6 4h12v9H6M9.5 8.5h5",
  computer: "M4 5h16v11H4zM9 20h6M12 16v4M8.5 9.5v2M15.5 9.5v2",
  copy: "M9 9h10v11H9zM5 15V4h10v1.5",
  dice: "M5 5h14v14H5z!M8.8 7.7a1.2 1.2 0 1 1 0 2.4 1.2 1.2 0 0 1 0-2.4zM12 10.8a1.2 1.2 0 1 1 0 2.4 1.2 1.2 0 0 1 0-2.4zM15.2 13.9a1.2 1.2 0 1 1 0 2.4 1.2 1.2 0 0 1 0-2.4z",
  down: "M6 9.5l6 6 6-6",
  download: "M12 4v11M7 10.5l5 5 5-5M5 20h14",
  end: "M6 6l8 6-8 6zM18 6v12",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9.2a2.8 2.8 0 1 1 0 5.6 2.8 2.8 0 0 1 0-5.6z",
  fit: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  flag: "M6 21V4M6 4.5h11l-2.5 4 2.5 4H6",
  forward: "M5 12h14M13 6l6 6-6 6",
  gun: "M5 17.5a3 3 0 1 1 6 0 3 3 0 0 1-6 0zM9.5 15L20 8.5M6.5 14.5L5 11h4.5M11 17.5h9",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.5 10.9c.6.5 1 1.2 1 2.1h5c0-.9.4-1.6 1-2.1A6 6 0 0 0 12 3z",
  hourglass: "M7 4h10M7 20h10M8 4c0 5 4 5.5 4 8s-4 3-4 8M16 4c0 5-4 5.5-4 8s4 3 4 8",
  info: "M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16zM12 11v5M12 8v.01",
  key: "M4 5h4v4H4zM4 15h4v4H4zM12 7h8M12 17h8",
  keyboard: "M3 7h18v10H3zM7 10.5v.01M11 10.5v.01M15 10.5v.01M17.5 10.5v.01M8 13.8h8",
  language:
    "M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16zM4 12h16M12 4c2.3 2 3.4 4.7 3.4 8s-1.1 6-3.4 8c-2.3-2-3.4-4.7-3.4-8S9.7 6 12 4z",
  layers: "M12 4l9 5-9 5-9-5zM3.5 13.5L12 18.2l8.5-4.7",
  link: "M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1-1",
  lock: "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3",
  log: "M5 6h14M5 10.5h9M5 15h12M5 19.5h6",
  markers: "M8 8h11v11H8zM5 16V5h11",
  menu: "M4 6.5h16M4 12h16M4 17.5h16",
  minus: "M5 12h14",
  moon: "M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10z",
  motion: "M3 8h9M5 12h7M3 16h9M15 6l6 6-6 6",
  next: "M5 12h14M13 6l6 6-6 6",
  offline:
    "M4 4l16 16M2.5 9a14 14 0 0 1 4-2.6M21.5 9a14 14 0 0 0-10-3.9M6 13a9 9 0 0 1 3.5-2.2M18 13a9 9 0 0 0-2.5-1.7M9.5 16.7a4 4 0 0 1 5 0M12 20v.01",
  pause: "M8.5 5v14M15.5 5v14",
  person: "M12 4.5a3.8 3.8 0 1 1 0 7.6 3.8 3.8 0 0 1 0-7.6zM5 20c.6-3.6 3.3-5.5 7-5.5s6.4 1.9 7 5.5",
  play: "M7.5 5v14l11-7z",
  plus: "M12 5v14M5 12h14",
  points: "M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16zM12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8z",
  question: "M8.5 9a3.5 3.5 0 1 1 5.2 3.1c-1.1.6-1.7 1.3-1.7 2.4M12 18.5v.01",
  search: "M10.5 4.5a6 6 0 1 1 0 12 6 6 0 0 1 0-12zM15 15l5 5",
  share: "M12 15V4M7.5 8L12 3.5 16.5 8M6 12H5v8h14v-8h-1",
  start: "M18 6l-8 6 8 6zM6 6v12",
  step: "M7 5v14l8-7zM18.5 5v14",
  stepback: "M17 5v14l-8-7zM5.5 5v14",
  stop: "M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16zM12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6z",
  sun: "M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M18.7 5.3l-1.4 1.4M6.7 17.3l-1.4 1.4",
  supply: "M12 3.5l7.5 4.2v8.6L12 20.5l-7.5-4.2V7.7zM4.5 7.7L12 12l7.5-4.3M12 12v8.5",
  swap: "M4 8.5h14M14 4.5l4 4-4 4M20 15.5H6M10 11.5l-4 4 4 4",
  target: "M12 5a7 7 0 1 1 0 14 7 7 0 0 1 0-14zM12 2.5V8M12 16v5.5M2.5 12H8M16 12h5.5",
  theme: "M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16z!M12 4a8 8 0 0 0 0 16z",
  undo: "M8 5L4 9l4 4M4.5 9H14a5.5 5.5 0 0 1 0 11h-4",
  up: "M6 14.5l6-6 6 6",
  upload: "M12 16V5M7 9.5l5-5 5 5M5 20h14",
  warning: "M12 4.5l9 15.5H3zM12 10v4.5M12 17v.01",
  winter:
    "M12 3v18M4.2 7.5l15.6 9M19.8 7.5l-15.6 9M9.5 4.5L12 7l2.5-2.5M9.5 19.5L12 17l2.5 2.5M4 11l3.4-.9-.9-3.4M20 13l-3.4.9.9 3.4M20 11l-3.4-.9.9-3.4M4 13l3.4.9-.9 3.4",
  zones: "M12 3l7.8 4.5v9L12 21l-7.8-4.5v-9zM12 8l3.5 2v4L12 16l-3.5-2v-4z",
  zoomin: "M12 5v14M5 12h14",
  zoomout: "M5 12h14",
};

/**
 * An icon. Without a label it says nothing to a screen reader: the word beside it does.
 * @param {string} name
 * @param {{size?: number, label?: string}} [how]
 * @returns {SVGSVGElement}
 */
export function icon(name, { size = 24, label } = {}) {
  const [stroked, filled] = (PATHS[name] ?? PATHS.question).split("!");
  const said = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  const drawn = s("path", {
    d: stroked,
    fill: "none",
    stroke: "currentColor",
    "stroke-width": "1.8",
    "stroke-linecap": "round",
    "stroke-linejoin": "round",
  });
  const dots = filled ? s("path", { d: filled, fill: "currentColor" }) : null;
  return s(
    "svg",
    { class: "icon", viewBox: "0 0 24 24", width: size, height: size, focusable: "false", ...said },
    drawn,
    dots,
  );
}

const PIPS = ["", "22", "1133", "112233", "11133133", "1113223133", "111213313233"];

/**
 * The face of a die; any other number than a six-sided die has is written out.
 * @param {number} number
 * @param {number} [size]
 * @returns {SVGSVGElement}
 */
export function die(number, size = 20) {
  const box = s("rect", { x: 1.5, y: 1.5, width: 21, height: 21, rx: 4.5, class: "die-box" });
  const pips = PIPS[number]?.match(/../g);
  const face = pips
    ? pips.map(([x, y]) => s("circle", { cx: Number(x) * 6, cy: Number(y) * 6, r: 2.1, class: "die-pip" }))
    : [s("text", { x: 12, y: 17, "text-anchor": "middle", class: "die-text" }, number)];
  const attributes = {
    class: "die",
    viewBox: "0 0 24 24",
    width: size,
    height: size,
    role: "img",
    "aria-label": number,
  };
  return s("svg", attributes, box, ...face);
}

/** Whether there is an icon of a name. @param {string} name */
export function hasIcon(name) {
  return Object.hasOwn(PATHS, name);
}
