// The sound as its lowest and highest samples, from levels of which each has half as many as the one before.
import { Tiles } from "./tiles.js";

const coarsest = 13;
const ofTile = 2048;

export class Peaks {
  /** `arrived` is called when more is known. */
  constructor(arrived) {
    // 512 tiles of 4 KiB: the screen on some twenty zoom steps.
    this.tiles = new Tiles(512, (bytes) => new Int8Array(bytes.buffer), arrived);
  }

  /** The level at which a pixel of `step` milliseconds has one or two peaks. */
  static level(step) {
    return Math.max(0, Math.min(coarsest, Math.floor(Math.log2(Math.max(1, step)))));
  }

  /**
   * Lowest and highest sample of each of `count` columns of `step` milliseconds from `left`, in `into` by turns; where nothing is
   * known both are 0. A coarser level stands in for what is on its way.
   */
  columns(left, step, count, into) {
    const level = Peaks.level(step);
    const each = 2 ** level;
    const span = ofTile * each;
    into.fill(0, 0, 2 * count);
    const last = Math.floor((left + step * count) / span);
    for (let tile = Math.max(0, Math.floor(left / span)); tile <= last; tile++) {
      const from = Math.max(0, Math.floor((tile * span - left) / step));
      const to = Math.min(count, Math.ceil(((tile + 1) * span - left) / step));
      const peaks = this.tiles.take(`peaks/${level}/${tile}`);
      if (peaks) fill(peaks, tile * span, each, left, step, from, to, into);
      else this.#standIn(level, tile * span, left, step, from, to, into);
    }
  }

  #standIn(level, start, left, step, from, to, into) {
    for (let other = level + 1; other <= coarsest; other++) {
      const each = 2 ** other;
      const tile = Math.floor(start / (ofTile * each));
      const peaks = this.tiles.peek(`peaks/${other}/${tile}`);
      if (peaks) return fill(peaks, tile * ofTile * each, each, left, step, from, to, into);
    }
  }
}

function fill(peaks, start, each, left, step, from, to, into) {
  const count = peaks.length >> 1;
  for (let column = from; column < to; column++) {
    const time = left + column * step - start;
    let index = Math.max(0, Math.floor(time / each));
    const end = Math.min(count, Math.max(index + 1, Math.floor((time + step) / each)));
    let low = into[2 * column];
    let high = into[2 * column + 1];
    for (; index < end; index++) {
      if (peaks[2 * index] < low) low = peaks[2 * index];
      if (peaks[2 * index + 1] > high) high = peaks[2 * index + 1];
    }
    into[2 * column] = low;
    into[2 * column + 1] = high;
  }
}

/** How much louder the sound is drawn than it is, so that a soft recording is seen as well. */
let gain = 1;
const mostGain = 4;
const columns = new Int8Array(2 * 16384);

/** The loudest of all of the recording, drawn from 0 to `duration`, shall nearly fill its box. Gives whether that is news. */
export function fitLoudness(peaks, duration) {
  const count = 1000;
  peaks.columns(0, duration / count, count, columns);
  let loudest = 0;
  for (let index = 0; index < 2 * count; index++) loudest = Math.max(loudest, Math.abs(columns[index]));
  const fitting = loudest ? Math.min(mostGain, Math.max(1, 120 / loudest)) : 1;
  if (Math.abs(fitting - gain) < 0.05) return false;
  gain = fitting;
  return true;
}

/** Draws the sound from `left` on, `width` milliseconds, into the box; each column is a pixel of the screen. */
export function drawSound(surface, peaks, left, width, top, height, color) {
  const { pen, ratio } = surface;
  const count = Math.min(columns.length / 2, surface.canvas.width);
  if (!count || !(width > 0)) return;
  peaks.columns(left, width / count, count, columns);
  const middle = (top + height / 2) * ratio;
  const scale = (height / 2 / 127) * ratio * gain;
  pen.save();
  pen.setTransform(1, 0, 0, 1, 0, 0);
  pen.fillStyle = color;
  for (let column = 0; column < count; column++) {
    const [low, high] = [columns[2 * column], columns[2 * column + 1]];
    pen.fillRect(column, middle - high * scale, 1, Math.max(ratio, (high - low) * scale));
  }
  pen.restore();
}
