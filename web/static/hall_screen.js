"use strict";
// The big screen turns its pages by itself; nobody stands beside it.
(() => {
  const TURN_MS = 10000;
  const { main, cards } = hall;
  const dots = document.getElementById("pages");
  let page = 0;

  // Few tables are shown large, many on several pages; how many fit is said by the style.
  function room() {
    const all = cards.children.length;
    cards.dataset.room = all <= 4 ? "four" : all <= 6 ? "six" : "many";
    const style = getComputedStyle(cards);
    return style.getPropertyValue("--columns") * style.getPropertyValue("--rows");
  }
  // Of a name that does not fit the first parts become letters: "A. Fournier".
  function shorten(name) {
    const fits = `${name.clientWidth} ${name.title}`;
    if (name.dataset.fits === fits) return;
    name.dataset.fits = fits;
    name.textContent = name.title;
    const parts = name.title.split(" ");
    const family = parts.findLastIndex((part) => part.length > 3);
    for (let at = 0; at < family && name.scrollWidth > name.clientWidth; at += 1) {
      if (parts[at].length > 2) parts[at] = `${[...parts[at]][0]}.`;
      name.textContent = parts.join(" ");
    }
  }
  function lay() {
    const fits = room(), pages = Math.max(1, Math.ceil(cards.children.length / fits));
    page %= pages;
    [...cards.children].forEach((one, at) => { one.hidden = Math.floor(at / fits) !== page; });
    for (const name of cards.querySelectorAll(":scope > :not([hidden]) .player-name")) shorten(name);
    const text = pages > 1 ? `${page + 1} / ${pages}` : "";
    if (dots.textContent !== text) dots.textContent = text;
  }
  main.addEventListener("shown", lay);
  addEventListener("resize", lay);
  setInterval(() => { page += 1; lay(); }, TURN_MS);
  lay();
})();
