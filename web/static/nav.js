// On a small screen the pages' names are wider than it: the one of this page is brought into view.
(() => {
  "use strict";
  const nav = document.querySelector("header.bar nav"), here = nav?.querySelector("[aria-current]");
  if (here) nav.scrollLeft = here.offsetLeft - nav.offsetLeft - (nav.clientWidth - here.offsetWidth) / 2;
})();
