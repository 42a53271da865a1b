// Which ayah a row holds: the next one is offered, and Enter takes it.
import { isUnnamed } from "./state.js";
import { at, written } from "./dom.js";

export class Assign {
  constructor(store) {
    this.store = store;
    this.form = at("assign");
    this.input = at("ayah");
    this.offer = at("offer");
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.take(this.input.value.trim());
    });
    at("fill").addEventListener("click", () => this.fill());
    store.on("selection", (by) => {
      // What is being typed isn't lost because the row was changed elsewhere.
      if (by !== "change") this.input.value = "";
      this.#show();
    });
    store.on("facts", () => this.#show());
  }

  /** What Enter gives to the selected row; null when it has a name or nothing is offered. */
  get offered() {
    const { selected, facts } = this.store;
    return selected && isUnnamed(selected) ? (facts?.next ?? null) : null;
  }

  #show() {
    const { offered } = this;
    const { selected } = this.store;
    this.input.placeholder = offered ? offered.ayah : (selected?.ayah ?? "18:10");
    this.offer.replaceChildren();
    if (offered) {
      this.offer.append("Enter takes ", written(offered.label), " ");
      if (offered.arabic) this.offer.append(written(offered.arabic));
    }
    at("take").textContent = selected && isUnnamed(selected) ? "Take" : "Change";
  }

  /** Names the selected row, as typed or as offered, and goes on to the next without a name. */
  async take(typed = "") {
    const row = this.store.selected;
    const ayah = typed || this.offered?.ayah;
    if (!row) return;
    if (!ayah) return this.store.say("type which ayah it is, such as 18:10 or al-Kahf 10", true);
    if (!(await this.store.edit("hold", { row: row.id, ayah }))) return;
    this.input.value = "";
    if (isUnnamed(row)) this.#goOn(row);
  }

  /** Gives ayat in order to all without a name from the selected row on. */
  async fill() {
    const row = this.store.selected;
    if (!row) return this.store.say("choose the row to begin with", true);
    const typed = this.input.value.trim();
    if (await this.store.edit("assign", { row: row.id, ...(typed ? { ayah: typed } : {}) })) this.input.value = "";
  }

  #goOn(row) {
    const { store } = this;
    const next = store.rows.find((one) => one.start > row.start && isUnnamed(one));
    if (next) store.select(next.id, "edit");
  }
}
