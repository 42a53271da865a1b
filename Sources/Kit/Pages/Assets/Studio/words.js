// The words of the selected row, lit as they are heard.
import { getWords } from "./api.js";
import { at, element } from "./dom.js";

export class Words {
  #words = [];
  #lit = null;
  #asking = null;

  constructor(store, player) {
    Object.assign(this, { store, player });
    this.place = at("words");
    this.row = null;
    store.on("selection", () => this.#wait());
    store.on("rows", () => this.#wait());
    player.on("time", () => this.#light());
    this.place.addEventListener("click", (event) => this.#play(event.target.closest("button")));
    this.place.addEventListener("keydown", (event) => this.#step(event));
  }

  // Whoever holds the arrow key down doesn't want the words of each row.
  #wait() {
    const row = this.store.selected;
    if (row && row === this.row) return;
    this.row = row;
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.#load(row), 120);
  }

  async #load(row) {
    this.#asking?.abort();
    this.#asking = new AbortController();
    let found = { lines: [], words: [] };
    try {
      if (row?.ayah) found = await getWords(row.id, this.#asking.signal);
    } catch {
      // A row without words is shown as one.
    }
    if (row !== this.store.selected) return;
    this.#show(found);
  }

  #show({ lines, words }) {
    this.#words = words;
    this.#lit = null;
    this.place.replaceChildren();
    // Once there were words their place stays, so that nothing below it jumps from row to row.
    if (lines.length || words.length) this.place.hidden = false;
    if (words.length) {
      // The whole ayah stands there; what of it isn't heard in the row is dim.
      const first = words.findIndex((word) => word.start !== null);
      const buttons = words.map((word, index) =>
        element(
          "button",
          {
            type: "button", "data-word": index, tabindex: index === first ? 0 : -1, disabled: word.start === null ? "" : null,
            title: word.start === null ? "not in this row" : null,
          },
          word.text ?? String(word.number)));
      const hasText = words.some((word) => word.text !== null);
      this.place.append(
        element(
          "div",
          { class: hasText ? "timed arabic" : "timed", role: "toolbar", "aria-label": "Words in time", lang: hasText ? "ar" : null, dir: hasText ? "rtl" : null },
          ...buttons));
    }
    // The words stand there already, unless they have no texts of their own.
    const rest = words.some((word) => word.text !== null) ? lines.filter((line) => line.language !== "ar") : lines;
    for (const line of rest) {
      this.place.append(
        element("p", { lang: line.language, dir: line.direction, class: line.language === "ar" ? "arabic" : "line", title: line.id }, line.text));
    }
    this.#light();
  }

  #light() {
    const now = this.player.position;
    const index = this.#words.findIndex((word) => word.start !== null && word.start <= now && now < word.end);
    if (index === this.#lit) return;
    const buttons = this.place.querySelectorAll("button");
    buttons[this.#lit]?.classList.remove("lit");
    buttons[index]?.classList.add("lit");
    this.#lit = index;
  }

  #play(button) {
    const word = button && this.#words[button.dataset.word];
    if (word?.start != null) this.player.play(word.start, { from: word.start, to: word.end, again: false });
  }

  /** One stop for the Tab key; arrows go from word to word, to the left for the next in Arabic. */
  #step(event) {
    const button = event.target.closest("button");
    if (!button || event.ctrlKey || event.altKey || event.metaKey) return;
    const isArabic = button.parentElement.dir === "rtl";
    const forward = { ArrowLeft: isArabic ? 1 : -1, ArrowRight: isArabic ? -1 : 1 }[event.key];
    if (!forward) return;
    event.preventDefault();
    event.stopPropagation();
    let next = button;
    do next = forward > 0 ? next.nextElementSibling : next.previousElementSibling; while (next?.disabled);
    if (!next) return;
    button.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  }
}
