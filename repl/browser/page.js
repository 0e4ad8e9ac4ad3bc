"use strict";
// What this page has of the dialogue, the moment of the game and the question that it shows, and the choices that are
// open.
let until = 0, moment = -1, question = "", items = [], busy = false, left = false;
// The board as it was sent last, and how much it is enlarged.
let drawn = "", zoom = 1;
// The choices as they were sent last.
let listed = "";
// Whether this page is one of a player's own, and whether that player decides.
let plays = false, decides = false;
// How long a page in the background waits before it asks for news, in milliseconds.
const SELDOM = 15000, NEVER = 2 ** 31 - 1;
const typed = [];
let place = 0, begun = "";
const at = id => document.getElementById(id);
const line = at("line"), list = at("completions");

// The columns of the dialogue: the width of a letter is measured.
function columns() {
  const sample = document.createElement("span");
  sample.textContent = "m".repeat(50);
  at("said").append(sample);
  const wide = sample.getBoundingClientRect().width / 50;
  sample.remove();
  return Math.floor((at("said").clientWidth - 12) / wide) || 80;
}

async function ask(what, text, signal) {
  const body = [until, columns(), moment, question].join(" ") + "\n" + text;
  const answer = await fetch(what, { method: "POST", body, signal });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.status === 204 ? null : answer.json();
}

function element(name, html, kind) {
  const made = document.createElement(name);
  if (kind) made.className = kind;
  made.innerHTML = html;
  return made;
}

function plain(text) {
  const made = document.createElement("span");
  made.textContent = text;
  return made.innerHTML;
}

// The line is not disabled while it waits: a reader of screens would lose its place.
function wait(on) {
  busy = on;
  line.readOnly = on || left;
  document.body.classList.toggle("busy", on);
}

// The line for commands has the cursor, but on a touch screen that would hide the board behind a keyboard.
function typeOn() {
  if (matchMedia("(pointer: fine)").matches) line.focus({ preventScroll: true });
}

async function say(text) {
  if (busy || left) return;
  closeCard();
  // Who has chosen with the keyboard goes on among the choices, who has typed goes on typing.
  const chosen = at("menu").contains(document.activeElement) && document.activeElement.matches(":focus-visible");
  text = text.replaceAll("\u00a0", " ");
  if (text.trim() && typed[typed.length - 1] !== text) typed.push(text);
  place = typed.length;
  wait(true);
  try {
    show(await ask("line", text));
  } catch (problem) {
    at("said").append(element("p", "The line was not carried out: " + plain(problem.message), "bad"));
  }
  wait(false);
  const first = chosen && at("menu").querySelector("button,input");
  if (first) first.focus(); else typeOn();
}

// A line that fits any width, or a row of a picture or table, which keeps its own.
function add(box, row) {
  if (row.hang === null) {
    const last = box.lastElementChild;
    const whole = last?.className === "whole" ? last : box.appendChild(element("div", "", "whole"));
    return whole.append(element("div", row.html));
  }
  const made = element("p", row.html);
  made.style.setProperty("--hang", row.hang + "ch");
  box.append(made);
}

function show(state) {
  const said = at("said");
  // What a page gets when it is loaded would take long to read aloud.
  said.ariaLive = state.afresh || moment < 0 ? "off" : "polite";
  if (state.afresh) said.replaceChildren();
  for (const row of state.said) add(said, row);
  until = state.until;
  moment = state.moment;
  question = state.question;
  if (state.said.length) said.scrollTop = said.scrollHeight;
  if (state.left) {
    left = true;
    line.readOnly = true;
    document.title = "Ended · Oriflamme";
    const ended = "The program has ended: this page shows no more. You can close it.";
    at("turn").textContent = at("prompt").textContent = ended;
    at("menu").replaceChildren();
    at("buttons").replaceChildren();
    return;
  }
  const panel = state.panel;
  document.body.classList.toggle("awaits", panel.awaited !== null);
  // A player who looks elsewhere sees from the title that the others have decided.
  const mine = panel.own !== null && panel.menu !== null;
  decides = mine;
  plays = panel.plays;
  document.title = (mine ? "● " : "") + panel.prompt + " · Oriflamme";
  const whose = panel.waits_for !== null ? `${panel.waits_for} decides now.` : mine ? "You decide now." : panel.prompt;
  if (at("turn").textContent !== whose) at("turn").textContent = whose;
  at("prompt").textContent = panel.prompt;
  at("own").textContent = panel.own ?? "";
  if (drawn !== panel.board) {
    drawn = at("board").innerHTML = panel.board;
    // Its letters without their places would be no use to a reader of screens; all that it does is among the choices.
    at("board").firstElementChild?.setAttribute("aria-hidden", "true");
    fit();
  }
  at("values").replaceChildren();
  for (const row of panel.values) add(at("values"), row);
  at("buttons").replaceChildren(...panel.buttons.map(one => button(plain(one.name), one.line, one.title)));
  showMenu(panel);
}

function button(html, text, title) {
  const made = element("button", html);
  made.type = "button";
  if (title) made.title = title;
  made.addEventListener("click", () => say(text));
  return made;
}

function showChoices(menu, takes) {
  let group = "";
  for (const item of items) {
    if (item.group && item.group !== group) menu.append(element("h3", item.group));
    group = item.group;
    const row = takes.parts === undefined ? choice(item, takes) : part(item);
    for (const [event, on] of [["mouseenter", true], ["mouseleave", false], ["focusin", true], ["focusout", false]])
      row.addEventListener(event, () => mark(item.things, "shown", on));
    menu.append(row);
  }
  if (takes.several || takes.parts !== undefined) {
    const done = element("button", "OK", "ok");
    done.type = "button";
    done.addEventListener("click", () => say(answer(takes)));
    menu.append(done);
  }
}

// A choice: it answers alone, or is one of several, or its name is typed with a count.
function choice(item, takes) {
  // A heading above has said what its group has in common.
  const own = item.group && item.note.startsWith(item.group) ? item.note.slice(item.group.length).trim() : item.note;
  const note = own ? `<span class="note">${own}</span>` : "";
  const made = element("button", `<span class="key">${plain(item.key)}</span>${item.text}${note}`);
  made.type = "button";
  item.button = made;
  item.choose = () => {
    if (takes.several && !item.all) return made.setAttribute("aria-pressed", made.getAttribute("aria-pressed") !== "true");
    if (takes !== "names") return say(item.key);
    line.value += (line.value.trim() ? ", " : "") + (item.things[0] ?? made.textContent) + " ";
    typeOn();
  };
  made.addEventListener("click", item.choose);
  return made;
}

// A part of a number: how much of it falls to a piece.
function part(item) {
  const made = element("label", `<input type="number" min="0" value="0"> ${item.text}<span class="note">${item.note}</span>`, "part");
  item.button = item.field = made.firstElementChild;
  item.choose = () => { item.field.value = +item.field.value + 1; };
  return made;
}

// What is typed for the choices made.
function answer(takes) {
  if (takes.parts !== undefined) return items.map(item => +item.field.value).join(" ");
  const chosen = items.filter(item => item.button.getAttribute("aria-pressed") === "true");
  return chosen.length ? chosen.map(item => item.key).join(", ") : "0";
}

function showMenu(panel) {
  const asked = JSON.stringify([panel.waits_for, panel.awaited, panel.bot, panel.decided, panel.menu]);
  // What is chosen but not yet said stays while another player looks something up.
  if (asked !== listed) listChoices(panel);
  listed = asked;
  for (const part of at("board").querySelectorAll(".may,.shown")) part.classList.remove("may", "shown");
  mark(items.flatMap(item => item.things), "may", true);
}

function listChoices(panel) {
  const menu = at("menu");
  menu.replaceChildren();
  items = panel.menu ? panel.menu.items : [];
  if (panel.waits_for !== null) {
    const where = panel.bot === null ? "at another page" : "a bot";
    menu.append(element("p", `<b>${plain(panel.waits_for)}</b> decides now, ${where}.`, "dim"));
  } else if (panel.awaited !== null) {
    menu.append(button("<b>" + plain(panel.awaited) + "</b>: continue", ""));
  } else if (panel.bot !== null) {
    menu.append(button(`<b>${plain(panel.bot)}</b>, a bot: next decision`, ""));
  } else if (panel.menu) {
    const advice = panel.menu.advice ? ` <span class="dim">(${panel.menu.advice})</span>` : "";
    menu.append(element("h2", panel.menu.heading + advice));
    showChoices(menu, panel.menu.takes);
    if (panel.menu.pass !== null) {
      const lost = panel.menu.given_up ? `<span class="note">${plain(panel.menu.given_up)}</span>` : "";
      menu.append(button(`<span class="key">0</span>${plain(panel.menu.pass)}${lost}`, "0"));
    }
    if (panel.menu.enter) menu.append(button(`<span class="key">Enter</span>as suggested`, ""));
  }
  if (panel.decided !== null) menu.append(element("p", plain(panel.decided), "dim"));
}

// The parts of the board with these names.
function parts(names) {
  const wanted = new Set(names);
  return [...at("board").querySelectorAll("[data-piece],[data-space]")].filter(one => wanted.has(nameOf(one)));
}

function nameOf(part) {
  return part.dataset.piece ?? part.dataset.space;
}

function mark(names, kind, on) {
  if (names.length) for (const part of parts(names)) part.classList.toggle(kind, on);
}

function closeCard() {
  at("card").hidden = true;
}

// A click on the board answers the open question, or shows what is possible with the unit or the place.
async function point(part) {
  if (busy || left) return;
  const name = nameOf(part);
  const meant = items.filter(item => !item.all && item.things.includes(name));
  for (const item of items) item.button?.classList.remove("found");
  if (meant.length === 1) return meant[0].choose();
  if (meant.length > 1) {
    for (const item of meant) item.button.classList.add("found");
    meant[0].button.scrollIntoView({ block: "nearest" });
    return meant[0].button.focus();
  }
  const isPiece = part.dataset.piece !== undefined;
  const commands = await ask("with", name);
  const card = at("card");
  card.replaceChildren(element("h2", plain(name)));
  for (const command of commands) card.append(button(plain(command), command));
  card.append(button(`<span class="note">${isPiece ? "what it is" : "look closer"}</span>`, (isPiece ? ":help " : ":board ") + name));
  card.hidden = false;
}

at("board").addEventListener("click", event => {
  // The click that ends a drag points at nothing.
  if (performance.now() - dragged < 100) return;
  const part = event.target.closest("[data-piece],[data-space]");
  if (part) point(part); else closeCard();
});

// The board fits its place, or is enlarged and dragged.
function fit() {
  const box = at("board"), svg = box.firstElementChild;
  if (!svg) return;
  const { width, height } = svg.viewBox.baseVal;
  svg.style.width = Math.floor(Math.min(box.clientWidth, 0.67 * innerHeight * width / height) * zoom) + "px";
}

// Enlarges the board; the point at this place of its window stays there.
function enlarge(more, x, y) {
  const box = at("board"), before = zoom;
  zoom = Math.min(8, Math.max(1, zoom * (more ? 1.2 : 1 / 1.2)));
  const left = (box.scrollLeft + x) * zoom / before - x, top = (box.scrollTop + y) * zoom / before - y;
  fit();
  box.scrollTo(left, top);
}

at("board").addEventListener("wheel", event => {
  // A board that is as small as it gets lets the page scroll; with Ctrl the browser enlarges the page.
  if (event.ctrlKey || event.deltaY > 0 && zoom === 1) return;
  event.preventDefault();
  const frame = at("board").getBoundingClientRect();
  enlarge(event.deltaY < 0, event.clientX - frame.left, event.clientY - frame.top);
}, { passive: false });

at("board").addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || !["+", "-"].includes(event.key)) return;
  event.preventDefault();
  enlarge(event.key === "+", at("board").clientWidth / 2, at("board").clientHeight / 2);
});

// The drag of the board, and when the last one ended.
let drag = null, dragged = -Infinity;
at("board").addEventListener("pointerdown", event => {
  if (event.pointerType === "mouse") drag = { x: event.clientX, y: event.clientY, moved: false };
});
window.addEventListener("pointermove", event => {
  if (!drag) return;
  const x = event.clientX - drag.x, y = event.clientY - drag.y;
  if (!drag.moved && Math.hypot(x, y) < 5) return;
  Object.assign(drag, { x: event.clientX, y: event.clientY, moved: true });
  at("board").classList.add("dragged");
  at("board").scrollBy(-x, -y);
});
window.addEventListener("pointerup", () => {
  at("board").classList.remove("dragged");
  if (drag?.moved) dragged = performance.now();
  drag = null;
});
window.addEventListener("resize", fit);
at("said").addEventListener("click", event => {
  const cite = event.target.closest(".cite");
  const number = cite && /§([\w.]+)/.exec(cite.textContent);
  if (number) say(":rule " + number[1]);
});
at("stop").addEventListener("click", () => fetch("stop", { method: "POST" }));

at("form").addEventListener("submit", event => {
  event.preventDefault();
  // What is typed while the game is busy stays in the line.
  if (busy || left) return;
  const text = line.value;
  line.value = "";
  hideList();
  say(text);
});

function hideList() {
  list.replaceChildren();
  describeList();
}

// Tells readers of screens whether there is a list, and which of its lines is chosen.
function describeList() {
  const now = list.querySelector(".now");
  list.hidden = list.children.length === 0;
  line.ariaExpanded = String(!list.hidden);
  for (const one of list.children) one.ariaSelected = String(one === now);
  if (now) line.setAttribute("aria-activedescendant", now.id); else line.removeAttribute("aria-activedescendant");
}

let asked = 0;
async function complete() {
  const number = ++asked, text = line.value;
  if (!text.trim()) return hideList();
  let found;
  try { found = await ask("complete", text); } catch { return; }
  if (number !== asked || line.value !== text) return;
  found = found.filter(one => one !== text);
  list.replaceChildren(...found.map((one, place) => {
    const made = element("li", plain(one));
    made.role = "option";
    made.id = "completion" + place;
    made.addEventListener("mousedown", event => { event.preventDefault(); take(one); });
    return made;
  }));
  describeList();
}

function take(text) {
  line.value = text + " ";
  complete();
}

function choose(step) {
  const all = [...list.children];
  const now = all.findIndex(one => one.classList.contains("now"));
  const next = (now + step + all.length) % all.length;
  all[now]?.classList.remove("now");
  all[now < 0 && step < 0 ? all.length - 1 : next].classList.add("now");
  list.querySelector(".now").scrollIntoView({ block: "nearest" });
  describeList();
}

line.addEventListener("input", complete);
line.addEventListener("blur", hideList);
line.addEventListener("keydown", event => {
  const now = list.querySelector(".now");
  if (event.key === "Tab" && !event.shiftKey && !list.hidden) {
    event.preventDefault();
    take((now ?? list.firstElementChild).textContent);
  } else if (event.key === "Enter" && now) {
    event.preventDefault();
    take(now.textContent);
  } else if (event.key === "Escape") {
    hideList();
  } else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
    const step = event.key === "ArrowUp" ? -1 : 1;
    event.preventDefault();
    if (!list.hidden) return choose(step);
    if (place === typed.length) begun = line.value;
    place = Math.min(Math.max(place + step, 0), typed.length);
    line.value = typed[place] ?? begun;
  }
});

// Another window or another player may have played meanwhile. "news" is answered once there is something new, or after a
// while; "state" at once.
async function refresh(what) {
  try {
    const had = until;
    const state = await ask(what, "", AbortSignal.timeout(60000));
    // A line that was sent meanwhile has brought these lines, and more.
    if (state && !busy && until === had) show(state);
    at("lost").hidden = true;
  } catch {
    at("lost").hidden = false;
  }
  return at("lost").hidden;
}

const pause = wait => new Promise(done => setTimeout(done, wait));

// Waits until the page is shown, at most so long.
const shown = wait => new Promise(done => {
  const end = () => { clearTimeout(timer); document.removeEventListener("visibilitychange", end); done(); };
  const timer = setTimeout(end, wait);
  document.addEventListener("visibilitychange", end);
});

async function listen() {
  while (!left) {
    const began = Date.now(), had = moment;
    if (busy) await pause(100);
    else if (document.hidden) {
      // A browser opens few connections at once: a page in the background leaves them to the others. It asks when it
      // is shown again, and now and then until its title says that its player decides.
      await shown(decides || !plays ? NEVER : SELDOM);
      if (!busy) await refresh("state");
    }
    else if (!await refresh("news")) await pause(2000);
    // Too many pages wait: this one asks again later.
    else if (moment === had && Date.now() - began < 2000) await pause(2000);
  }
}
refresh("state").then(listen);
