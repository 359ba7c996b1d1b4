// What shows when something is pointed at, and which heat the map shows. Without it the page still reads: browsers show
// titles themselves, and the map its first layer.
const tip = document.body.appendChild(Object.assign(document.createElement("div"), { id: "tip", hidden: true }));
for (const title of document.querySelectorAll("svg title")) {
  title.parentElement.dataset.tip = title.textContent;
  title.remove();
}
addEventListener("pointermove", (event) => {
  const told = event.target.closest?.("[data-tip]");
  tip.hidden = !told;
  if (!told) return;
  tip.textContent = told.dataset.tip;
  const { innerWidth: width, innerHeight: height } = window;
  tip.style.left = `${Math.max(8, Math.min(event.clientX + 14, width - tip.offsetWidth - 8))}px`;
  const below = event.clientY + 18;
  tip.style.top = `${below + tip.offsetHeight > height ? event.clientY - tip.offsetHeight - 12 : below}px`;
});
addEventListener("scroll", () => { tip.hidden = true; }, true);
for (const button of document.querySelectorAll("[data-show]")) {
  const [what, value] = button.dataset.show.split(":");
  button.addEventListener("click", () => {
    for (const other of button.parentElement.children) other.setAttribute("aria-pressed", String(other === button));
    for (const part of document.querySelectorAll(`[data-${what}]`)) part.toggleAttribute("hidden", part.dataset[what] !== value);
  });
}
