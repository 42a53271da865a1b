// The picture of the sound with its rows: what moves seldom on one canvas, what moves always on another above it.
import { Layer, Surface } from "./canvas.js";
import { clock } from "./clock.js";
import { digits, isBasmalah, label } from "./describe.js";
import { onceAFrame } from "./dom.js";
import { drawSound } from "./peaks.js";
import { theme } from "./theme.js";

const labels = 22;
const ruler = 18;
/** Rows that are narrower have no label, and those that are much narrower no edges. */
const [narrow, hairline] = [18, 5];

export class Waveform {
  /** Which moment a boundary that is dragged would get, what is pointed at: `{time, snapped, row, kind}`. */
  drag = null;
  /** The boundary of the selected row that a finger may move: `start`, `end` or null. */
  armed = null;

  constructor(store, view, player, peaks, [picture, overlay]) {
    Object.assign(this, { store, view, player, peaks });
    this.draw = onceAFrame(() => this.#draw());
    this.drawOver = onceAFrame(() => this.#drawOver());
    this.picture = new Surface(picture, () => this.#draw());
    this.overlay = new Surface(overlay, () => this.#drawOver());
    this.sound = new Layer();
    this.played = new Layer();
    view.on("change", () => {
      this.draw();
      this.drawOver();
    });
    for (const what of ["rows", "selection", "language"]) store.on(what, this.draw);
    store.on("selection", () => (this.armed = null));
    player.on("time", this.drawOver);
  }

  x(time) {
    return ((time - this.view.left) / this.view.width) * this.picture.width;
  }

  time(x) {
    return this.view.left + (x / this.picture.width) * this.view.width;
  }

  /** The rows that are seen, by their places in the list; the first may reach in from the left. */
  seen() {
    const { store, view } = this;
    const last = store.indexAfter(view.right);
    let first = store.indexAfter(view.left);
    for (let back = 0; first > 0 && back < 4; back++) first--;
    return [first, last];
  }

  #draw() {
    const { picture, view, sound } = this;
    if (!view.duration || !picture.width) return;
    const pen = picture.begin();
    const [first, last] = this.seen();
    this.#selected(pen);
    sound.beginLike(picture);
    drawSound(sound, this.peaks, view.left, view.width, labels, picture.height - labels - ruler - 4, theme.wave);
    pen.drawImage(sound.canvas, 0, 0, picture.width, picture.height);
    this.isTinted = false;
    this.#edges(pen, first, last);
    this.#states(pen, first, last);
    this.#labels(pen, first, last);
    this.#ruler(pen);
    this.drawOver();
  }

  #selected(pen) {
    const { picture, store } = this;
    if (!store.selected) return;
    const [from, to] = [picture.snap(this.x(store.selected.start)), picture.snap(this.x(store.selected.end))];
    pen.fillStyle = theme["accent-wash"];
    pen.fillRect(from, 0, Math.max(1, to - from), picture.height - ruler);
  }

  #edges(pen, first, last) {
    const { picture } = this;
    const height = picture.height - ruler;
    const thin = picture.thick(1);
    let drawn = -hairline;
    const line = (time, dashed) => {
      const x = picture.snap(this.x(time));
      if (x < 0 || x > picture.width || x - drawn < hairline) return;
      // Many edges would hide the sound.
      pen.globalAlpha = Math.min(1, Math.max(0.25, (x - drawn) / 40));
      drawn = x;
      if (!dashed) return pen.fillRect(x, 0, thin, height);
      for (let y = labels; y < height; y += 7) pen.fillRect(x, y, thin, 4);
    };
    for (let index = first; index < last; index++) {
      const row = this.store.rows[index];
      pen.fillStyle = theme.line;
      line(row.start, false);
      pen.fillStyle = theme.soft;
      for (const join of row.joins) line(join, true);
      pen.fillStyle = theme.line;
      line(row.end, false);
    }
    pen.globalAlpha = 1;
    const selected = this.store.selected;
    if (!selected) return;
    // The boundary that keys move is the stronger one; the one that a finger may move has a knob.
    pen.fillStyle = theme.accent;
    for (const edge of ["start", "end"]) {
      const isActive = edge === this.edge;
      const x = picture.snap(this.x(selected[edge]));
      const width = picture.thick(isActive ? 2 : 1);
      pen.fillRect(edge === "end" ? x - width : x, 0, width, height);
      if (this.armed !== edge) continue;
      pen.beginPath();
      pen.arc(x, height - 26, 14, 0, 7);
      pen.fill();
    }
  }

  /** A line of colour: right, or doubtful. Nothing is as nothing has been said yet. */
  #states(pen, first, last) {
    const { picture, store } = this;
    const bottom = picture.height - ruler;
    let drawn = -1;
    for (let index = first; index < last; index++) {
      const row = store.rows[index];
      const isDoubtful = store.isDoubtful(row);
      if (!row.confirmed && !isDoubtful) continue;
      const [from, to] = [Math.max(-2, this.x(row.start)), Math.min(picture.width + 2, this.x(row.end))];
      // Thousands of rows on one screen: one a pixel is enough.
      if (to < drawn + 0.5 && !isDoubtful) continue;
      drawn = Math.max(drawn, to);
      const high = picture.thick(isDoubtful ? 4 : 3);
      pen.fillStyle = isDoubtful ? theme.doubt : theme.right;
      pen.fillRect(from + 1, bottom - high, Math.max(1, to - from - 2), high);
    }
  }

  #labels(pen, first, last) {
    pen.textBaseline = "middle";
    for (let index = first; index < last; index++) {
      const row = this.store.rows[index];
      const from = Math.max(0, this.x(row.start));
      const room = Math.min(this.picture.width, this.x(row.end)) - from - 8;
      if (room < narrow - 8) continue;
      const isSelected = row === this.store.selected;
      pen.font = `${isSelected ? "600 " : ""}12px ${theme.font}`;
      pen.direction = "ltr";
      pen.textAlign = "left";
      pen.fillStyle = isSelected ? theme.accent : theme.soft;
      const sign = row.confirmed ? "✓ " : "";
      const name = label(row);
      // The sign goes first where there is no room, then the surah; half a number would be another one.
      const short = row.ayah && !isBasmalah(row) ? digits(row.ayah.replace(/^\d+:/, "")) : name;
      const shown = [(isSelected ? "" : sign) + name, name, short].find((one) => pen.measureText(one).width <= room);
      if (shown) pen.fillText(shown, from + 6, labels / 2 + 1);
    }
  }

  #ruler(pen) {
    const { picture, view } = this;
    const top = picture.height - ruler;
    pen.font = `11px ${theme.font}`;
    pen.textAlign = "left";
    pen.direction = "ltr";
    pen.textBaseline = "middle";
    const step = rulerStep((view.width / picture.width) * 90);
    const places = step < 1000 ? 1 : 0;
    for (let time = Math.ceil(view.left / step) * step; time <= view.right; time += step) {
      const x = picture.snap(this.x(time));
      pen.fillStyle = theme.line;
      pen.fillRect(x, top, picture.thick(1), 6);
      pen.fillStyle = theme.soft;
      pen.fillText(digits(clock(time, places)), x + 4, top + ruler / 2 + 1);
    }
  }

  /** The sound in another colour, of which as much is shown as was played. */
  #tinted() {
    const { sound, played } = this;
    if (this.isTinted) return played;
    this.isTinted = true;
    const pen = played.beginLike(sound);
    pen.drawImage(sound.canvas, 0, 0, sound.width, sound.height);
    pen.globalCompositeOperation = "source-in";
    pen.fillStyle = theme["wave-played"];
    pen.fillRect(0, 0, sound.width, sound.height);
    pen.globalCompositeOperation = "source-over";
    return played;
  }

  #drawOver() {
    const { overlay, drag } = this;
    if (!this.view.duration) return;
    const pen = overlay.begin();
    const height = overlay.height - ruler;
    const now = this.x(this.player.position);
    const shown = overlay.snap(Math.min(overlay.width, now));
    if (shown > 0 && this.sound.width) {
      const { ratio, canvas } = this.#tinted();
      pen.drawImage(canvas, 0, 0, Math.max(1, shown * ratio), canvas.height, 0, 0, shown, overlay.height);
    }
    if (now >= -2 && now <= overlay.width + 2) {
      pen.fillStyle = theme.wrong;
      pen.fillRect(shown, 0, overlay.thick(1.5), height);
    }
    if (!drag) return;
    pen.fillStyle = theme.ink;
    for (let y = 0; y < height; y += 6) pen.fillRect(overlay.snap(this.x(drag.time)), y, overlay.thick(1), 3);
    const x = overlay.snap(this.x(drag.snapped));
    pen.fillStyle = theme.accent;
    pen.fillRect(x, 0, overlay.thick(2), height);
    const said = digits(clock(drag.snapped));
    pen.font = `12px ${theme.font}`;
    const width = pen.measureText(said).width + 12;
    const side = x + width + 6 > overlay.width ? x - width - 4 : x + 4;
    pen.fillRect(side, labels + 2, width, 20);
    pen.fillStyle = theme.sheet;
    pen.textBaseline = "middle";
    pen.direction = "ltr";
    pen.fillText(said, side + 6, labels + 13);
  }
}

function rulerStep(least) {
  const steps = [100, 200, 500, 1000, 2000, 5000, 10000, 15000, 30000, 60000, 120000, 300000, 600000, 900000, 1800000, 3600000];
  return steps.find((step) => step >= least) ?? 7200000;
}
