// Which ayah a row holds: the next one is offered, what is typed is understood at once, and Enter takes it.
import { getAyah } from "./api.js";
import { digits, nameOf, text } from "./describe.js";
import { isUnnamed } from "./state.js";
import { at } from "./dom.js";

export class Assign {
  #asking = null;

  constructor(store) {
    this.store = store;
    this.form = at("assign");
    this.input = at("ayah");
    this.offer = at("offer");
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.take(this.input.value.trim());
    });
    this.input.addEventListener("input", () => this.#understand());
    at("fill").addEventListener("click", () => this.fill());
    store.on("selection", (by) => {
      // What is being typed isn't lost because the row was changed elsewhere.
      if (by !== "change") this.input.value = "";
      this.#show();
    });
    for (const what of ["facts", "language"]) store.on(what, () => this.#show());
  }

  /** What Enter gives to the selected row; null when it has a name or nothing is offered. */
  get offered() {
    const { selected, facts } = this.store;
    return selected && isUnnamed(selected) ? (facts?.next ?? null) : null;
  }

  #show() {
    const { offered, input } = this;
    const { selected } = this.store;
    input.placeholder = digits(offered ?? selected?.ayah ?? "18:10");
    at("take").textContent = text(selected && isUnnamed(selected) ? "studio.take" : "studio.change");
    if (!input.value.trim()) this.offer.textContent = offered ? text("studio.enterTakes", { ayah: nameOf(offered) }) : "";
  }

  /** Says what Enter would take now. */
  async #understand() {
    this.#asking?.abort();
    const typed = this.input.value.trim();
    if (!typed) return this.#show();
    this.#asking = new AbortController();
    try {
      const { ayah } = await getAyah(typed, this.#asking.signal);
      this.offer.textContent = ayah ? text("studio.enterNames", { ayah: nameOf(ayah) }) : text("studio.noSuchAyah");
    } catch {
      // Another letter was typed meanwhile, or the studio is gone, which is said elsewhere.
    }
  }

  /** Names the selected row, as typed or as offered, and goes on to the next without a name. */
  async take(typed = "") {
    const row = this.store.selected;
    const ayah = typed || this.offered;
    if (!row) return;
    if (!ayah) return this.store.say(text("studio.typeAyah"), true);
    const wasUnnamed = isUnnamed(row);
    if (!(await this.store.edit("hold", { row: row.id, ayah }))) return;
    this.#leave();
    if (wasUnnamed) this.#goOn(row);
  }

  /** Gives ayat in order to all without a name from the selected row on. */
  async fill() {
    const row = this.store.selected;
    if (!row) return this.store.say(text("studio.chooseFirst"), true);
    const typed = this.input.value.trim();
    if (await this.store.edit("assign", { row: row.id, ...(typed ? { ayah: typed } : {}) })) this.#leave();
  }

  /** Keys mean what they mean again, so that the next one may undo. */
  #leave() {
    this.input.value = "";
    if (this.form.contains(document.activeElement)) at("rows").focus();
    this.#show();
  }

  #goOn(row) {
    const { store } = this;
    const next = store.rows.find((one) => one.start > row.start && isUnnamed(one));
    if (next) store.select(next.id, "edit");
  }
}
