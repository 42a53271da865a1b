// What sounds are made of, beneath the picture of the sound: 64 bands of frequencies, dark where there is nothing.
import { Surface } from "./canvas.js";
import { onceAFrame } from "./dom.js";
import { Tiles } from "./tiles.js";

const [bands, frames, span] = [64, 512, 5120];
/** A minute and a half across is eighteen tiles; with more than that nothing could be told apart. */
export const widest = 90000;

export class Spectrogram {
  constructor(view, canvas, note) {
    Object.assign(this, { view, note });
    this.draw = onceAFrame(() => this.#draw());
    this.tiles = new Tiles(48, (bytes) => picture(bytes), this.draw);
    this.surface = new Surface(canvas, () => this.#draw());
    view.on("change", this.draw);
  }

  #draw() {
    const { surface, view } = this;
    if (!surface.width || !view.duration) return;
    const pen = surface.begin();
    const isTooWide = view.width > widest;
    this.note.hidden = !isTooWide;
    if (isTooWide) return;
    const scale = surface.width / view.width;
    for (let tile = Math.floor(view.left / span); tile * span < view.right; tile++) {
      const drawn = this.tiles.take(`spectrogram/${tile}`);
      if (!drawn) continue;
      pen.drawImage(drawn, (tile * span - view.left) * scale, 0, drawn.width * 10 * scale, surface.height);
    }
  }
}

/** Loudness as colour: black, blue, orange, white, which printed in grey is in the same order. */
const colors = (() => {
  const stops = [[0, 0, 0], [34, 24, 90], [150, 40, 110], [240, 130, 40], [255, 250, 210]];
  const made = new Uint32Array(256);
  for (let value = 0; value < 256; value++) {
    const place = (value / 255) * (stops.length - 1);
    const index = Math.min(stops.length - 2, Math.floor(place));
    const [r, g, b] = stops[index].map((from, part) => Math.round(from + (stops[index + 1][part] - from) * (place - index)));
    made[value] = (255 << 24) | (b << 16) | (g << 8) | r;
  }
  return made;
})();

function picture(bytes) {
  const count = Math.max(1, Math.min(frames, Math.floor(bytes.length / bands)));
  const canvas = new OffscreenCanvas(count, bands);
  const pen = canvas.getContext("2d");
  const image = pen.createImageData(count, bands);
  const pixels = new Uint32Array(image.data.buffer);
  for (let frame = 0; frame < count; frame++) {
    for (let band = 0; band < bands; band++) {
      pixels[(bands - 1 - band) * count + frame] = colors[bytes[frame * bands + band] ?? 0];
    }
  }
  pen.putImageData(image, 0, 0);
  return canvas;
}
