"use strict";
(() => {
  const part = (id) => document.getElementById(id);
  const sections = [...document.querySelectorAll("main section")];
  const entries = new Map([...document.querySelectorAll("nav li")].map((li) => [li.querySelector("a").hash.slice(1), li]));

  // Without the rules or examples a section still has its summary.
  for (const what of ["code", "examples"]) {
    part(what).onchange = () => document.body.classList.toggle("no-" + what, !part(what).checked);
  }

  // The texts are read once, when somebody looks for something.
  let texts = null;
  part("find").oninput = () => {
    texts ??= sections.map((section) => section.textContent.toLowerCase());
    const words = part("find").value.toLowerCase().split(/\s+/).filter(Boolean);
    sections.forEach((section, at) => {
      const is = words.every((word) => texts[at].includes(word));
      section.classList.toggle("hidden", !is);
      entries.get(section.id)?.classList.toggle("hidden", !is);
    });
  };

  // A link may lead into something folded or filtered out.
  const open = () => {
    const there = part(decodeURIComponent(location.hash.slice(1)));
    if (!there) return;
    for (let one = there; one; one = one.parentElement) {
      if (one.tagName === "DETAILS") one.open = true;
      one.classList.remove("hidden");
    }
    there.scrollIntoView();
  };
  window.addEventListener("hashchange", open);
  open();
})();
