"use strict";
// What happens at the table, spoken by a voice of the device itself: nothing is sent anywhere, and nothing said twice.
(() => {
  const { lang } = document.documentElement;
  const main = document.getElementById("main");
  const speech = window.speechSynthesis;
  if (!speech) { missing(); return; }

  let match = main.dataset.match ?? "", last = Number(main.dataset.heard ?? 0);
  document.addEventListener("told", ({ detail }) => {
    if (!detail) return;
    // Another match is gone back to, or has begun: what was said in it before is past.
    if (detail.match !== match) { match = detail.match; last = detail.last; return; }
    for (const { seq, text } of detail.said) if (seq > last) speak(text);
    last = Math.max(last, detail.last);
  });

  function speak(text) {
    const voice = own();
    if (!voice) return;
    const saying = new SpeechSynthesisUtterance(text);
    saying.lang = voice.lang;
    saying.voice = voice;
    speech.speak(saying);
  }
  // Voices that are computed elsewhere would send what is said to a stranger.
  function own() {
    return speech.getVoices().find((one) => one.localService && one.lang.toLowerCase().split(/[-_]/)[0] === lang);
  }
  function missing() {
    const told = document.getElementById("no-voice");
    if (told) told.hidden = Boolean(speech && own());
  }
  missing();
  speech.addEventListener?.("voiceschanged", missing);
})();
