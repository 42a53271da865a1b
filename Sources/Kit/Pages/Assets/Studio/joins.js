// A row that holds several ayat, as where surahs meet without a pause: its sound, and the places where one gives way to the next.
import { Surface } from "./canvas.js";
import { clock } from "./clock.js";
import { at, element, onceAFrame } from "./dom.js";
import { text } from "./describe.js";
import { drawSound } from "./peaks.js";
import { theme } from "./theme.js";

export class Joins {
  #handles = [];

  constructor(store, player, peaks) {
    Object.assign(this, { store, player, peaks });
    this.place = at("joins");
    this.handles = at("join-handles");
    this.draw = onceAFrame(() => this.#draw());
    this.surface = new Surface(at("joins-picture"), () => this.draw());
    store.on("selection", () => this.#show());
    store.on("rows", () => this.#show());
    player.on("time", () => {
      if (!this.place.hidden) this.draw();
    });
  }

  get row() {
    const row = this.store.selected;
    return row?.joins.length ? row : null;
  }

  #show() {
    const { row } = this;
    this.place.hidden = !row;
    if (!row) return;
    const focused = this.#handles.indexOf(document.activeElement);
    this.#handles = row.joins.map((join, index) => this.#handle(row, join, index));
    this.handles.replaceChildren(...this.#handles);
    this.#handles[focused]?.focus();
    this.draw();
  }

  #handle(row, join, index) {
    const handle = element("div", {
      class: "join-handle", role: "slider", tabindex: 0, "aria-label": text("studio.joinOf", { n: index + 1, all: row.joins.length }),
      "aria-valuemin": row.start, "aria-valuemax": row.end, "aria-valuenow": join, "aria-valuetext": clock(join),
    });
    this.#place(handle, row, join);
    handle.addEventListener("keydown", (event) => this.#key(event, index));
    handle.addEventListener("pointerdown", (event) => this.#drag(event, handle, row, index));
    return handle;
  }

  #place(handle, row, time) {
    handle.style.left = ((time - row.start) / Math.max(1, row.end - row.start)) * 100 + "%";
  }

  #key(event, index) {
    const steps = { ArrowLeft: -20, ArrowRight: 20, ArrowDown: -20, ArrowUp: 20, PageDown: -200, PageUp: 200 };
    if (event.ctrlKey || event.metaKey) return;
    if (event.key in steps) {
      const by = steps[event.key] * (event.shiftKey ? 10 : 1);
      this.#move(index, (row) => row.joins[index] + by);
    } else if (event.key === "Enter" || event.key === " ") {
      this.#hear(index);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  #move(index, to) {
    const { row } = this;
    return row && this.store.edit("moveJoin", { row: row.id, index, to: Math.round(to(row)) });
  }

  /** A second before, a second after. */
  #hear(index) {
    const time = this.row.joins[index];
    this.player.play(time - 1000, { from: time - 1000, to: time + 1000, again: false });
  }

  #drag(down, handle, row, index) {
    const box = this.handles.getBoundingClientRect();
    const time = (event) => {
      const part = Math.min(1, Math.max(0, (event.clientX - box.left) / box.width));
      return row.start + part * (row.end - row.start);
    };
    let isDrag = false;
    handle.setPointerCapture(down.pointerId);
    handle.onpointermove = (event) => {
      if (!isDrag && Math.abs(event.clientX - down.clientX) < 3) return;
      isDrag = true;
      this.#place(handle, row, time(event));
    };
    handle.onpointercancel = () => {
      handle.onpointermove = handle.onpointerup = null;
      this.#show();
    };
    handle.onpointerup = async (event) => {
      handle.onpointermove = handle.onpointerup = null;
      if (!isDrag) return this.#hear(index);
      await this.#move(index, () => time(event));
      this.#show();
    };
  }

  #draw() {
    const { row, surface } = this;
    if (!row || !surface.width) return;
    const pen = surface.begin();
    drawSound(surface, this.peaks, row.start, row.end - row.start, 0, surface.height, theme.wave);
    const x = ((this.player.position - row.start) / (row.end - row.start)) * surface.width;
    pen.fillStyle = theme.wrong;
    if (x >= 0 && x <= surface.width) pen.fillRect(x - 1, 0, 2, surface.height);
  }
}
