// The picture of the sound with its rows: what moves seldom on one canvas, what moves always on another above it.
import { Surface } from "./canvas.js";
import { clock } from "./clock.js";
import { onceAFrame } from "./dom.js";
import { drawSound } from "./peaks.js";
import { stateOf } from "./state.js";
import { texture, theme } from "./theme.js";

const labels = 22;
const ruler = 18;
/** Rows that are narrower have no label, and those that are much narrower no edges. */
const [narrow, hairline] = [18, 5];

export class Waveform {
  /** Which moment a boundary that is dragged would get, what is pointed at: `{time, snapped, row, kind}`. */
  drag = null;

  constructor(store, view, player, peaks, [picture, overlay]) {
    Object.assign(this, { store, view, player, peaks });
    this.draw = onceAFrame(() => this.#draw());
    this.drawOver = onceAFrame(() => this.#drawOver());
    this.picture = new Surface(picture, () => this.#draw());
    this.overlay = new Surface(overlay, () => this.#drawOver());
    view.on("change", () => {
      this.draw();
      this.drawOver();
    });
    for (const what of ["rows", "selection"]) store.on(what, this.draw);
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
    const { picture, view } = this;
    if (!view.duration || !picture.width) return;
    const pen = picture.begin();
    const [first, last] = this.seen();
    this.#bands(pen, first, last);
    drawSound(picture, this.peaks, view.left, view.width, labels, picture.height - labels - ruler, theme.wave);
    this.#edges(pen, first, last);
    this.#labels(pen, first, last);
    this.#ruler(pen);
  }

  #bands(pen, first, last) {
    const height = this.picture.height - ruler;
    let drawn = -1;
    for (let index = first; index < last; index++) {
      const row = this.store.rows[index];
      const [from, to] = [Math.max(-2, this.x(row.start)), Math.min(this.picture.width + 2, this.x(row.end))];
      // Thousands of rows on one screen: one a pixel is enough.
      if (to < drawn + 0.5 && row !== this.store.selected) continue;
      drawn = Math.max(drawn, to);
      const width = Math.max(1, to - from);
      const state = stateOf(row);
      const isSelected = row === this.store.selected;
      pen.globalAlpha = isSelected ? 0.5 : 0.28;
      pen.fillStyle = theme[state];
      pen.fillRect(from, 0, width, height);
      pen.globalAlpha = 0.4;
      const kind = this.#texture(row, state);
      if (kind && width > 3) {
        pen.fillStyle = texture(pen, kind, theme[this.store.disputed.has(row.id) ? "fault" : "ink"]);
        pen.fillRect(from, labels, width, height - labels);
      }
    }
    pen.globalAlpha = 1;
  }

  #texture(row, state) {
    if (this.store.disputed.has(row.id)) return "crossed";
    if (state === "skipped") return "dots";
    if (state === "confirmed") return null;
    return this.store.isDoubtful(row) ? "dense" : "sparse";
  }

  #edges(pen, first, last) {
    const height = this.picture.height - ruler;
    let drawn = -hairline;
    const line = (time, dashed) => {
      const x = Math.round(this.x(time));
      if (x < 0 || x > this.picture.width || x - drawn < hairline) return;
      // Many edges would hide the sound.
      pen.globalAlpha = Math.min(1, Math.max(0.25, (x - drawn) / 40));
      drawn = x;
      if (!dashed) return pen.fillRect(x, 0, 1, height);
      for (let y = labels; y < height; y += 7) pen.fillRect(x, y, 1, 4);
    };
    pen.fillStyle = theme.ink;
    for (let index = first; index < last; index++) {
      const row = this.store.rows[index];
      line(row.start, false);
      for (const join of row.joins) line(join, true);
      line(row.end, false);
    }
    pen.globalAlpha = 1;
    const selected = this.store.selected;
    if (!selected) return;
    // The selected row has a frame; its edges have handles to be taken hold of.
    pen.fillStyle = theme.selected;
    const [from, to] = [this.x(selected.start), this.x(selected.end)];
    pen.fillRect(from, 0, Math.max(2, to - from), 3);
    pen.fillRect(from, height - 3, Math.max(2, to - from), 3);
    for (const [x, edge] of [[from, "start"], [to, "end"]]) {
      const isActive = edge === this.edge;
      pen.fillRect(x - (isActive ? 1.5 : 0.5), 0, isActive ? 3 : 1, height);
      if (isActive) pen.fillRect(x - 5, height / 2 - 12, 10, 24);
    }
  }

  #labels(pen, first, last) {
    pen.textBaseline = "middle";
    pen.fillStyle = theme.ink;
    for (let index = first; index < last; index++) {
      const row = this.store.rows[index];
      const from = Math.max(0, this.x(row.start));
      const room = Math.min(this.picture.width, this.x(row.end)) - from - 8;
      if (room < narrow - 8) continue;
      pen.save();
      pen.beginPath();
      pen.rect(from, 0, room + 6, labels);
      pen.clip();
      pen.font = `12px ${theme.font}`;
      pen.direction = "ltr";
      pen.textAlign = "left";
      const sign = row.confirmed ? "✓ " : row.ayah === null && row.skip === null ? "? " : "";
      const label = row.skip ?? row.ayah ?? "";
      // The sign goes first where there is no room, then the surah; half a number would be another one.
      const text = [sign + label, label, label.replace(/^\d+:/, "")].find((one) => pen.measureText(one).width <= room);
      if (text) pen.fillText(text, from + 4, labels / 2 + 1);
      const taken = text ? pen.measureText(text).width + 10 : room;
      if (row.arabic && room - taken > 40) {
        pen.font = `13px ${theme.font}`;
        pen.direction = "rtl";
        pen.textAlign = "right";
        if (pen.measureText(row.arabic).width < room - taken) pen.fillText(row.arabic, from + room + 2, labels / 2 + 1);
      }
      pen.restore();
    }
  }

  #ruler(pen) {
    const { picture, view } = this;
    const top = picture.height - ruler;
    pen.fillStyle = theme.soft;
    pen.font = `11px ${theme.font}`;
    pen.textAlign = "left";
    pen.direction = "ltr";
    pen.textBaseline = "middle";
    const step = rulerStep((view.width / picture.width) * 90);
    const digits = step < 1000 ? 1 : 0;
    for (let time = Math.ceil(view.left / step) * step; time <= view.right; time += step) {
      const x = Math.round(this.x(time));
      pen.fillRect(x, top, 1, 5);
      pen.fillText(clock(time, digits), x + 4, top + ruler / 2 + 1);
    }
  }

  #drawOver() {
    const { overlay, drag } = this;
    if (!this.view.duration) return;
    const pen = overlay.begin();
    const height = overlay.height - ruler;
    const now = this.x(this.player.position);
    if (now >= -2 && now <= overlay.width + 2) {
      pen.fillStyle = theme.fault;
      pen.fillRect(now - 1, 0, 2, height);
      pen.beginPath();
      pen.moveTo(now - 6, 0);
      pen.lineTo(now + 6, 0);
      pen.lineTo(now, 9);
      pen.fill();
    }
    if (!drag) return;
    pen.fillStyle = theme.ink;
    for (let y = 0; y < height; y += 6) pen.fillRect(this.x(drag.time), y, 1, 3);
    const x = this.x(drag.snapped);
    pen.fillStyle = theme.selected;
    pen.fillRect(x - 1.5, 0, 3, height);
    const text = clock(drag.snapped);
    pen.font = `12px ${theme.font}`;
    const width = pen.measureText(text).width + 8;
    const side = x + width + 6 > overlay.width ? x - width - 4 : x + 4;
    pen.fillStyle = theme.page;
    pen.fillRect(side, labels + 2, width, 18);
    pen.fillStyle = theme.ink;
    pen.textBaseline = "middle";
    pen.fillText(text, side + 4, labels + 12);
  }
}

function rulerStep(least) {
  const steps = [100, 200, 500, 1000, 2000, 5000, 10000, 15000, 30000, 60000, 120000, 300000, 600000, 900000, 1800000, 3600000];
  return steps.find((step) => step >= least) ?? 7200000;
}
