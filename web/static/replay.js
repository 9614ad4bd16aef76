"use strict";
(() => {
  // Without this script every step is a page of its own; with it only the step is put in place of the one before.
  const replay = document.getElementById("replay"), place = document.getElementById("step");
  const list = document.getElementById("steps"), announce = document.getElementById("announce");
  const last = Number(replay.dataset.last), kept = new Map(), MOST_KEPT = 60, TYPING = "input, select, textarea";
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  let at = Number(place.querySelector("[data-at]").dataset.at), wanted = at, timer = null;

  function seen(line) { list.scrollTop = line.offsetTop - list.offsetTop - list.clientHeight / 2; }
  function link(step) { return list.querySelector(`[data-step="${step}"]`); }
  async function fetched(step) {
    if (!kept.has(step)) {
      const url = new URL(link(step).href);
      url.searchParams.set("part", "yes");
      const answer = await fetch(url);
      if (!answer.ok || answer.redirected) throw new Error(answer.status);
      kept.set(step, await answer.text());
      if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value);
    }
    return kept.get(step);
  }
  async function show(step) {
    step = Math.min(Math.max(step, 1), last);
    if (step === wanted && step === at) return true;
    wanted = step;
    try {
      const html = await fetched(step);
      if (wanted !== step) return false;
      put(html, step);
      return true;
    } catch {
      if (wanted === step) wanted = at;
      stop();
      announce.textContent = replay.dataset.lost;
      return false;
    }
  }
  function put(html, step) {
    const fresh = new DOMParser().parseFromString(html, "text/html");
    const used = place.contains(document.activeElement) ? document.activeElement : null;
    const how = used && ["data-to", "data-autoplay", "data-copy"].find((name) => used.hasAttribute(name));
    const value = how && used.getAttribute(how);
    // The slider stays as it is: it may be in somebody's hand.
    const news = fresh.querySelectorAll("[data-new]");
    place.querySelectorAll("[data-new]").forEach((old, number) => { old.innerHTML = news[number].innerHTML; });
    place.querySelector("[data-count]").textContent = fresh.querySelector("[data-count]").textContent;
    place.querySelector("[name=step]").value = step;
    place.classList.toggle("moved", !calm.matches);
    at = step;
    const line = link(step);
    history.replaceState(null, "", line.href);
    list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    line.setAttribute("aria-current", "step");
    seen(line);
    ready();
    if (!used || used.isConnected) return;
    const same = [...place.querySelectorAll(`[${how}]`)].find((one) => how === "data-copy" || one.getAttribute(how) === value);
    (same || replay).focus({ preventScroll: true });
  }
  function ready() {
    for (const one of place.querySelectorAll("[data-autoplay], .pace, [data-copy]")) one.hidden = false;
    place.querySelector("[data-go]").hidden = true;
    face();
  }
  function face() {
    const button = place.querySelector("[data-autoplay]");
    button.setAttribute("aria-pressed", String(timer !== null));
    button.replaceChildren(timer === null ? "▶ " : "■ ");
    const word = document.createElement("span");
    word.textContent = timer === null ? replay.dataset.play : replay.dataset.pause;
    button.append(word);
  }

  // Autoplay: never by itself, and over as soon as somebody steps by hand.
  function stop() { clearTimeout(timer); timer = null; face(); }
  function start() {
    if (at === last) { wanted = 0; show(1).then(soon); } else soon();
  }
  function soon() {
    clearTimeout(timer);
    timer = setTimeout(next, 1000 * Number(place.querySelector("[data-pace]").value));
    face();
  }
  async function next() {
    if (at >= last) { stop(); return; }
    const going = timer;
    if (await show(at + 1) && timer === going) { if (at < last) soon(); else stop(); }
  }
  function toggle() { if (timer === null) start(); else stop(); }
  function by(step) { stop(); show(step); }

  async function copy(button) {
    const text = button.dataset.copy;
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // A page that did not come over HTTPS has no clipboard of its own: select the line, and copy the selection.
      getSelection().selectAllChildren(button.previousElementSibling);
      if (!document.execCommand("copy")) return;
    }
    button.textContent = announce.textContent = replay.dataset.copied;
  }

  document.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    const step = event.target.closest("a[data-step]");
    if (step) { event.preventDefault(); by(Number(step.dataset.step)); }
    if (event.target.closest("[data-autoplay]")) toggle();
    const button = event.target.closest("[data-copy]");
    if (button) copy(button);
  });
  place.addEventListener("input", (event) => { if (event.target.name === "step") by(Number(event.target.value)); });
  place.addEventListener("change", (event) => { if (event.target.matches("[data-pace]") && timer !== null) soon(); });
  place.addEventListener("submit", (event) => { event.preventDefault(); by(Number(event.target.elements.step.value)); });
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest(TYPING)) return;
    const keys = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 1, End: last };
    if (event.key in keys) { event.preventDefault(); by(keys[event.key]); }
    if (event.key === " " && !event.target.closest("a, button")) { event.preventDefault(); toggle(); }
  });
  document.addEventListener("visibilitychange", () => { if (document.hidden && timer !== null) stop(); });
  seen(link(at));
  ready();
})();
