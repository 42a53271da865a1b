// The list of rows. Only those that are seen are elements of the page, so that thousands are no burden; to a screen reader it is a
// list box that tells how many there are.
import { clock } from "./clock.js";
import { digits, isBasmalah, label, nameOf, number, parts, remarks, skipName, stateWords, surahName, text } from "./describe.js";
import { at, element, foreign, onceAFrame, written } from "./dom.js";
import { isUnnamed, stateOf } from "./state.js";
import { Texts } from "./texts.js";

const spare = 6;

export class Rows {
  shown = []; // those that pass the filter
  #made = new Map(); // id -> element
  #height = 0;
  #named = new Set();

  constructor(store) {
    this.store = store;
    this.list = at("rows");
    this.room = at("rows-room");
    this.filter = at("filter");
    this.search = at("search");
    this.draw = onceAFrame(() => this.#draw());
    this.changedSoon = onceAFrame(() => this.changed());
    this.texts = new Texts(() => (this.search.value ? this.changedSoon() : this.#write()));
    this.list.addEventListener("scroll", this.draw, { passive: true });
    new ResizeObserver(() => {
      this.#height = 0;
      this.#draw();
      this.#reveal();
    }).observe(this.list);
    for (const input of [this.filter, this.search]) input.addEventListener("input", () => this.changed());
    for (const what of ["rows", "findings", "disputed"]) store.on(what, this.changedSoon);
    store.on("language", () => this.changed());
    store.on("selection", () => this.#reveal());
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

  /** What the list shows after `row`; null at its end. */
  after(row) {
    return this.shown.find((one) => one.start > row.start) ?? null;
  }

  /** How many rows are seen at once. */
  get page() {
    return Math.max(1, Math.floor(this.list.clientHeight / (this.#height || 40)) - 1);
  }

  changed() {
    const looked = this.search.value.trim().toLowerCase();
    const { rows } = this.store;
    const passes = this.#filters;
    // Each says how many rows it shows: the list and the count come of one predicate.
    for (const option of this.filter.options) {
      option.textContent = text(`studio.show.${option.value}`, { n: rows.reduce((sum, row) => sum + (passes[option.value](row) ? 1 : 0), 0) });
    }
    this.shown = rows.filter((row) => passes[this.filter.value](row) && (!looked || this.#matches(row, looked)));
    this.#named = namedRows(this.shown);
    for (const element of this.#made.values()) element.remove();
    this.#made.clear();
    const kind = `${this.filter.value} ${looked} ${this.shown.length > 0}`;
    if (kind !== this.kind) requestAnimationFrame(() => this.#reveal());
    this.kind = kind;
    this.draw();
    at("rows-count").textContent = looked ? text("studio.foundRows", { n: this.shown.length, all: number(rows.length) }) : "";
    const isEmpty = !this.shown.length && this.store.facts !== null;
    this.list.hidden = isEmpty;
    at("rows-none").hidden = !isEmpty;
    at("rows-none-told").textContent = text(rows.length ? "studio.none" : "studio.emptyRecording");
    at("rows-none-more").textContent = rows.length ? "" : text("studio.emptyMore");
    at("begin").hidden = rows.length > 0;
  }

  get #filters() {
    return {
      all: () => true,
      open: (row) => !row.confirmed,
      doubtful: (row) => this.store.isDoubtful(row),
      found: (row) => this.store.findingsOf(row).length > 0,
      unnamed: isUnnamed,
    };
  }

  #matches(row, looked) {
    const known = row.ayah && this.texts.take(row.ayah);
    return [row.ayah, label(row), row.ayah && nameOf(row.ayah), row.note, clock(row.start), known && bare(known.text)]
      .some((part) => part && part.toLowerCase().includes(bare(looked)));
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

  #make(row) {
    const { store } = this;
    const isDoubtful = store.isDoubtful(row);
    const [sign, words] = stateWords(row, isDoubtful, store.disputed.has(row.id));
    const said = remarks(row, store.findingsOf(row), isDoubtful);
    return element(
      "div",
      { class: "row", role: "option", id: "row-" + encodeURIComponent(row.id), "data-row": row.id, "data-state": stateOf(row), "data-doubtful": String(isDoubtful) },
      element("span", { class: "mark", title: words }, element("span", { "aria-hidden": "true" }, sign), element("span", { class: "visually-hidden" }, words)),
      element("span", { class: "number", dir: "ltr" }, row.ayah === null || isBasmalah(row) ? "—" : digits(row.ayah)),
      // What is cut off is the end of a text, wherever it ends.
      element("span", { class: "remark", dir: said[0]?.isForeign ? "ltr" : null }, ...said.slice(0, 2).map(remark)),
      this.#what(row),
      element("span", { class: "time", dir: "ltr" }, digits(clock(row.start, 1))));
  }

  /** The ayah's words; without a text the surah's name where another one begins. */
  #what(row) {
    if (isUnnamed(row)) return element("span", { class: "what skip" }, text("studio.noName"));
    if (row.ayah === null) return element("span", { class: "what skip" }, skipName(row.skip));
    if (isBasmalah(row)) return element("span", { class: "what skip" }, nameOf(row.ayah));
    const known = this.texts.take(row.ayah);
    if (known) return element("span", { class: "what", lang: known.language, dir: known.direction }, known.text);
    return element("span", { class: "what skip", "data-waits": known === undefined }, this.#named.has(row) ? surahName(parts(row.ayah)?.surah) : "");
  }

  /** Puts the texts that have come into the rows that wait for them. */
  #write() {
    for (const [id, made] of this.#made) {
      const place = made.querySelector("[data-waits]");
      const row = place && this.store.row(id);
      if (row) place.replaceWith(this.#what(row));
    }
  }
}

/** The rows with which another surah begins. */
function namedRows(rows) {
  const named = new Set();
  let last = null;
  for (const row of rows) {
    const surah = row.ayah && parts(row.ayah)?.surah;
    if (surah && surah !== last) named.add(row);
    if (surah) last = surah;
  }
  return named;
}

/** Arabic without its vowel signs, as people type it. */
const bare = (words) => words.normalize("NFKD").replace(/[\p{M}\u0640]/gu, "").replace(/[\u0671\u0622\u0623\u0625]/g, "\u0627").toLowerCase();

/** One remark, with its kind in front where that isn't plain. */
export function remark({ kind, text: words, code, isForeign }) {
  const word = { error: "studio.error", warning: "studio.warning", note: "studio.noted" }[kind];
  return element("span", { class: "remark-" + kind, title: code ?? null }, word ? text(word) + " " : null, isForeign ? foreign(words) : kind === "note" ? written(words) : words, " ");
}
