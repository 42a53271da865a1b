// The studio of one bundle: its parts, and what one has to tell the other.
import { makeActions } from "./actions.js";
import { Assign } from "./assign.js";
import { clock } from "./clock.js";
import { digits, label, nameOf, number, text } from "./describe.js";
import { at, written } from "./dom.js";
import { prepareFinish } from "./finish.js";
import { Hero } from "./hero.js";
import { Joins } from "./joins.js";
import { Keys } from "./keys.js";
import { Notices } from "./notices.js";
import { Overview } from "./overview.js";
import { Panel } from "./panel.js";
import { Peaks } from "./peaks.js";
import { fastest, Player, slowest } from "./player.js";
import { Pointer } from "./pointer.js";
import { preparePrinting } from "./printing.js";
import { Rows } from "./rows.js";
import { keep, kept } from "./session.js";
import { Spectrogram } from "./spectrogram.js";
import { Store } from "./state.js";
import { watchTheme } from "./theme.js";
import { View } from "./view.js";
import { Waveform } from "./waveform.js";

const store = new Store();
const view = new View();
const player = new Player(at("audio"));

const redraw = () => {
  waveform.draw();
  waveform.drawOver();
  overview.changed();
  joins.draw();
  spectrogram.draw();
};
watchTheme(redraw);

const peaks = new Peaks(() => redraw());
const waveform = new Waveform(store, view, player, peaks, [at("wave-picture"), at("wave-overlay")]);
const overview = new Overview(store, view, player, peaks, at("overview"));
overview.louder = () => waveform.draw();
const spectrogram = new Spectrogram(view, at("spectrogram-picture"), at("spectrogram-note"));
const rows = new Rows(store);
const assign = new Assign(store);
const joins = new Joins(store, player, peaks);
preparePrinting(store, rows.texts);

// MARK: Settings of this window

const settings = {
  edge: "start",
  /** What is played again and again: `row`, `edge` or nothing. */
  loop: null,
  listens: kept("listens", true),
  hasSpectrogram: kept("spectrogram", false),
  /** When the sound went on to another row, and from which: `{at, from}`. */
  followed: null,

  setEdge(edge) {
    this.edge = waveform.edge = edge;
    at("beginning").setAttribute("aria-pressed", edge === "start");
    at("ending").setAttribute("aria-pressed", edge === "end");
    store.tell("edge");
    waveform.draw();
  },

  setLoop(loop) {
    this.loop = loop;
    at("loop").setAttribute("aria-pressed", loop === "row");
    at("loop-edge").setAttribute("aria-pressed", loop === "edge");
  },

  /** What is played of a row: on and on, or the row again and again. */
  stretch(row) {
    return this.loop === "row" ? { from: row.start, to: row.end, again: true } : null;
  },

  setSpectrogram(isShown) {
    this.hasSpectrogram = isShown;
    keep("spectrogram", isShown);
    at("spectrogram").hidden = !isShown;
    at("spectrogram-toggle").setAttribute("aria-pressed", isShown);
    spectrogram.draw();
  },
};

new Hero(store, player, rows.texts);
new Panel(store, settings);
const actions = makeActions({ store, view, player, rows, assign, settings, showFinish: () => showFinish() });
const showFinish = prepareFinish(store, { rest: actions.showDoubtful, segment: actions.segment, reopen: actions.reopen });
rows.tryPlay = () => store.selected && actions.hearRow(store.selected);
new Keys(actions, store);
new Pointer(at("wave"), { store, view, player, waveform, addMarker: actions.addMarker, setEdge: (edge) => settings.setEdge(edge) });
const hear = (id) => {
  store.select(id);
  if (store.selected) actions.hearRow(store.selected);
};
new Notices(store, player, hear);

settings.setEdge("start");
settings.setSpectrogram(settings.hasSpectrogram);
at("listens").checked = settings.listens;
at("listens").addEventListener("change", (event) => keep("listens", (settings.listens = event.target.checked)));
for (let speed = slowest; speed <= fastest; speed += 0.25) at("speed").append(new Option("", speed));
at("speed").addEventListener("input", (event) => player.setSpeed(Number(event.target.value)));

// MARK: Buttons

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-act]");
  if (button) actions[button.dataset.act]({ isFree: event.altKey });
});
// A button that is pressed with the pointer doesn't take the focus, so that keys go on to mean what they meant.
document.addEventListener("mousedown", (event) => {
  if (event.target.closest("button[data-act]")) event.preventDefault();
});

// MARK: What one part tells the others

store.on("facts", () => {
  const { facts } = store;
  const { bundle } = facts;
  view.begin(facts.duration);
  at("rows").classList.toggle("hours", facts.duration >= 3600000);
  document.title = `${bundle.title || bundle.name} – Tilawa studio`;
  at("title").replaceChildren(written(bundle.title || bundle.name));
  const reciter = document.documentElement.dir === "rtl" ? (bundle.reciterArabic ?? bundle.reciter) : bundle.reciter;
  at("about").replaceChildren(
    ...[reciter, bundle.riwayah, bundle.passage, facts.readOnly ? text("studio.readOnlyShort") : null]
      .filter(Boolean).flatMap((said, index) => [index ? " · " : "", written(said)]));
  at("library").hidden = !facts.library;
  setAvailable("play", facts.sound?.there ?? true);
  setAvailable("undo", facts.undo !== null);
  setAvailable("redo", facts.redo !== null);
  if (facts.readOnly) {
    for (const act of edits) setAvailable(act, false);
    for (const id of ["ayah", "time", "note"]) at(id).readOnly = true;
    for (const id of ["take", "fill"]) at(id).setAttribute("aria-disabled", true);
  }
  at("wave").setAttribute("aria-valuemax", (facts.duration / 1000).toFixed(3));
});

/** How far the recording is checked, and what is worth hearing: by the predicate of the list. */
function showProgress() {
  const confirmed = store.rows.filter((row) => row.confirmed).length;
  const doubtful = store.rows.filter((row) => store.isDoubtful(row)).length;
  at("progress").hidden = !store.rows.length;
  at("checked-bar").max = Math.max(1, store.rows.length);
  at("checked-bar").value = confirmed;
  at("checked").textContent = text("studio.checked", { n: confirmed, all: number(store.rows.length) });
  at("left").textContent = doubtful ? text("studio.left", { n: doubtful }) : "";
  const isDone = store.rows.length > 0 && confirmed === store.rows.length;
  for (const act of ["confirm", "reject"]) setAvailable(act, store.rows.length > 0 && !store.facts?.readOnly);
  at("finish-open").className = isDone ? "go" : "plain";
}
for (const what of ["rows", "facts", "language"]) store.on(what, showProgress);

const edits = [
  "markAgain", "segment", "reopen", "marker", "confirmAll", "confirm", "reject", "unconfirm", "earlier", "later", "muchEarlier", "muchLater",
  "quietest", "here", "split", "join", "skip", "remove",
];

/** A button that can do nothing now can still be reached, and says why when it is pressed. */
function setAvailable(act, isAvailable) {
  for (const button of document.querySelectorAll(`[data-act=${act}]`)) button.setAttribute("aria-disabled", !isAvailable);
}

let hasBegun = false;
/** A longer recording begins with so much of it around the first row to hear. */
const [far, near] = [300000, 60000];
store.on("rows", () => {
  if (!hasBegun && !store.selected && store.rows.length) {
    store.select((store.firstToHear ?? store.rows[0]).id, "beginning");
    if (view.duration > far && kept("view", null) === null) view.show(store.selected.start - near * 0.1, store.selected.start + near * 0.9);
  }
  hasBegun = true;
  // What is heard again and again has the bounds that the row has now.
  const { stretch } = player;
  if (stretch?.again && settings.loop === "row" && store.selected) [stretch.from, stretch.to] = [store.selected.start, store.selected.end];
  document.body.dataset.ready = "true";
});

store.on("selection", (by) => {
  const row = store.selected;
  if (by !== "change" && by !== "heard") settings.setEdge("start");
  if (by !== "heard") settings.followed = null;
  if (!row) return;
  if (by !== "wave" && by !== "beginning" && by !== "heard") view.revealRow(row);
  // A decision says itself what is heard next.
  if (by === "change" || by === "heard" || by === "decision") return;
  const isHeard = player.position >= row.start && player.position < row.end;
  if (player.isPlaying && !isHeard && by !== "wave") actions.hearRow(row);
  else if (player.isPlaying && isHeard && settings.loop === "row") player.stretch = settings.stretch(row);
  else if (!player.isPlaying && by !== "wave" && !isHeard) player.seek(row.start);
});

/** The selection follows the sound that plays on, unless somebody is writing something of the row. */
player.on("time", () => {
  if (!player.isPlaying || player.stretch) return;
  const row = store.rowAt(player.position);
  if (!row || row === store.selected || document.activeElement?.closest("#assign, #time, #note, dialog")) return;
  settings.followed = { at: performance.now(), from: store.selected?.id };
  store.select(row.id, "heard");
});

store.on("peaks", () => {
  peaks.tiles.askAgain();
  redraw();
});
store.on("online", (isOnline) => {
  player.setAlone(!isOnline);
  if (!isOnline) return;
  peaks.tiles.askAgain();
  spectrogram.tiles.askAgain();
  redraw();
});

player.on("time", () => {
  const now = player.position;
  at("clock").textContent = digits(clock(now));
  if (player.isPlaying) view.reveal(now);
});
player.on("time", sayPosition());
player.on("state", () => {
  at("play-sign").textContent = player.isPlaying ? "❚❚" : "▶";
  at("play").setAttribute("aria-label", text(player.isPlaying ? "studio.pause" : "studio.play"));
  at("speed").value = player.speed;
});
player.tell("state");

// Everything is said anew in another language.
globalThis.tilawaLanguages.onChange(() => {
  for (const option of at("speed").options) option.textContent = `${number(Number(option.value))}×`;
  player.tell("state");
  player.tell("time");
  if (!store.facts) return;
  store.tell("facts");
  store.tell("language");
});

/** The slider tells where it is twice a second at most; more would only burden screen readers. */
function sayPosition() {
  let last = 0;
  return () => {
    if (player.isPlaying && performance.now() - last < 500) return;
    last = performance.now();
    const row = store.rowAt(player.position);
    at("wave").setAttribute("aria-valuenow", (player.position / 1000).toFixed(3));
    at("wave").setAttribute("aria-valuetext", digits(clock(player.position)) + (row ? `, ${row.ayah ? nameOf(row.ayah) : label(row)}` : ""));
  };
}

store.start();
