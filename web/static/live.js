"use strict";
// What live pages share: parts that the server has drawn, the connection, and what is sent without leaving the page.

function putPart(root, name, html) {
  const part = root.querySelector(`[data-part="${CSS.escape(name)}"]`);
  if (!part) return null;
  const open = [...part.querySelectorAll("details[open]")].map((one) => one.className);
  const focus = part.contains(document.activeElement) ? document.activeElement.textContent : null;
  part.innerHTML = html;
  for (const one of part.querySelectorAll("details")) if (open.includes(one.className)) one.open = true;
  if (focus !== null) [...part.querySelectorAll("a, button, summary")].find((one) => one.textContent === focus)?.focus();
  return part;
}

// A stream; where there is no room for one, asking now and then. `offline` is shown while nothing is heard.
function follow({ stream, now, event, show, offline }) {
  const POLL_MS = 2000, AGAIN_MS = 15000, SILENT_MS = 6000;
  let heard = performance.now(), source = null, poll = null;
  function listen() {
    source?.close();
    heard = performance.now();
    source = new EventSource(stream);
    source.addEventListener(event, (told) => { alive(); show(JSON.parse(told.data)); });
    source.addEventListener("still", alive);
    source.addEventListener("over", () => location.reload());
    source.addEventListener("open", alive);
    source.addEventListener("error", () => {
      if (source.readyState !== EventSource.CLOSED) { offline.hidden = false; return; }
      fall();
    });
  }
  function alive() {
    heard = performance.now();
    offline.hidden = true;
    clearInterval(poll);
    poll = null;
  }
  function fall() {
    source?.close();
    if (poll === null) { poll = setInterval(ask, POLL_MS); ask(); }
    setTimeout(() => { if (poll !== null) listen(); }, AGAIN_MS);
  }
  async function ask() {
    try {
      const answer = await fetch(now(), { headers: { Accept: "application/json" } });
      if (answer.status === 403) location.reload();
      offline.hidden = answer.ok;
      if (answer.status === 200) show(await answer.json());
    } catch { offline.hidden = false; }
  }
  // A network that is gone without a word is noticed by the silence.
  setInterval(() => {
    if (poll !== null || performance.now() - heard < SILENT_MS) return;
    offline.hidden = false;
    listen();
  }, 1000);
  addEventListener("pageshow", (shown) => { if (shown.persisted) location.reload(); });
  addEventListener("pagehide", () => source?.close());
  listen();
  return { ask: () => { if (poll !== null) ask(); } };
}

async function sendForm(form, data) {
  const token = document.querySelector("meta[name=csrf]").content;
  const answer = await fetch(`${form.action}?lang=${document.documentElement.lang}`, {
    method: "POST", body: new URLSearchParams(data), headers: { "X-CSRF-Token": token, Accept: "application/json" },
  });
  const { ok, kind = ok ? "good" : "bad", message } = await answer.json();
  if (message) toast(message, kind);
  return ok;
}
let fading = null;
function toast(text, kind) {
  document.getElementById("toast")?.remove();
  const line = document.createElement("p");
  line.id = "toast";
  line.className = `flash ${kind}`;
  line.setAttribute("role", kind === "good" ? "status" : "alert");
  line.textContent = text;
  document.body.append(line);
  clearTimeout(fading);
  fading = setTimeout(() => line.remove(), 8000);
}
