"use strict";
// A page of the hall: its parts, the tables' pieces in their order, clocks and minutes that run on.
const hall = (() => {
  const main = document.getElementById("main");
  const cards = main.querySelector("[data-cards]");
  const announce = document.getElementById("announce");
  const language = `lang=${document.documentElement.lang}`;
  const page = main.dataset.page;
  let have = main.dataset.id, offset = Number(main.dataset.now) - performance.now();
  const now = () => performance.now() + offset;

  function show(change) {
    have = change.id;
    offset = change.now - performance.now();
    if (cards) arrange(change.order);
    for (const [name, html] of Object.entries(change.parts)) putPart(main, name, html);
    if (announce.textContent !== change.announce) announce.textContent = change.announce;
    tick();
    main.dispatchEvent(new Event("shown"));
  }
  // What stays where it is is not touched: focus and selection stay too.
  function arrange(order) {
    const there = new Map([...cards.children].map((one) => [one.dataset.part, one]));
    let before = null;
    for (const name of order) {
      const piece = there.get(name) ?? made(name);
      there.delete(name);
      const place = before ? before.nextElementSibling : cards.firstElementChild;
      if (piece !== place) cards.insertBefore(piece, place);
      before = piece;
    }
    for (const gone of there.values()) gone.remove();
  }
  function made(name) {
    const piece = document.createElement("div");
    piece.dataset.part = name;
    return piece;
  }
  function tick() {
    runClocks(main, now());
    for (const one of main.querySelectorAll("[data-since]")) {
      const minutes = Math.max(0, Math.floor((now() - one.dataset.since) / 60000));
      const text = minutes ? `(${main.dataset.minutes.replace("#", minutes)})` : "";
      const place = one.parentElement.querySelector(".minutes");
      if (place && place.textContent !== text) place.textContent = text;
    }
  }
  setInterval(tick, 250);
  tick();
  const connection = follow({
    stream: `/live/${page}?have=${have}&${language}`, now: () => `/now/${page}?have=${have}&${language}`,
    event: "hall", show, offline: document.getElementById("offline"),
  });
  return { main, cards, connection };
})();
