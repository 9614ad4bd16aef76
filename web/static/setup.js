"use strict";
(() => {
  // Parts of the page that follow the devices; they are put in only where they have changed.
  for (const one of document.querySelectorAll("[data-follow]")) follow(one);
  function follow(one) {
    const shown = {};
    const again = () => setTimeout(ask, Number(one.dataset.every));
    async function ask() {
      if (document.hidden) { again(); return; }
      try {
        const answer = await fetch(one.dataset.follow, { headers: { Accept: "application/json" } });
        if (answer.status === 403) { location.reload(); return; }
        if (answer.ok) for (const [name, html] of Object.entries((await answer.json()).parts)) put(name, html);
      } catch { /* The table is away for a moment: it is asked again. */ }
      again();
    }
    function put(name, html) {
      const part = one.querySelector(`[data-part="${name}"]`);
      if (!part || shown[name] === html) return;
      // Somebody is choosing something in there: not under their fingers.
      if (part.contains(document.activeElement) && document.activeElement.matches("select, input:not([type=hidden])")) return;
      shown[name] = html;
      const open = [...part.querySelectorAll("details")].map((details) => details.open);
      const focus = part.contains(document.activeElement) ? document.activeElement.textContent : null;
      part.innerHTML = html;
      part.querySelectorAll("details").forEach((details, at) => { if (at < open.length) details.open = open[at]; });
      if (focus !== null) [...part.querySelectorAll("a, button, summary")].find((button) => button.textContent === focus)?.focus();
    }
    again();
  }

  // The camera's picture: the next one is asked for when one has come.
  for (const picture of document.querySelectorAll("img[data-camera]")) {
    const source = picture.getAttribute("src");
    let number = 0;
    const next = (wait) => setTimeout(() => {
      if (document.hidden) next(500); else picture.src = `${source}?${++number}`;
    }, wait);
    picture.addEventListener("load", () => next(120));
    picture.addEventListener("error", () => next(2000));
    if (picture.complete) next(120);
  }

  // A camera that is just being opened is looked at again, unless somebody is choosing another one.
  const wait = document.querySelector("[data-reload]");
  const reload = () => setTimeout(() => { if (document.activeElement === document.body && !document.hidden) location.reload(); else reload(); }, Number(wait.dataset.reload));
  if (wait) reload();

  // The corners: dragged by finger or mouse, moved by the arrows, or typed; the fields have what counts.
  const drawing = document.querySelector("[data-corners]");
  if (!drawing) return;
  const wide = Number(drawing.dataset.wide), high = Number(drawing.dataset.high);
  const moved = document.getElementById("moved");
  const field = (name, axis) => document.querySelector(`input[name="${name}${axis}"]`);
  const place = (name) => [Number(field(name, "x").value), Number(field(name, "y").value)];
  function move(name, x, y) {
    field(name, "x").value = Math.round(Math.min(wide, Math.max(0, x)) * 10) / 10;
    field(name, "y").value = Math.round(Math.min(high, Math.max(0, y)) * 10) / 10;
    draw();
  }
  function draw() {
    for (const grip of drawing.querySelectorAll("[data-grip]")) grip.setAttribute("transform", `translate(${place(grip.dataset.grip).join(" ")})`);
    for (const shape of drawing.querySelectorAll("[data-half]")) shape.setAttribute("points", [0, 1, 2, 3].map((at) => place(shape.dataset.half + at).join(",")).join(" "));
  }
  function spot(event) {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(drawing.getScreenCTM().inverse());
    return [at.x, at.y];
  }
  for (const grip of drawing.querySelectorAll("[data-grip]")) {
    const name = grip.dataset.grip;
    let off = null;
    grip.addEventListener("pointerdown", (event) => {
      const [x, y] = place(name), [left, top] = spot(event);
      off = [x - left, y - top];
      grip.setPointerCapture(event.pointerId);
      grip.classList.add("held");
      grip.focus({ preventScroll: true });
      event.preventDefault();
    });
    grip.addEventListener("pointermove", (event) => {
      if (off === null) return;
      const [x, y] = spot(event);
      move(name, x + off[0], y + off[1]);
    });
    for (const end of ["pointerup", "pointercancel"]) grip.addEventListener(end, () => { off = null; grip.classList.remove("held"); });
    grip.addEventListener("keydown", (event) => {
      const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
      if (!way) return;
      const [x, y] = place(name), step = event.shiftKey ? 10 : 1;
      move(name, x + way[0] * step, y + way[1] * step);
      moved.textContent = place(name).join(" / ");
      event.preventDefault();
    });
  }
  document.querySelector(".numbers").addEventListener("input", draw);
})();
