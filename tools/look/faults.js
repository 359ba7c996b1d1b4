// What is wrong with the question on the screen, a line each. `lines`: how many the sentence may have.
async ({ lines }) => {
  const { page } = await import("/web/js/table/page.js");
  const { desk, board } = page();
  const PARTS = "#top, #prompt, .combat, #hint, #hand, .opponent-strip";
  /** Pixels that rounding may cost. */
  const MARGIN = 1;
  /** What is written above and below the middle of a line belongs to it. */
  const ROW = 9;
  const found = [];

  /** @param {Element} one */
  const seen = (one) => {
    const { width, height } = one.getBoundingClientRect();
    return width > 2 && height > 2 && one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  };
  const all = (selector) => [...document.querySelectorAll(selector)].filter(seen);
  const plain = (text) => text.replaceAll(/\s+/g, " ").trim();
  const told = (text) => JSON.stringify(plain(text).slice(0, 70));
  const named = (one) =>
    [one.tagName.toLowerCase(), one.id && `#${one.id}`, ...[...one.classList].map((name) => `.${name}`)].join("");
  const boxesOf = (node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return [...range.getClientRects()].filter(({ width, height }) => width && height);
  };
  const middle = ({ left, right, top, bottom }) => [(left + right) / 2, (top + bottom) / 2];

  // -- the question

  const rowsOf = (one) => {
    const rows = [];
    for (const [, y] of boxesOf(one).map(middle)) if (!rows.some((row) => Math.abs(row - y) < ROW)) rows.push(y);
    return rows.length;
  };
  const coverOf = (one) => {
    for (const box of boxesOf(one)) {
      const at = document.elementFromPoint(...middle(box));
      if (!at) return "the edge of the screen";
      if (!one.contains(at) && !at.contains(one)) return named(at);
    }
    return null;
  };
  const question = () => {
    const { prompt } = desk.view;
    const asked = plain(desk.words.say(prompt.key, prompt.params));
    const places = all("#prompt-title, .combat-ask").filter((one) => plain(one.textContent).startsWith(asked));
    if (!places.length) return [`question: nowhere is ${told(asked)}`];
    const long = places
      .filter((one) => rowsOf(one) > lines)
      .map((one) => `lines: ${rowsOf(one)} for ${told(asked)} in ${named(one)}`);
    const covers = places.map(coverOf);
    return covers.includes(null) ? long : [...long, `question: ${told(asked)} is behind ${covers[0]}`];
  };
  found.push(...question());

  // -- text that is cut off

  const scrolls = (one) => /auto|scroll/.test(getComputedStyle(one).overflow);
  const clips = (one) => /hidden|clip/.test(getComputedStyle(one).overflow);
  const cutBy = (node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    const text = range.getBoundingClientRect();
    if (!text.width) return null;
    for (let one = node.parentElement; one && one !== document.body; one = one.parentElement) {
      if (scrolls(one) || one.matches(".sr, .skip, svg")) return null;
      const button = one.matches("button, h2, h3") && getComputedStyle(one).display !== "inline";
      if (!clips(one) && !button) continue;
      // What does not fit there is left out whole.
      if (one.matches(".top-phases")) return null;
      // Only for those who hear it.
      if (getComputedStyle(one).clipPath !== "none") return null;
      const { left, right, top, bottom } = one.getBoundingClientRect();
      // A line is higher than its letters.
      const high = (text.height - Number.parseFloat(getComputedStyle(node.parentElement).fontSize)) / 2;
      const beside = Math.max(left - text.left, text.right - right);
      const above = clips(one) ? Math.max(top - text.top, text.bottom - bottom) - high : 0;
      if (Math.max(beside, above) > MARGIN) return one;
    }
    return text.right > innerWidth + MARGIN || text.left < -MARGIN ? document.body : null;
  };
  /** What is cut off first by each part that cuts. */
  const cut = new Map();
  for (const part of all(PARTS)) {
    const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!plain(node.data) || !seen(node.parentElement)) continue;
      const by = cutBy(node);
      if (by && !cut.has(by)) cut.set(by, `cut: ${told(node.data)} by ${named(by)}`);
    }
  }
  found.push(...cut.values());

  // -- the buttons

  const said = (one) => {
    const copy = one.cloneNode(true);
    for (const key of copy.querySelectorAll("kbd, svg")) key.remove();
    return plain(one.getAttribute("aria-label") ?? copy.textContent);
  };
  const counts = new Map();
  for (const one of all("#prompt button, .combat button, #hint button"))
    if (!one.matches(".chip, .rule, .skip")) counts.set(said(one), (counts.get(said(one)) ?? 0) + 1);
  for (const [text, count] of counts) if (count > 1 || !text) found.push(`alike: ${count} buttons say ${told(text)}`);
  const primary = all("#main .btn-primary, #main .btn-commit, #main .btn-final");
  if (primary.length > 1) found.push(`primary: ${primary.map(said).join(" and ")}`);

  // -- the hexes in question

  const inQuestion = () => {
    const { prompt, details, places } = desk.view;
    const placeOf = (unit) => Object.keys(places).find((place) => places[place].some((one) => one.id === unit));
    const { move, plan } = details;
    // Of many that are named together not all can be in sight.
    const one = Object.values(prompt.params).filter((value) => typeof value === "string");
    const held = move ? [move.path.at(-1) ?? move.origin] : [];
    const asked = [...one, ...one.map(placeOf), plan?.target, ...held];
    return new Set(asked.filter((hex) => hex && hex in desk.sheet.map.hexes));
  };
  const map = document.getElementById("board");
  const corner = map.getBoundingClientRect();
  const over = all(".toast, .minimap, .board-tip");
  for (const hex of inQuestion()) {
    const { x, y } = board.screen(hex);
    const spot = [corner.left + x, corner.top + y];
    const at = document.elementFromPoint(...spot);
    const lies = over.find((one) => {
      const { left, right, top, bottom } = one.getBoundingClientRect();
      return spot[0] > left && spot[0] < right && spot[1] > top && spot[1] < bottom;
    });
    if (lies ?? (at && !map.contains(at))) found.push(`hex: ${hex} is under ${named(lies ?? at)}`);
    else if (!at || x < 0 || y < 0 || x > corner.width || y > corner.height) found.push(`hex: ${hex} is out of sight`);
  }
  return found;
};
