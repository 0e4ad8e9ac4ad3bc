"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const part = (id) => document.getElementById(id);
  const lines = [...document.querySelectorAll("#report li")];
  const slider = part("step");
  const last = data.positions.length - 1;
  let step = 0;
  slider.max = last;

  // The lines of a text, from runs of their numbers: "0-311 4130".
  const text = (runs) => runs.split(" ").filter(Boolean).map((run) => {
    const [first, end] = run.split("-").map(Number);
    return data.lines.slice(first, (end ?? first) + 1).join("\n");
  }).join("\n");

  const show = (to, scroll) => {
    step = Math.max(0, Math.min(last, to));
    const position = data.positions[step];
    slider.value = step;
    part("place").textContent = position.place;
    part("board").innerHTML = text(position.board);
    part("values").innerHTML = text(position.values);
    let now = null;
    for (const line of lines) {
      const is = Number(line.dataset.step) === step;
      line.classList.toggle("now", is);
      if (is) now = line;
    }
    // In a narrow window the report is below the board, which must stay in view.
    if (scroll && now && getComputedStyle(document.body).display === "flex") now.scrollIntoView({ block: "nearest" });
    history.replaceState(null, "", "#" + step);
  };

  part("first").onclick = () => show(0, true);
  part("back").onclick = () => show(step - 1, true);
  part("next").onclick = () => show(step + 1, true);
  part("last").onclick = () => show(last, true);
  slider.oninput = () => show(Number(slider.value), true);
  part("board").onclick = () => part("board").classList.toggle("large");
  for (const line of lines) {
    line.onclick = (event) => {
      if (!event.target.closest("pre, a")) show(Number(line.dataset.step), false);
    };
  }
  for (const [name, at] of data.marks) {
    const button = document.createElement("button");
    button.textContent = name;
    button.onclick = () => show(at, true);
    part("marks").append(button);
  }
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target === slider) return;
    const to = { ArrowLeft: step - 1, ArrowRight: step + 1, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    show(to, true);
  });
  const asked = () => Number(location.hash.slice(1) || "0");
  window.addEventListener("hashchange", () => { if (Number.isInteger(asked())) show(asked(), true); });
  show(Number.isInteger(asked()) ? asked() : 0, true);
})();
