"use strict";
(() => {
  // Looks now and then how far the analysis is, and shows it in place; without this script the page loads anew by itself.
  const AGAIN_MS = 2000;
  const place = document.querySelector("[data-analysis]");
  if (!place) return;
  async function look() {
    try {
      const answer = await fetch(location.href);
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("[data-analysis]");
      if (answer.ok && !fresh) { location.reload(); return; }
      if (fresh && fresh.innerHTML !== place.innerHTML) place.innerHTML = fresh.innerHTML;
      if (fresh && !fresh.querySelector("progress, [role=status]")) return;
    } catch { /* the panel does not answer just now */ }
    setTimeout(look, AGAIN_MS);
  }
  setTimeout(look, AGAIN_MS);
})();
