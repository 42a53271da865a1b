// The selected row: what is known of it, and what can be done with it.
import { clock, milliseconds } from "./clock.js";
import { label, nameOf, percent, remarks, stateWords, text } from "./describe.js";
import { at, element } from "./dom.js";
import { remark } from "./rows.js";

export class Panel {
  constructor(store, settings) {
    Object.assign(this, { store, settings });
    store.on("selection", (by) => {
      // The same row under another name: fields in which somebody is typing stay as they are.
      if (by === "change" && store.selected) this.filled = this.key;
      this.#show();
    });
    for (const what of ["rows", "findings", "facts", "language", "edge"]) store.on(what, () => this.#show());
    at("note").addEventListener("change", ({ target }) => this.#edit("note", target, { text: target.value.trim() || null }));
    at("time").addEventListener("change", ({ target }) => this.#moveTo(target));
    for (const input of [at("note"), at("time")]) {
      input.addEventListener("keydown", (event) => {
        // As it was.
        if (event.key === "Escape") this.#fill(true);
        if (event.key === "Enter") at("rows").focus();
      });
    }
    this.#show();
  }

  /** What the fields are of. */
  get key() {
    return `${this.store.selected?.id} ${this.settings.edge}`;
  }

  async #edit(name, input, fields) {
    const row = this.store.selected;
    if (!row) return;
    // What couldn't be saved stays in its field, so that it isn't lost.
    const isMade = await this.store.edit(name, { row: row.id, ...fields });
    input.classList.toggle("unsaved", !isMade);
  }

  #moveTo(input) {
    const to = milliseconds(input.value);
    if (to === null) return this.store.say(text("studio.noTime", { text: input.value }), true);
    this.#edit(this.settings.edge === "start" ? "moveStart" : "moveEnd", input, { to });
  }

  #show() {
    const { store } = this;
    const row = store.selected;
    at("panel-body").hidden = !row;
    at("next").textContent = store.facts ? this.#next() : "";
    at("panel-title").textContent = row ? (row.ayah ? nameOf(row.ayah) : label(row)) : text("studio.noRow");
    if (!row) return at("panel-state").replaceChildren();
    const isDoubtful = store.isDoubtful(row);
    const [sign, words] = stateWords(row, isDoubtful, store.disputed.has(row.id));
    const sure = row.confirmed || !row.confidence ? "" : text("studio.sure", { percent: percent(row.confidence) });
    const facts = [`${sign} ${words}`.trim(), sure, row.rakah !== null && text("studio.rakah", { n: row.rakah })];
    at("panel-state").replaceChildren(
      element("bdi", { class: "label" }, row.ayah ? nameOf(row.ayah) : label(row)), ` · ${facts.filter(Boolean).join(" · ")}`);
    at("remarks").replaceChildren(
      ...remarks(row, store.findingsOf(row), isDoubtful).filter((one) => one.kind !== "note").map((one) => element("li", {}, remark(one))));
    at("unconfirm").hidden = !row.confirmed;
    this.#fill(false);
  }

  /** What comes next, whatever the state. */
  #next() {
    const { store } = this;
    if (!store.rows.length) return "";
    const doubtful = store.rows.filter((row) => store.isDoubtful(row));
    const next = doubtful.find((row) => row.start > (store.selected?.start ?? -1)) ?? doubtful[0];
    if (next) return text("studio.nextDoubtful", { n: doubtful.length, row: label(next) });
    const open = store.rows.filter((row) => !row.confirmed).length;
    return open ? text("studio.nextOpen", { n: open }) : text("studio.allChecked");
  }

  /** `all`: also a field in which somebody is typing. */
  #fill(all) {
    const row = this.store.selected;
    if (!row) return;
    const isSame = this.filled === this.key;
    this.filled = this.key;
    for (const [id, value] of [["time", clock(this.settings.edge === "start" ? row.start : row.end)], ["note", row.note ?? ""]]) {
      const input = at(id);
      const isBusy = isSame && (input === document.activeElement || input.classList.contains("unsaved"));
      if (isBusy && !all) continue;
      input.value = value;
      input.classList.remove("unsaved");
    }
  }
}
