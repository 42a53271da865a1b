// What a mouse, a pen or fingers do on the picture of the sound. Keys do all of it, too: see keys.js. A finger that swipes moves no
// boundary: it has to be touched first.
import { getQuietest } from "./api.js";

/** How far a boundary may be away to be taken hold of, and how far one moves before it is a drag. */
const reach = { mouse: 6, pen: 10, touch: 22 };
const slack = 4;
export const snapWithin = 200;

export class Pointer {
  #down = new Map(); // pointers that are down, by id
  #held = null; // {kind, row, index}: the boundary that is dragged
  #start = null;
  #asked = null;
  /** The boundary beneath the finger, which may not be held. */
  #touched = null;

  constructor(target, { store, view, player, waveform, addMarker, setEdge }) {
    Object.assign(this, { target, store, view, player, waveform, addMarker, setEdge });
    target.addEventListener("pointerdown", (event) => this.#press(event));
    target.addEventListener("pointermove", (event) => this.#move(event));
    target.addEventListener("pointerup", (event) => this.#lift(event));
    target.addEventListener("pointercancel", (event) => this.#cancel(event.pointerId));
    target.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.#held) this.#cancel();
    });
    target.addEventListener("dblclick", (event) => this.addMarker(this.waveform.time(this.#x(event)), event.altKey));
    target.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
  }

  #x(event) {
    return event.clientX - this.target.getBoundingClientRect().left;
  }

  #wheel(event) {
    event.preventDefault();
    const unit = event.deltaMode === 1 ? 30 : event.deltaMode === 2 ? 300 : 1;
    const [across, down] = event.shiftKey ? [event.deltaX || event.deltaY, 0] : [event.deltaX, event.deltaY];
    if (Math.abs(across) > Math.abs(down)) {
      this.view.scroll(((across * unit) / this.waveform.picture.width) * this.view.width);
    } else {
      // Fingers on a pad, which browsers tell as a wheel with Control, make smaller steps.
      const speed = event.ctrlKey ? 0.01 : 0.002;
      this.view.zoom(Math.exp(Math.max(-300, Math.min(300, down * unit)) * speed), this.waveform.time(this.#x(event)));
    }
  }

  /** The boundary near `x`; those of the selected row come first. */
  boundaryAt(x, type) {
    const { waveform, store } = this;
    const [first, last] = waveform.seen();
    let best = null;
    const offer = (boundary, time, bonus) => {
      const distance = Math.abs(waveform.x(time) - x) - bonus;
      if (distance <= reach[type] && (!best || distance < best.distance)) best = { ...boundary, time, distance };
    };
    const rows = store.rows.slice(first, last);
    if (store.selected) rows.push(store.selected);
    const pixel = this.view.width / waveform.picture.width;
    for (const row of rows) {
      if (row.end - row.start < 6 * pixel) continue;
      const bonus = row === store.selected ? (type === "mouse" ? 2 : 12) : 0;
      offer({ kind: "start", row }, row.start, bonus);
      row.joins.forEach((join, index) => offer({ kind: "join", row, index }, join, 1));
      // Where another row begins, its start is the boundary of both, except for the selected one's own end.
      const after = store.rows[store.indexAfter(row.end - 1)];
      if (after?.start !== row.end || (row === store.selected && type !== "mouse")) {
        offer({ kind: "end", row }, row.end, bonus + 1);
      }
    }
    return best;
  }

  #press(event) {
    if (event.button !== 0) return;
    this.target.setPointerCapture(event.pointerId);
    this.#down.set(event.pointerId, event);
    if (this.#down.size === 2) return this.#beginPinch();
    const x = this.#x(event);
    this.#start = { x, left: this.view.left, isDrag: false };
    this.#touched = this.store.facts?.readOnly ? null : this.boundaryAt(x, event.pointerType);
    const isArmed = this.#touched && this.#touched.row === this.store.selected && this.#touched.kind === this.waveform.armed;
    this.#held = event.pointerType === "mouse" || isArmed ? this.#touched : null;
  }

  #beginPinch() {
    this.#held = null;
    this.waveform.drag = null;
    const [one, other] = [...this.#down.values()].map((event) => this.#x(event));
    this.#start = { isPinch: true, one: this.waveform.time(one), other: this.waveform.time(other) };
  }

  #move(event) {
    if (!this.#down.has(event.pointerId)) {
      this.target.style.cursor = this.boundaryAt(this.#x(event), event.pointerType) ? "ew-resize" : "";
      return;
    }
    this.#down.set(event.pointerId, event);
    if (!this.#start) return;
    if (this.#start.isPinch) return this.#pinch();
    const x = this.#x(event);
    if (!this.#start.isDrag && Math.abs(x - this.#start.x) < slack) return;
    this.#start.isDrag = true;
    if (this.#held) return this.#preview(this.waveform.time(x), event.altKey);
    const by = ((this.#start.x - x) / this.waveform.picture.width) * this.view.width;
    this.view.scroll(this.#start.left + by - this.view.left);
  }

  /** What lay under each finger stays under it. */
  #pinch() {
    if (this.#down.size < 2) return;
    const [a, b] = [...this.#down.values()].map((event) => this.#x(event));
    const { one, other } = this.#start;
    if (Math.abs(a - b) < 10) return;
    const width = ((other - one) / (b - a)) * this.waveform.picture.width;
    if (width <= 0) return;
    const left = one - (a / this.waveform.picture.width) * width;
    this.view.show(left, left + width);
  }

  /** Shows where the boundary would come to lie. */
  #preview(time, isFree) {
    const { waveform } = this;
    time = Math.min(this.view.duration, Math.max(0, time));
    waveform.drag = { time, snapped: isFree ? time : (waveform.drag?.snapped ?? time), isFree };
    waveform.drawOver();
    if (!isFree) this.#askQuietest(time);
  }

  // One question at a time; the latest place is asked for when the answer to the one before is here.
  async #askQuietest(time) {
    const isAsking = this.#asked !== null;
    this.#asked = time;
    if (isAsking) return;
    while (this.#asked !== null) {
      const near = this.#asked;
      try {
        const quietest = await getQuietest(near, snapWithin);
        if (this.waveform.drag && !this.waveform.drag.isFree) {
          this.waveform.drag.snapped = quietest;
          this.waveform.drawOver();
        }
      } catch {
        // Then the line stays under the pointer until the edit itself is refused.
      }
      if (this.#asked === near) this.#asked = null;
    }
  }

  async #lift(event) {
    this.#down.delete(event.pointerId);
    const [start, held] = [this.#start, this.#held];
    if (!start || (start.isPinch && this.#down.size)) return;
    this.#start = this.#held = null;
    if (start.isPinch) return;
    const x = this.#x(event);
    if (!start.isDrag) return event.pointerType !== "mouse" && this.#arm() ? undefined : this.#click(this.waveform.time(x));
    if (!held) return;
    const { waveform } = this;
    const to = Math.round(Math.min(this.view.duration, Math.max(0, waveform.time(x))));
    await this.drop(held, to, event.altKey);
    waveform.drag = null;
    waveform.drawOver();
  }

  /** Puts a boundary at `to`, or at the quietest moment near it. */
  async drop(held, to, isFree) {
    const { store } = this;
    const snap = isFree ? {} : { snap: snapWithin };
    if (held.kind === "join") {
      // Edits of joins don't snap by themselves.
      const time = isFree ? to : await getQuietest(to, snapWithin).catch(() => to);
      return store.edit("moveJoin", { row: held.row.id, index: held.index, to: time });
    }
    return store.edit(held.kind === "start" ? "moveStart" : "moveEnd", { row: held.row.id, to, ...snap });
  }

  /** A touch selects a boundary of the selected row; gives whether there was one. */
  #arm() {
    const { store, waveform } = this;
    const touched = this.#touched;
    if (!touched || touched.kind === "join" || touched.row !== store.selected) return false;
    this.setEdge(touched.kind);
    waveform.armed = touched.kind;
    waveform.draw();
    return true;
  }

  #click(time) {
    const { store, player } = this;
    this.target.focus({ preventScroll: true });
    const row = store.rowAt(time);
    if (row && row !== store.selected) store.select(row.id, "wave");
    player.seek(Math.min(this.view.duration, Math.max(0, time)));
  }

  #cancel(id) {
    if (id === undefined) this.#down.clear();
    else this.#down.delete(id);
    this.#start = this.#held = null;
    this.waveform.drag = null;
    this.waveform.drawOver();
  }
}
