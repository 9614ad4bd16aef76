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
  function lay() {
    const fits = room(), pages = Math.max(1, Math.ceil(cards.children.length / fits));
    page %= pages;
    [...cards.children].forEach((one, at) => { one.hidden = Math.floor(at / fits) !== page; });
    const text = pages > 1 ? `${page + 1} / ${pages}` : "";
    if (dots.textContent !== text) dots.textContent = text;
  }
  main.addEventListener("shown", lay);
  addEventListener("resize", lay);
  setInterval(() => { page += 1; lay(); }, TURN_MS);
  lay();
})();
