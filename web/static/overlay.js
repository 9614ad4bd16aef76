"use strict";
(() => {
  const main = document.getElementById("main");
  const AGAIN_MS = 5000, SILENT_MS = 15000;
  let offset = Number(main.dataset.now) - performance.now(), source = null, heard = performance.now();

  function show({ now, parts }) {
    offset = now - performance.now();
    for (const [name, html] of Object.entries(parts)) {
      const part = main.querySelector(`[data-part="${name}"]`);
      if (part.dataset.html !== html) { part.innerHTML = html; part.dataset.html = html; }
    }
    tick();
  }
  function tick() { runClocks(main, performance.now() + offset); }

  // Nobody looks after a page in a stream: it comes back by itself whatever has happened.
  function listen() {
    source?.close();
    heard = performance.now();
    source = new EventSource(main.dataset.live);
    source.addEventListener("open", () => { heard = performance.now(); });
    source.addEventListener("overlay", (event) => { heard = performance.now(); show(JSON.parse(event.data)); });
    source.addEventListener("still", () => { heard = performance.now(); });
    source.addEventListener("over", () => location.reload());
    source.addEventListener("error", () => { if (source.readyState === EventSource.CLOSED) setTimeout(listen, AGAIN_MS); });
  }
  setInterval(tick, 250);
  setInterval(() => { if (performance.now() - heard > SILENT_MS && source.readyState !== EventSource.CLOSED) listen(); }, AGAIN_MS);
  addEventListener("pagehide", () => source?.close());
  tick();
  listen();
})();
