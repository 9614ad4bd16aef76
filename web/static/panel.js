"use strict";
(() => {
  const main = document.getElementById("main");
  const page = main.dataset.page;
  const language = `lang=${document.documentElement.lang}`;
  const announce = document.getElementById("announce");
  const offline = document.getElementById("offline");
  let have = main.dataset.id;
  let offset = Number(main.dataset.now) - performance.now();
  let told = "", from = null, connection = null;

  // The picture: parts of the page that the server has drawn.
  function show(change) {
    const used = focused();
    have = change.id;
    offset = change.now - performance.now();
    for (const [name, html] of Object.entries(change.parts)) put(name, html);
    if ("hand" in change.parts) told = "";
    if (announce.textContent !== change.announce) announce.textContent = change.announce;
    if (page === "table") document.title = `${change.title} · Companion`;
    document.dispatchEvent(new CustomEvent("told", { detail: change.heard }));
    tick();
    ready();
    backTo(used);
    if (told && "board" in change.parts) tell(told);
  }
  const put = (name, html) => putPart(main, name, html);

  // The clock runs here; the server says where it stood.
  function tick() {
    runClocks(main, performance.now() + offset);
  }
  setInterval(tick, 250);

  // What is entered: buttons and forms are sent without leaving the page.
  main.addEventListener("submit", async (event) => {
    const form = event.target;
    if (!("live" in form.dataset)) return;
    event.preventDefault();
    const button = event.submitter;
    const question = form.elements.question?.value;
    if (question && !(await sure(question))) return;
    if (button) button.disabled = true;
    const data = new FormData(form);
    if (question) data.set("sure", "yes");
    try {
      const ok = await sendForm(form, data);
      if (ok) { told = ""; from = null; form.reset(); }
      connection.ask();
    } catch { offline.hidden = false; }
    if (button) button.disabled = false;
  });
  function sure(question) {
    const dialog = document.getElementById("sure");
    document.getElementById("sure-text").textContent = question;
    dialog.returnValue = "";
    dialog.showModal();
    return new Promise((done) => {
      dialog.onclick = (event) => { if ("yes" in event.target.dataset) dialog.close("yes"); else if ("no" in event.target.dataset) dialog.close(""); };
      dialog.onclose = () => done(dialog.returnValue === "yes");
    });
  }

  // A play told by tapping: from, then to.
  main.addEventListener("click", (event) => {
    const link = event.target.closest("a.tap");
    if (link && ("from" in link.dataset || "steps" in link.dataset)) {
      event.preventDefault();
      step("steps" in link.dataset ? link.dataset.steps : join(link.dataset.from, link.dataset.to));
      return;
    }
    const area = event.target.closest(".area");
    if (area) tapped(area.dataset.place);
  });
  main.addEventListener("keydown", (event) => {
    if ((event.key === "Enter" || event.key === " ") && event.target.classList.contains("area")) {
      event.preventDefault();
      tapped(event.target.dataset.place);
    }
    if (event.key === "Escape" && from !== null) { from = null; ready(); }
  });
  const join = (source, target) => (told ? `${told},` : "") + `${source}-${target}`;
  const taps = () => [...main.querySelectorAll("a.tap[data-from]")].map((one) => [one.dataset.from, one.dataset.to]);
  function tapped(place) {
    const ways = taps();
    if (from !== null && ways.some((way) => way[0] === from && way[1] === place)) { const source = from; from = null; step(join(source, place)); return; }
    const goes = ways.filter((way) => way[0] === place);
    from = goes.length && from !== place ? place : null;
    ready();
  }
  function step(steps) { told = steps; from = null; tell(steps); }
  async function tell(steps) {
    try {
      const answer = await fetch(`/hand?steps=${steps}&${language}`, { headers: { Accept: "application/json" } });
      if (!answer.ok || told !== steps) return;
      const parts = await answer.json(), used = focused();
      for (const [name, html] of Object.entries(parts)) put(name, html);
      ready();
      backTo(used);
    } catch { offline.hidden = false; }
  }
  // Who goes by the keyboard stays at the place, though it is drawn anew.
  const focused = () => document.activeElement?.closest(".area")?.dataset.place;
  function backTo(place) {
    if (place !== undefined && focused() === undefined) main.querySelector(`.area[data-place="${CSS.escape(place)}"][tabindex]`)?.focus();
  }
  function ready() {
    const board = main.querySelector(".board");
    if (!board) return;
    const ways = taps();
    const possible = new Set(from === null ? ways.map((way) => way[0]) : ways.filter((way) => way[0] === from).map((way) => way[1]));
    board.classList.toggle("telling", from !== null || told !== "");
    for (const area of board.querySelectorAll(".area")) {
      const place = area.dataset.place, on = possible.has(place) || place === from;
      area.classList.toggle("possible", on);
      area.classList.toggle("from", place === from);
      if (on) { area.setAttribute("tabindex", "0"); area.setAttribute("role", "button"); area.setAttribute("aria-label", area.dataset.name); }
      else { area.removeAttribute("tabindex"); area.removeAttribute("role"); }
    }
  }

  told = main.querySelector(".hand")?.dataset.steps ?? "";
  ready();
  tick();
  connection = follow({
    stream: `/live/${page}?${language}`, now: () => `/now/${page}?have=${have}&${language}`, event: "table", show, offline,
  });
})();
