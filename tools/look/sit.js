// Lay the table anew for another game, in a page that is open already: that is cheaper than a page of its own.
async ({ id, code, side, token, said }) => {
  const [{ Page, page, clearPage }, api] = await Promise.all([
    import("/web/js/table/page.js"),
    import("/web/js/net/api.js"),
  ]);
  const { desk } = page();
  window.drawings ??= await Promise.all([api.map(code, "en"), api.counters(code, "en")]);
  const [map, counters] = window.drawings.map((drawing) => drawing.cloneNode(true));
  const table = await api.table(id, token, "en");
  clearPage();
  desk.leave();
  Object.assign(desk, { id, seats: { [side]: token }, table });
  new Page(desk, { map, counters }, { language() {}, curtain: { follow() {} } });
  const first = new Promise((seen) => desk.on("view", seen));
  desk.sit(side);
  await first;
  // The map begins where something can be done.
  while (!("opened" in document.body.dataset)) await new Promise(requestAnimationFrame);
  // Whoever clicks on something has it in sight.
  const placeOf = (noun) => {
    const { places } = desk.view;
    return Object.keys(places).find((place) => places[place].some((one) => one.id === noun)) ?? noun;
  };
  for (const [verb, noun] of said) {
    if (placeOf(noun) in desk.sheet.map.hexes) page().board.focus(placeOf(noun));
    await desk.say(verb, noun);
  }
};
