// Pieces of what the server computed of the sound: asked for when they are seen, a bounded number of them kept.
import { getTile } from "./api.js";

const atOnce = 3;
/** What waits longer than this many others has been scrolled away. */
const waiting = 16;

export class Tiles {
  #made = new Map(); // path -> what was made of it; the one used last stands last
  #absent = new Map(); // path -> when it, or the rest of it, may be asked for again
  #queue = [];
  #running = new Set();

  /** Keeps `bound` tiles, each as `make` makes it of its bytes; `arrived` is called after one came. */
  constructor(bound, make, arrived) {
    [this.bound, this.make, this.arrived] = [bound, make, arrived];
  }

  /** What was made of that tile, if it is here. */
  peek(path) {
    const found = this.#made.get(path);
    if (found !== undefined) {
      this.#made.delete(path);
      this.#made.set(path, found);
    }
    return found;
  }

  /** What was made of that tile; asks for it when it isn't here. */
  take(path) {
    const found = this.peek(path);
    const again = this.#absent.get(path);
    if ((found !== undefined && again === undefined) || this.#running.has(path) || again > performance.now()) return found;
    const place = this.#queue.indexOf(path);
    if (place >= 0) this.#queue.splice(place, 1);
    this.#queue.push(path);
    if (this.#queue.length > waiting) this.#queue.shift();
    this.#work();
    return found;
  }

  /** More of the sound is known: what wasn't before may be asked for again. */
  askAgain() {
    for (const path of this.#absent.keys()) this.#absent.set(path, 0);
  }

  /** Everything is made anew, as when its colours change. */
  clear() {
    this.#made.clear();
  }

  async #work() {
    while (this.#running.size < atOnce && this.#queue.length) {
      const path = this.#queue.pop();
      this.#running.add(path);
      this.#load(path);
    }
  }

  async #load(path) {
    try {
      const got = await getTile(path);
      if (got?.bytes) {
        this.#made.set(path, this.make(got.bytes));
        while (this.#made.size > this.bound) this.#made.delete(this.#made.keys().next().value);
      }
      if (got?.isWhole) this.#absent.delete(path);
      else this.#absent.set(path, got ? performance.now() + 1000 : Infinity);
    } catch {
      this.#absent.set(path, performance.now() + 2000);
    }
    this.#running.delete(path);
    this.arrived();
    this.#work();
  }
}
