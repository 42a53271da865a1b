// The ayah of the selected row, whole and large, its words lit as they are heard, with a translation below.
import { getWords } from "./api.js";
import { isBasmalah, isUnnamed, nameOf, parts, digits, skipName, surahName, text } from "./describe.js";
import { at, element } from "./dom.js";

export class Hero {
  #words = [];
  #spans = [];
  #lit = -1;
  #asking = null;
  #row = null;

  constructor(store, player, texts) {
    Object.assign(this, { store, player, texts });
    this.hero = at("hero");
    this.place = at("words");
    store.on("selection", () => this.#wait());
    for (const what of ["rows", "facts"]) store.on(what, () => this.#wait());
    store.on("language", () => this.#wait(true));
    player.on("time", () => this.#light());
    this.place.addEventListener("click", (event) => this.#play(event.target.closest("button")));
    this.place.addEventListener("keydown", (event) => this.#step(event));
    new ResizeObserver(() => this.#fit()).observe(this.hero);
  }

  #wait(isForced = false) {
    const row = this.store.selected;
    const seen = row ? [row.id, row.ayah, row.skip, row.start, row.end].join(" ") : this.store.facts?.bundle.title;
    if (seen === this.seen && !isForced) return;
    const isOther = !row || !this.#row || row.ayah !== this.#row.ayah || row.skip !== this.#row.skip || isForced;
    [this.#row, this.seen] = [row, seen];
    // What is known already stands there at once; its words and their times follow.
    const known = row?.ayah && this.texts.take(row.ayah);
    if (isOther) this.#show(row, known ? [known] : [], []);
    clearTimeout(this.waiting);
    if (row?.ayah) this.waiting = setTimeout(() => this.#load(row), 60);
  }

  async #load(row) {
    this.#asking?.abort();
    this.#asking = new AbortController();
    try {
      const { lines, words } = await getWords(row.id, this.#asking.signal);
      if (row === this.store.selected) this.#show(row, lines, words);
    } catch {
      // What stands there stays.
    }
  }

  #show(row, lines, words) {
    this.#words = words.some((word) => word.text !== null) || words.some((word) => word.start !== null) ? words : [];
    this.#lit = -1;
    const line = lines.find((one) => !one.translates);
    const translations = lines.filter((one) => one.translates);
    const own = document.documentElement.lang;
    const translation = translations.find((one) => one.language.split("-")[0] === own) ?? translations[0];
    const shown = [];
    if (this.#words.length) shown.push(this.#buttons(line));
    else if (line) shown.push(element("div", { class: "text", lang: line.language, dir: line.direction, title: line.id }, line.text));
    else shown.push(element("div", { class: "unwritten" }, ...this.#unwritten(row)));
    if (translation) shown.push(element("p", { class: "translation", lang: translation.language, dir: translation.direction, title: translation.id }, translation.text));
    this.place.replaceChildren(...shown);
    this.#spans = [...this.place.querySelectorAll(".word")];
    this.#fit();
    this.#light();
  }

  /** The whole ayah; what isn't in the row is dim. */
  #buttons(line) {
    const hasText = this.#words.some((word) => word.text !== null);
    const first = this.#words.findIndex((word) => word.start !== null);
    const pieces = this.#words.flatMap((word, index) => {
      const isHeard = word.start !== null;
      const made = element(
        isHeard ? "button" : "span",
        {
          type: isHeard ? "button" : null, class: word.outside ? "word outside" : "word", "data-word": index, tabindex: isHeard ? (index === first ? 0 : -1) : null,
          title: word.outside ? text("studio.outside") : null,
        },
        word.text ?? digits(word.number));
      return index ? [" ", made] : [made];
    });
    const language = line?.language ?? "ar";
    const attributes = hasText ? { class: "text", lang: language, dir: line?.direction ?? "rtl" } : { class: "text" };
    return element("div", { ...attributes, role: "group", "aria-label": text("studio.words") }, ...pieces);
  }

  /** Where no text is at hand: the surah's name and the number. */
  #unwritten(row) {
    if (!row) return [this.store.facts?.bundle.title ?? ""];
    if (isUnnamed(row)) return [text("studio.noName")];
    if (row.ayah === null) return [skipName(row.skip)];
    if (isBasmalah(row)) return [nameOf(row.ayah)];
    const range = parts(row.ayah);
    return range && range.surah === range.lastSurah
      ? [element("bdi", {}, surahName(range.surah)), " ", element("bdi", { dir: "ltr" }, digits(range.first === range.last ? range.first : `${range.first}–${range.last}`))]
      : [nameOf(row.ayah)];
  }

  /** A long ayah is written smaller, so that its place stays as it is. */
  #fit() {
    const { hero, place } = this;
    hero.classList.remove("long", "longest");
    const isTooLong = () => place.scrollHeight > hero.clientHeight + 1;
    if (isTooLong()) hero.classList.add("long");
    if (isTooLong()) hero.classList.add("longest");
    // What scrolls can be scrolled by keys.
    if (isTooLong()) place.tabIndex = 0;
    else place.removeAttribute("tabindex");
  }

  #light() {
    const now = this.player.position;
    const index = this.#words.findIndex((word) => word.start !== null && word.start <= now && now < word.end);
    if (index === this.#lit) return;
    this.#spans[this.#lit]?.classList.remove("lit");
    this.#lit = index;
    this.#words.forEach((word, at) => this.#spans[at]?.classList.toggle("heard", word.end !== null && word.end <= now));
    const lit = this.#spans[index];
    if (!lit) return;
    lit.classList.add("lit");
    const { place } = this;
    if (place.scrollHeight > place.clientHeight + 1) place.scrollTop = lit.offsetTop - place.offsetTop - place.clientHeight / 3;
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
    const buttons = this.#spans.filter((word) => word.matches("button"));
    const next = buttons[buttons.indexOf(button) + forward];
    if (!next) return;
    button.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  }
}
