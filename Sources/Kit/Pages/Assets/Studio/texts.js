// The texts of ayat, where the library has any: asked for when rows are seen, and kept.
import { getTexts } from "./api.js";

const atOnce = 60;

/** The text of an ayah by its name: `{text, language, direction}`, null where no text has it, undefined while it isn't known. */
export class Texts {
  #known = new Map();
  #wanted = new Set();
  #isAsking = false;

  /** `arrived` is called after more became known. */
  constructor(arrived) {
    this.arrived = arrived;
  }

  take(ayah) {
    const known = this.#known.get(ayah);
    if (known === undefined && !this.#wanted.has(ayah)) {
      this.#wanted.add(ayah);
      queueMicrotask(() => this.#ask());
    }
    return known;
  }

  async #ask() {
    if (this.#isAsking || !this.#wanted.size) return;
    this.#isAsking = true;
    const ayat = [...this.#wanted].slice(-atOnce);
    for (const ayah of ayat) this.#wanted.delete(ayah);
    try {
      const found = await getTexts(ayat);
      for (const ayah of ayat) this.#known.set(ayah, found[ayah] ?? null);
      this.arrived();
    } catch {
      // They are asked for again when they are drawn again.
    }
    this.#isAsking = false;
    this.#ask();
  }
}
