// The list of rows. Only those that are seen are elements of the page, so that thousands are no burden; to a screen reader it is a
// list box that tells how many there are.
import { clock } from "./clock.js";
import { counted, label, percent, remarks, stateOf, stateWords } from "./describe.js";
import { at, element, onceAFrame, written } from "./dom.js";

const spare = 6;

export class Rows {
  shown = []; // those that pass the filter
  #made = new Map(); // id -> element
  #height = 0;
  #heard = null;

  constructor(store, player) {
    Object.assign(this, { store, player });
    this.list = at("rows");
    this.room = at("rows-room");
    this.filter = at("filter");
    this.search = at("search");
    this.draw = onceAFrame(() => this.#draw());
    this.list.addEventListener("scroll", this.draw, { passive: true });
    new ResizeObserver(() => {
      this.#height = 0;
      this.#draw();
      this.#reveal();
    }).observe(this.list);
    for (const input of [this.filter, this.search]) input.addEventListener("input", () => this.changed());
    for (const what of ["rows", "findings", "disputed"]) store.on(what, () => this.changed());
    store.on("selection", () => this.#reveal());
    player.on("time", () => this.#markHeard());
    this.list.addEventListener("click", (event) => {
      const row = event.target.closest("[data-row]");
      if (row) this.choose(store.row(row.dataset.row));
    });
    this.list.addEventListener("dblclick", () => this.tryPlay?.());
  }

  choose(row) {
    if (row) this.store.select(row.id, "list");
  }

  /** The row `by` places further in what is shown. */
  move(by) {
    const { shown, store } = this;
    if (!shown.length) return;
    const index = store.selected ? shown.indexOf(store.selected) : -1;
    if (index < 0 && store.selected) {
      const after = shown.findIndex((row) => row.start >= store.selected.start);
      return this.choose(shown[Math.max(0, Math.min(shown.length - 1, (after < 0 ? shown.length : after) + Math.min(0, by)))]);
    }
    this.choose(shown[Math.max(0, Math.min(shown.length - 1, index + by))]);
  }

  /** How many rows are seen at once. */
  get page() {
    return Math.max(1, Math.floor(this.list.clientHeight / (this.#height || 40)) - 1);
  }

  changed() {
    const text = this.search.value.trim().toLowerCase();
    const passes = {
      all: () => true,
      open: (row) => !row.confirmed,
      doubtful: (row) => !row.confirmed && this.store.isDoubtful(row),
      found: (row) => this.store.findingsOf(row).length > 0,
      unnamed: (row) => row.ayah === null && row.skip === null,
    }[this.filter.value];
    const { rows } = this.store;
    this.shown = rows.filter((row) => passes(row) && (!text || matches(row, text)));
    for (const element of this.#made.values()) element.remove();
    this.#made.clear();
    this.draw();
    const told = this.shown.length === rows.length ? counted(rows.length, "row") : `${this.shown.length} of ${counted(rows.length, "row")}`;
    at("rows-count").textContent = told;
    at("rows-none").hidden = this.shown.length > 0;
    at("rows-none").textContent = rows.length
      ? "No row is like that." : "No rows yet. Play, and press Shift+M where an ayah begins; or let m mark the recording.";
  }

  #draw() {
    const { list, room, shown } = this;
    if (!this.#height) this.#measure();
    room.style.height = shown.length * this.#height + "px";
    const first = Math.max(0, Math.floor(list.scrollTop / this.#height) - spare);
    const last = Math.min(shown.length, Math.ceil((list.scrollTop + list.clientHeight) / this.#height) + spare);
    const wanted = new Set();
    let before = null;
    for (let index = first; index < last; index++) {
      const row = shown[index];
      wanted.add(row.id);
      let made = this.#made.get(row.id);
      if (!made) {
        made = this.#make(row);
        this.#made.set(row.id, made);
      }
      made.style.transform = `translateY(${index * this.#height}px)`;
      made.setAttribute("aria-posinset", index + 1);
      made.setAttribute("aria-setsize", shown.length);
      made.setAttribute("aria-selected", row === this.store.selected);
      // Screen readers go by the order of elements.
      const place = before ? before.nextSibling : room.firstChild;
      if (place !== made) room.insertBefore(made, place);
      before = made;
    }
    for (const [id, made] of this.#made) {
      if (wanted.has(id)) continue;
      made.remove();
      this.#made.delete(id);
    }
    this.#pointOut();
    this.#markHeard();
  }

  #measure() {
    const probe = element("div", { class: "row", role: "presentation" }, "0");
    this.room.append(probe);
    this.#height = Math.max(24, probe.getBoundingClientRect().height);
    probe.remove();
  }

  #pointOut() {
    const selected = this.store.selected && this.#made.get(this.store.selected.id);
    if (selected) this.list.setAttribute("aria-activedescendant", selected.id);
    else this.list.removeAttribute("aria-activedescendant");
  }

  #reveal() {
    const { list, store, shown } = this;
    const index = store.selected ? shown.indexOf(store.selected) : -1;
    if (index >= 0 && this.#height) {
      const top = index * this.#height;
      // With one row before or after it, as one goes on.
      if (top < list.scrollTop + this.#height) list.scrollTop = top - this.#height;
      else if (top + 2 * this.#height > list.scrollTop + list.clientHeight) {
        list.scrollTop = top + 2 * this.#height - list.clientHeight;
      }
    }
    this.draw();
  }

  #markHeard() {
    const heard = this.store.rowAt(this.player.position);
    const made = heard && this.player.isPlaying ? this.#made.get(heard.id) : null;
    if (made === this.#heard) return;
    this.#heard?.classList.remove("heard");
    made?.classList.add("heard");
    this.#heard = made;
  }

  #make(row) {
    const { store } = this;
    const [sign, words] = stateWords(row, store.disputed.has(row.id));
    const said = remarks(row, store.findingsOf(row));
    return element(
      "div",
      { class: "row", role: "option", id: "row-" + encodeURIComponent(row.id), "data-row": row.id, "data-state": stateOf(row), "data-doubtful": store.isDoubtful(row) },
      element("span", { class: "time" }, clock(row.start)),
      element("span", { class: "name" }, element("b", {}, label(row)), row.name ? " " : null, row.name ? written(row.name) : null),
      element("span", { class: "in-arabic" }, row.arabic ? element("bdi", { lang: "ar", dir: "rtl", class: "arabic" }, row.arabic) : null),
      element("span", { class: "state" }, element("span", { class: "sign", "aria-hidden": "true" }, sign), " ", words),
      element("span", { class: "sure" }, row.confirmed ? "" : percent(row.confidence)),
      element("span", { class: "rakah" }, row.rakah === null ? "" : `rakah ${row.rakah}`),
      element("span", { class: "remark" }, ...said.slice(0, 3).map(remark)));
  }
}

/** One remark, with its kind in front where that isn't plain. */
export function remark({ kind, text, code }) {
  const word = { error: "error: ", warning: "warning: ", note: "note: " }[kind] ?? "";
  return element("span", { class: "remark-" + kind, title: code ?? null }, word ? element("span", {}, word) : null, written(text), " ");
}

function matches(row, text) {
  return [label(row), row.name, row.arabic, row.note, clock(row.start)].some((part) => part && part.toLowerCase().includes(text));
}
