"use strict";
// The clocks of a page run in it; the server says where they stood.
function runClocks(root, now) {
  for (const clock of root.querySelectorAll(".clock")) {
    const passed = "runs" in clock.dataset ? Math.max(0, now - clock.dataset.at) : 0;
    const delay = Math.max(0, clock.dataset.delay - passed);
    const left = Math.max(0, clock.dataset.reserve - Math.max(0, passed - clock.dataset.delay));
    const text = timeLeft(left);
    const html = delay > 0 ? `${text}<small>+${Math.ceil(delay / 1000)}</small>` : text;
    if (clock.dataset.shown !== html) { clock.innerHTML = html; clock.dataset.shown = html; }
  }
}
function timeLeft(ms) {
  const all = Math.ceil(ms / 1000), hours = Math.floor(all / 3600), minutes = Math.floor(all / 60) % 60;
  const two = (number) => String(number).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(all % 60)}` : `${minutes}:${two(all % 60)}`;
}
