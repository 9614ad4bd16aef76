// Digits to tap, for a touch screen without a keyboard: there the panel was opened as /#kiosk.
(() => {
  "use strict";
  if (location.hash === "#kiosk") sessionStorage.setItem("kiosk", "yes");
  if (sessionStorage.getItem("kiosk") !== "yes") return;
  const words = document.currentScript.dataset;
  const pad = document.createElement("div");
  let field = null;
  let isFresh = false;

  function key(text, about) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = text;
    button.setAttribute("aria-label", about);
    // The field keeps the focus, and a reader of the screen finds the keys all the same.
    button.tabIndex = -1;
    pad.append(button);
    return button;
  }

  function write(value) {
    const most = field.maxLength > 0 ? field.maxLength : 3;
    field.value = value.slice(0, most);
    isFresh = false;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }

  function follow(target) {
    // What is tapped next must not move under the finger: only another field takes the keys away.
    if (!target || !target.matches("input, textarea")) return;
    field = target.matches('input[inputmode="numeric"]') ? target : null;
    isFresh = field !== null && field.type !== "password";
    pad.hidden = field === null;
    document.body.classList.toggle("with-keypad", field !== null);
    if (field) field.scrollIntoView({ block: "center" });
  }

  pad.className = "keypad";
  pad.hidden = true;
  pad.setAttribute("role", "group");
  pad.setAttribute("aria-label", words.digits);
  for (const digit of "1234567890") key(digit, digit).addEventListener("click", () => write((isFresh ? "" : field.value) + digit));
  key("⌫", words.back).addEventListener("click", () => write(field.value.slice(0, -1)));
  pad.addEventListener("pointerdown", (event) => event.preventDefault());
  document.body.append(pad);
  document.addEventListener("focusin", (event) => follow(event.target));
  follow(document.activeElement);
})();
