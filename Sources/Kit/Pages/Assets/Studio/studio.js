// The studio of one bundle: its parts, and what one has to tell the other.
import { makeActions } from "./actions.js";
import { Assign } from "./assign.js";
import { clock } from "./clock.js";
import { at, written } from "./dom.js";
import { Joins } from "./joins.js";
import { Keys } from "./keys.js";
import { Notices } from "./notices.js";
import { Overview } from "./overview.js";
import { Panel } from "./panel.js";
import { Peaks } from "./peaks.js";
import { Player } from "./player.js";
import { Pointer } from "./pointer.js";
import { preparePrinting } from "./printing.js";
import { Rows } from "./rows.js";
import { keep, kept } from "./session.js";
import { Spectrogram } from "./spectrogram.js";
import { Store } from "./state.js";
import { watchTheme } from "./theme.js";
import { View } from "./view.js";
import { Waveform } from "./waveform.js";
import { Words } from "./words.js";

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
const rows = new Rows(store, player);
const assign = new Assign(store);
const joins = new Joins(store, player, peaks);
new Words(store, player);
new Panel(store);
preparePrinting(store);

// MARK: Settings of this window

const settings = {
  edge: "start",
  loops: kept("loops", true),
  listens: kept("listens", true),
  hasSpectrogram: kept("spectrogram", false),

  setEdge(edge) {
    this.edge = waveform.edge = edge;
    at("edge").textContent = `Edge: ${edge}`;
    at("edge").setAttribute("aria-pressed", edge === "end");
    waveform.draw();
  },

  setLoops(loops) {
    this.loops = loops;
    keep("loops", loops);
    at("loop").setAttribute("aria-pressed", loops);
  },

  setSpectrogram(isShown) {
    this.hasSpectrogram = isShown;
    keep("spectrogram", isShown);
    at("spectrogram").hidden = !isShown;
    at("spectrogram-toggle").setAttribute("aria-pressed", isShown);
    spectrogram.draw();
  },
};

const actions = makeActions({ store, view, player, rows, assign, settings });
rows.tryPlay = () => store.selected && actions.hearRow(store.selected);
new Keys(actions);
new Pointer(at("wave"), { store, view, player, waveform, addMarker: actions.addMarker });
const hear = (id) => {
  store.select(id);
  if (store.selected) actions.hearRow(store.selected);
};
new Notices(store, player, hear);

settings.setEdge("start");
settings.setLoops(settings.loops);
settings.setSpectrogram(settings.hasSpectrogram);
at("listens").checked = settings.listens;
at("listens").addEventListener("change", (event) => keep("listens", (settings.listens = event.target.checked)));
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
  at("about").replaceChildren(
    ...[bundle.reciter, bundle.reciterArabic, bundle.riwayah, bundle.passage, facts.readOnly ? "only shown, not changed" : null]
      .filter(Boolean).flatMap((text, index) => [index ? " · " : "", written(text)]));
  at("left").textContent = facts.unconfirmed
    ? `${facts.left} worth hearing · ${facts.unconfirmed} not confirmed` : store.rows.length ? "all confirmed" : "";
  setAvailable("play", facts.sound?.there ?? true, facts.sound?.why);
  setAvailable("undo", facts.undo !== null, facts.undo ? `Undo: ${facts.undo}` : null);
  setAvailable("redo", facts.redo !== null, facts.redo ? `Redo: ${facts.redo}` : null);
  setAvailable("segment", facts.settled.segment, facts.settled.why);
  if (facts.readOnly) {
    for (const act of edits) setAvailable(act, false, "this studio only shows: it was started with --read-only");
    for (const id of ["ayah", "start", "end", "note"]) at(id).readOnly = true;
    for (const id of ["take", "fill"]) at(id).setAttribute("aria-disabled", true);
  }
  at("wave").setAttribute("aria-valuemax", (facts.duration / 1000).toFixed(3));
});

const edits = [
  "markAgain", "segment", "reopen", "marker", "confirmAll", "confirm", "reject", "unconfirm", "earlier", "later", "muchEarlier", "muchLater",
  "quietest", "here", "split", "join", "skip", "remove",
];

/** A button that can do nothing now can still be reached, and says why when it is pressed. */
function setAvailable(act, isAvailable, why) {
  for (const button of document.querySelectorAll(`[data-act=${act}]`)) {
    button.setAttribute("aria-disabled", !isAvailable);
    if (why) button.title = why;
  }
}

let hasBegun = false;
store.on("rows", () => {
  if (!hasBegun && !store.selected && store.firstToHear) store.select(store.firstToHear.id, "beginning");
  hasBegun = true;
  at("reopen").hidden = !store.rows.some((row) => row.kind === "segments");
  // What is heard again and again has the bounds that the row has now.
  const { stretch } = player;
  if (stretch?.again && store.selected) [stretch.from, stretch.to] = [store.selected.start, store.selected.end];
  document.body.dataset.ready = "true";
});

store.on("selection", (by) => {
  const row = store.selected;
  if (by !== "change") settings.setEdge("start");
  if (!row) return;
  if (by !== "wave" && by !== "beginning") view.revealRow(row);
  if (by === "change") return;
  const isHeard = player.position >= row.start && player.position < row.end;
  if (player.isPlaying && player.stretch) {
    if (isHeard) player.stretch = { from: row.start, to: row.end, again: settings.loops };
    else actions.hearRow(row);
  } else if (!player.isPlaying && by !== "wave" && !isHeard) {
    player.seek(row.start);
  }
});

store.on("peaks", () => {
  peaks.tiles.askAgain();
  redraw();
});
store.on("online", (isOnline) => {
  if (!isOnline) return;
  peaks.tiles.askAgain();
  spectrogram.tiles.askAgain();
  redraw();
});

player.on("time", () => {
  const now = player.position;
  at("clock").textContent = clock(now);
  if (player.isPlaying) view.reveal(now);
});
player.on("time", sayPosition());
player.on("state", () => {
  at("play").textContent = player.isPlaying ? "Stop" : "Play";
  at("speed").value = player.speed;
  at("speed-told").textContent = `${player.speed}×`;
});
player.tell("state");

/** The slider tells where it is twice a second at most; more would only burden screen readers. */
function sayPosition() {
  let last = 0;
  return () => {
    if (player.isPlaying && performance.now() - last < 500) return;
    last = performance.now();
    const row = store.rowAt(player.position);
    at("wave").setAttribute("aria-valuenow", (player.position / 1000).toFixed(3));
    at("wave").setAttribute("aria-valuetext", clock(player.position) + (row ? `, ${row.name ?? row.label}` : ""));
  };
}

store.start();
