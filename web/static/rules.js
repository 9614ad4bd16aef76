"use strict";
(() => {
  // Without this script the links load the page again at another step; with it only the example changes.
  const KEYS = { ArrowLeft: (at) => at - 1, ArrowRight: (at) => at + 1, Home: () => 0, End: (_at, last) => last };

  async function show(section, step, href) {
    try {
      const url = new URL(section.dataset.example, location.href);
      url.searchParams.set("step", step);
      const answer = await fetch(url);
      if (!answer.ok) throw new Error(answer.status);
      put(section, new DOMParser().parseFromString(await answer.text(), "text/html"));
      if (href) history.replaceState(null, "", href);
    } catch {
      if (href) location.href = href;
    }
  }
  function put(section, fresh) {
    const used = section.contains(document.activeElement) ? document.activeElement : null;
    const rel = used?.rel, step = used?.dataset.step;
    for (const part of section.querySelectorAll("[data-part]")) {
      const other = fresh.querySelector(`[data-part="${part.dataset.part}"]`);
      part.innerHTML = other.innerHTML;
      if (other.dataset.at) part.dataset.at = other.dataset.at;
    }
    if (!used || used.isConnected) return;
    const links = [...section.querySelectorAll("a[data-step]")];
    (links.find((link) => (rel ? link.rel === rel : link.dataset.step === step && !link.rel))
      || links.find((link) => link.rel))?.focus();
  }
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-step]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    show(link.closest("[data-example]"), link.dataset.step, link.href);
  });
  document.addEventListener("keydown", (event) => {
    const section = event.target.closest?.("[data-example]");
    const go = KEYS[event.key];
    if (!section || !go || event.altKey || event.ctrlKey || event.metaKey) return;
    const board = section.querySelector("[data-at]");
    const at = Number(board.dataset.at), last = Number(board.dataset.last);
    const step = go(at, last);
    event.preventDefault();
    if (step < 0 || step > last || step === at) return;
    show(section, step, section.querySelectorAll(".all a")[step].href);
  });
})();
