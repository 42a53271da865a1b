// The selected row: what is known of it, and what can be done with it.
import { clock, milliseconds } from "./clock.js";
import { label, percent, remarks, stateWords } from "./describe.js";
import { at, element, written } from "./dom.js";
import { remark } from "./rows.js";

export class Panel {
  constructor(store) {
    this.store = store;
    store.on("selection", (by) => {
      // The same row under another name: fields in which somebody is typing stay as they are.
      if (by === "change" && store.selected) this.filled = store.selected.id;
      this.#show();
    });
    for (const what of ["rows", "findings", "facts"]) store.on(what, () => this.#show());
    at("note").addEventListener("change", (event) => this.#edit("note", event.target.value.trim(), "note", (text) => ({ text: text || null })));
    for (const [id, name] of [["start", "moveStart"], ["end", "moveEnd"]]) {
      at(id).addEventListener("change", (event) => this.#moveTo(name, event.target));
    }
    for (const input of [at("note"), at("start"), at("end")]) {
      input.addEventListener("keydown", (event) => {
        // As it was.
        if (event.key === "Escape") this.#fill(true);
        if (event.key === "Enter") at("rows").focus();
      });
    }
    this.#show();
  }

  async #edit(name, value, id, fields) {
    const row = this.store.selected;
    if (!row) return;
    // What couldn't be saved stays in its field, so that it isn't lost.
    const isMade = await this.store.edit(name, { row: row.id, ...fields(value) });
    at(id).classList.toggle("unsaved", !isMade);
  }

  #moveTo(name, input) {
    const to = milliseconds(input.value);
    if (to === null) return this.store.say(`"${input.value}" is no time; write 1:02.500`, true);
    this.#edit(name, to, input.id, (time) => ({ to: time }));
  }

  #show() {
    const { store } = this;
    const row = store.selected;
    at("panel-body").hidden = !row;
    const title = at("panel-title");
    if (!row) {
      title.textContent = "No row is selected";
      at("panel-state").textContent = "";
      return;
    }
    title.replaceChildren(label(row));
    if (row.name) title.append(" ", written(row.name));
    if (row.arabic) title.append(" ", element("bdi", { lang: "ar", dir: "rtl", class: "arabic" }, row.arabic));
    const [sign, words] = stateWords(row, store.disputed.has(row.id));
    const sure = row.confirmed ? "" : percent(row.confidence);
    const facts = [`${sign} ${words}`, sure && `${sure} sure`, row.rakah !== null && `rakah ${row.rakah}`, row.kind === "segments" ? "segment" : "marker"];
    at("panel-state").textContent = facts.filter(Boolean).join(" · ");
    at("remarks").replaceChildren(
      ...remarks(row, store.findingsOf(row)).filter((one) => one.kind !== "note").map((one) => element("li", {}, remark(one))));
    at("unconfirm").hidden = !row.confirmed;
    this.#fill(false);
  }

  /** `all`: also a field in which somebody is typing. */
  #fill(all) {
    const row = this.store.selected;
    if (!row) return;
    const isSame = this.filled === row.id;
    this.filled = row.id;
    for (const [id, value] of [["start", clock(row.start)], ["end", clock(row.end)], ["note", row.note ?? ""]]) {
      const input = at(id);
      const isBusy = isSame && (input === document.activeElement || input.classList.contains("unsaved"));
      if (isBusy && !all) continue;
      input.value = value;
      input.classList.remove("unsaved");
    }
  }
}
