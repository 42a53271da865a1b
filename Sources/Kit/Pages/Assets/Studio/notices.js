// What the studio has to say: what was done, progress, findings, broken files, and what others did at the same time.
import { number, percent, text } from "./describe.js";
import { at, element, foreign } from "./dom.js";

const mostFindings = 200;
/** How long words stay. */
const [briefly, longer] = [4000, 9000];

export class Notices {
  constructor(store, player, hear) {
    Object.assign(this, { store, hear });
    store.on("said", ({ text: words, isTrouble, isForeign }) => this.say(words, isTrouble, isForeign));
    player.on("trouble", (words) => this.say(words, true));
    store.on("online", (isOnline) => this.#showOnline(isOnline));
    store.on("fault", (fault) => this.#showFault(fault));
    store.on("disputed", (dispute) => this.#showDispute(dispute));
    store.on("findings", () => this.#showFindings());
    store.on("peaks", ({ done, total }) => this.#progress("peaks", text("studio.reading"), total ? done / total : 1, done >= total));
    store.on("job", (job) => this.#job(job));
    store.on("language", () => {
      this.#showFindings();
      this.#showOnline(store.isOnline, true);
      this.#showFault(store.fault ?? null);
    });
    this.running = new Map();
  }

  say(words, isTrouble = false, isForeign = false) {
    const place = at("message");
    place.classList.toggle("trouble", isTrouble);
    // The same words twice are news twice.
    place.textContent = "";
    clearTimeout(this.saying);
    this.saying = setTimeout(() => {
      place.replaceChildren(isForeign ? foreign(words) : words);
      this.saying = setTimeout(() => place.replaceChildren(), isTrouble ? longer : briefly);
    }, 20);
  }

  #showOnline(isOnline, isQuiet = false) {
    const place = at("offline");
    document.body.classList.toggle("is-offline", !isOnline);
    if (isOnline) {
      if (place.textContent && !isQuiet) this.say(text("studio.back"));
      return place.replaceChildren();
    }
    if (this.store.facts) place.textContent = text("studio.offline");
  }

  #showFault(fault) {
    const place = at("broken");
    if (fault === null) {
      if (place.textContent) this.say(text("studio.repaired"));
      return place.replaceChildren();
    }
    place.replaceChildren(element("b", {}, text("studio.broken")), " ", foreign(fault));
  }

  #showDispute({ places, rows }) {
    const place = at("disputed");
    const known = rows.filter((id) => this.store.row(id));
    const hear = element("button", { type: "button", class: "plain" }, text("studio.hearIt"));
    hear.addEventListener("click", () => known.length && this.hear(known[0]));
    const done = element("button", { type: "button", class: "plain" }, text("studio.leaveIt"));
    done.addEventListener("click", () => {
      for (const id of known) this.store.disputed.delete(id);
      this.store.tell("rows");
      place.replaceChildren();
      at("rows").focus();
    });
    place.replaceChildren(
      element("p", {}, text("studio.disputed")),
      element("ul", {}, ...places.map((one) => element("li", {}, foreign(one)))),
      element("div", { class: "set" }, known.length ? hear : null, done));
  }

  #job({ phase, done, ended, count, message }) {
    this.isMarking = !ended;
    if (!ended) return this.#progress("job", text(`studio.phase.${phase}`), done, false);
    this.#progress("job", "", 1, true);
    if (ended === "failed") this.say(message, true, true);
    else this.say(text(`studio.searched.${ended}`, { n: count ?? 0 }));
  }

  #progress(name, words, part, isOver) {
    if (isOver) this.running.delete(name);
    else this.running.set(name, [words, part]);
    const shown = this.running.get("job") ?? this.running.get("peaks");
    at("job").hidden = !shown;
    if (!shown) return;
    at("job").querySelector("button").hidden = !this.running.has("job");
    at("job-told").textContent = text("studio.progress", { what: shown[0], percent: percent(Math.floor(shown[1] * 100) / 100) });
    at("job-bar").value = shown[1];
  }

  #showFindings() {
    const { findings } = this.store;
    at("findings").hidden = !findings.length;
    at("findings-count").textContent = number(findings.length);
    at("findings-list").replaceChildren(
      ...findings.slice(0, mostFindings).map((one) => this.#finding(one)),
      ...(findings.length > mostFindings ? [element("li", {}, text("studio.andMore", { n: findings.length - mostFindings }))] : []));
  }

  #finding(one) {
    const place = `${one.file}:${one.line}`;
    const words = [
      element("span", { class: `remark-${one.severity}` }, text(`studio.severity.${one.severity}`)), " ", foreign(one.message), " ",
      element("span", { class: "soft", dir: "ltr" }, `${place} ${one.code}`),
    ];
    if (!one.row) return element("li", {}, ...words);
    const button = element("button", { type: "button", class: "line" }, ...words);
    button.addEventListener("click", () => this.hear(one.row));
    return element("li", {}, button);
  }
}
