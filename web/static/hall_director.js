"use strict";
// The directors' page: answers are sent without leaving it; a new call may be heard, if the device wants that.
(() => {
  const { main, connection } = hall;
  const SOUND = "hall-sound", NOTICE = "hall-notice";
  const title = document.title;
  const calls = () => [...main.querySelectorAll("[data-call]")];
  let known = new Set(calls().map((one) => one.dataset.call)), voice = null;

  main.addEventListener("submit", async (event) => {
    const form = event.target, button = event.submitter;
    if (!("live" in form.dataset)) return;
    event.preventDefault();
    const data = new FormData(form);
    if (button) { data.set(button.name, button.value); button.disabled = true; }
    try {
      await sendForm(form, data);
      connection.ask();
    } catch { document.getElementById("offline").hidden = false; }
    if (button) button.disabled = false;
  });

  function wants(name) { return localStorage.getItem(name) === "on"; }
  function offer(id, name, chosen) {
    const label = document.getElementById(id), box = label.querySelector("input");
    label.hidden = false;
    box.checked = wants(name);
    box.addEventListener("change", async () => {
      if (box.checked && !(await chosen())) box.checked = false;
      localStorage.setItem(name, box.checked ? "on" : "off");
    });
  }
  // Browsers let a page sound only after it was touched: choosing the box is that, once for each visit.
  function awake() {
    voice ??= new AudioContext();
    return voice.resume().then(() => true, () => false);
  }
  offer("wants-sound", SOUND, async () => { const fine = await awake(); if (fine) ring(); return fine; });
  if (wants(SOUND)) addEventListener("pointerdown", awake, { once: true });
  if (window.isSecureContext && "Notification" in window) {
    offer("wants-notice", NOTICE, async () => (await Notification.requestPermission()) === "granted");
  }
  function ring() {
    if (voice?.state !== "running") return;
    [660, 880].forEach((pitch, at) => {
      const tone = voice.createOscillator(), loud = voice.createGain(), start = voice.currentTime + at * 0.22;
      tone.frequency.value = pitch;
      loud.gain.setValueAtTime(0.25, start);
      loud.gain.exponentialRampToValueAtTime(0.001, start + 0.2);
      tone.connect(loud).connect(voice.destination);
      tone.start(start);
      tone.stop(start + 0.2);
    });
  }

  function look() {
    const all = calls(), fresh = all.filter((one) => !known.has(one.dataset.call));
    known = new Set(all.map((one) => one.dataset.call));
    document.title = all.length ? `(${all.length}) ${title}` : title;
    if (!fresh.length) return;
    if (wants(SOUND)) ring();
    if (wants(NOTICE) && window.Notification?.permission === "granted") {
      for (const one of fresh) new Notification(one.dataset.tells, { tag: one.dataset.call });
    }
  }
  main.addEventListener("shown", look);
  look();
})();
