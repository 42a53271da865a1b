// Which part of the recording the window shows.
import { Speaker } from "./dom.js";
import { keep, kept } from "./session.js";

const closest = 2000;

/** Tells: change. Times in milliseconds, not whole ones. */
export class View extends Speaker {
  left = 0;
  width = 60000;
  duration = 0;

  /** Takes the recording's length; what the window showed before is shown again. */
  begin(duration) {
    if (duration === this.duration) return;
    const isFirst = this.duration === 0;
    this.duration = duration;
    const shown = isFirst ? kept("view", null) : [this.left, this.width];
    this.#set(...(shown ?? [0, duration]));
  }

  #set(left, width) {
    const all = Math.max(1, this.duration);
    width = Math.min(all, Math.max(Math.min(closest, all), width));
    left = Math.min(all - width, Math.max(0, left));
    if (left === this.left && width === this.width) return;
    [this.left, this.width] = [left, width];
    this.tell("change");
    clearTimeout(this.keeping);
    this.keeping = setTimeout(() => keep("view", [Math.round(this.left), Math.round(this.width)]), 300);
  }

  get right() {
    return this.left + this.width;
  }

  /** Shows `factor` times as much, with `time` where it is. */
  zoom(factor, time) {
    const place = (time - this.left) / this.width;
    const width = Math.min(this.duration, Math.max(Math.min(closest, this.duration), this.width * factor));
    this.#set(time - place * width, width);
  }

  scroll(by) {
    this.#set(this.left + by, this.width);
  }

  /** Shows from `left` to `right`. */
  show(left, right) {
    this.#set(left, right - left);
  }

  showAll() {
    this.#set(0, this.duration);
  }

  /** Turns the page when `time` isn't on it. */
  reveal(time) {
    if (time < this.left || time > this.left + this.width * 0.97) this.#set(time - this.width * 0.08, this.width);
  }

  /** Shows a row: as near as it was, farther when it doesn't fit, nearer when it is hardly seen. */
  revealRow(row) {
    const length = row.end - row.start;
    if (length > this.width * 0.9 && row.start >= this.left && row.start < this.left + this.width * 0.8) return;
    if (row.start >= this.left && row.end <= this.right && length > this.width / 40) return;
    const width = length < this.width / 40 ? Math.max(closest, length * 6) : this.width;
    this.#set(row.start - width * 0.15, width);
  }
}
