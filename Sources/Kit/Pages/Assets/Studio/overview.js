// The whole recording as a strip, with what the window shows; it can be dragged, and moved by keys.
import { Layer, Surface } from "./canvas.js";
import { clock } from "./clock.js";
import { onceAFrame } from "./dom.js";
import { drawSound, fitLoudness } from "./peaks.js";
import { theme } from "./theme.js";

export class Overview {
  constructor(store, view, player, peaks, canvas) {
    Object.assign(this, { store, view, player, peaks, canvas });
    this.draw = onceAFrame(() => this.#draw());
    this.surface = new Surface(canvas, () => this.changed());
    this.below = new Layer();
    view.on("change", this.draw);
    player.on("time", this.draw);
    for (const what of ["rows", "selection"]) store.on(what, () => this.changed());
    this.#listen();
  }

  /** Its sound or its rows are others: all of it is drawn anew. */
  changed() {
    this.isStale = true;
    this.draw();
  }

  #x(time) {
    return (time / this.view.duration) * this.surface.width;
  }

  #draw() {
    const { surface, view } = this;
    if (!view.duration || !surface.width) return;
    if (this.isStale) this.#drawBelow();
    this.isStale = false;
    const pen = surface.begin();
    pen.drawImage(this.below.canvas, 0, 0, surface.width, surface.height);
    const [from, to] = [this.#x(view.left), this.#x(view.right)];
    if (to - from < surface.width - 1) {
      pen.fillStyle = theme.accent;
      pen.globalAlpha = 0.1;
      pen.fillRect(from, 0, to - from, surface.height);
      pen.globalAlpha = 1;
      const [left, width, thick] = [surface.snap(from), surface.snap(Math.max(4, to - from)), surface.thick(1)];
      for (const box of [[left, 0, width, thick], [left, surface.height - thick, width, thick], [left, 0, thick, surface.height], [left + width - thick, 0, thick, surface.height]]) {
        pen.fillRect(...box);
      }
    }
    pen.fillStyle = theme.wrong;
    pen.fillRect(surface.snap(this.#x(this.player.position)), 0, surface.thick(1.5), surface.height);
    const text = `${clock(view.left, 0)}–${clock(view.right, 0)}`;
    if (this.said !== text) {
      this.said = text;
      this.canvas.setAttribute("aria-valuenow", String(Math.round(view.left / 1000)));
      this.canvas.setAttribute("aria-valuemax", String(Math.round(view.duration / 1000)));
      this.canvas.setAttribute("aria-valuetext", text);
    }
  }

  #drawBelow() {
    const { below, store, view } = this;
    const pen = below.beginLike(this.surface);
    if (fitLoudness(this.peaks, view.duration)) this.louder?.();
    drawSound(below, this.peaks, 0, view.duration, 0, below.height - 3, theme.wave);
    // Doubts above what is right: they are seen however many rows a pixel has.
    for (const isDoubt of [false, true]) {
      pen.fillStyle = isDoubt ? theme.doubt : theme.right;
      let drawn = -1;
      for (const row of store.rows) {
        if (isDoubt ? !store.isDoubtful(row) : !row.confirmed) continue;
        const [from, to] = [this.#x(row.start), this.#x(row.end)];
        if (to < drawn + 0.5) continue;
        drawn = to;
        pen.fillRect(from, below.height - (isDoubt ? 3 : 2), Math.max(isDoubt ? 2 : 0.5, to - from), isDoubt ? 3 : 2);
      }
    }
  }

  #listen() {
    const { canvas, view } = this;
    let grip = null; // from the window's left edge to the pointer
    canvas.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      const time = (event.offsetX / this.surface.width) * view.duration;
      // Beside the window: it comes to the pointer.
      if (time < view.left || time > view.right) view.scroll(time - view.left - view.width / 2);
      grip = time - view.left;
      canvas.setPointerCapture(event.pointerId);
      canvas.focus({ preventScroll: true });
    });
    canvas.addEventListener("pointermove", (event) => {
      if (grip === null) return;
      const time = (event.offsetX / this.surface.width) * view.duration;
      view.scroll(time - grip - view.left);
    });
    for (const end of ["pointerup", "pointercancel"]) canvas.addEventListener(end, () => (grip = null));
    canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      const time = (event.offsetX / this.surface.width) * view.duration;
      view.zoom(Math.exp(event.deltaY * 0.002), Math.min(view.right, Math.max(view.left, time)));
    }, { passive: false });
    canvas.addEventListener("keydown", (event) => {
      const steps = { ArrowLeft: -0.1, ArrowRight: 0.1, PageUp: -1, PageDown: 1, Home: -Infinity, End: Infinity };
      if (!(event.key in steps) || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      event.stopPropagation();
      const by = steps[event.key] * view.width;
      view.scroll(Number.isFinite(by) ? by : Math.sign(by) * view.duration);
    });
  }
}
