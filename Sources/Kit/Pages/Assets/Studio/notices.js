// What the studio has to say: answers to edits, progress, findings, and what others did at the same time.
import { counted } from "./describe.js";
import { at, element, written } from "./dom.js";

const mostFindings = 200;

export class Notices {
  constructor(store, player, hear) {
    Object.assign(this, { store, hear });
    store.on("said", ({ text, isTrouble }) => this.say(text, isTrouble));
    player.on("trouble", (text) => this.say(text, true));
    store.on("online", (isOnline) => this.#showOnline(isOnline));
    store.on("disputed", (dispute) => this.#showDispute(dispute));
    store.on("findings", () => this.#showFindings());
    store.on("peaks", ({ done, total }) => this.#progress("peaks", "Reading the sound", total ? done / total : 1, done >= total));
    store.on("job", (job) => {
      this.#progress("job", job.name === "mark" ? "Marking" : job.name, job.done, job.ended);
      if (job.ended && job.message) this.say(job.message);
    });
    this.running = new Map();
  }

  say(text, isTrouble = false) {
    const place = at("message");
    place.classList.toggle("trouble", isTrouble);
    // The same words twice are news twice.
    place.textContent = "";
    clearTimeout(this.saying);
    this.saying = setTimeout(() => (place.textContent = text), 20);
  }

  #showOnline(isOnline) {
    const place = at("offline");
    document.body.classList.toggle("is-offline", !isOnline);
    if (isOnline) {
      if (place.textContent) this.say("the studio answers again");
      return place.replaceChildren();
    }
    place.textContent = "The studio doesn't answer. What was done so far is saved; nothing can be changed until it answers again.";
  }

  #showDispute({ message, places, rows }) {
    const place = at("disputed");
    const known = rows.filter((id) => this.store.row(id));
    const hear = element("button", { type: "button" }, "Hear it");
    hear.addEventListener("click", () => known.length && this.hear(known[0]));
    const done = element("button", { type: "button" }, "Leave it so");
    done.addEventListener("click", () => {
      for (const id of known) this.store.disputed.delete(id);
      this.store.tell("rows");
      place.replaceChildren();
      at("rows").focus();
    });
    place.replaceChildren(
      element("p", {}, written(message)),
      element("ul", {}, ...places.map((one) => element("li", {}, written(one)))),
      element("p", {}, "The files hold what the other side wrote. Hear the row and decide anew; or leave it so."),
      element("div", { class: "controls" }, known.length ? hear : null, done));
  }

  #progress(name, words, part, isOver) {
    if (isOver) this.running.delete(name);
    else this.running.set(name, [words, part]);
    const [latest] = [...this.running.values()].slice(-1);
    at("progress").hidden = !latest;
    if (!latest) return;
    at("progress-told").textContent = `${latest[0]}, ${Math.floor(latest[1] * 100)} %`;
    at("progress-bar").value = latest[1];
  }

  #showFindings() {
    const { findings } = this.store;
    const errors = findings.filter((one) => one.severity === "error").length;
    at("findings-count").textContent = findings.length
      ? `${findings.length}${errors ? `, ${counted(errors, "error")}` : ""}` : "none";
    at("findings-list").replaceChildren(
      ...findings.slice(0, mostFindings).map((one) => this.#finding(one)),
      ...(findings.length > mostFindings ? [element("li", {}, `and ${findings.length - mostFindings} more`)] : []));
  }

  #finding(one) {
    const place = `${one.file}:${one.line}`;
    const words = [
      element("span", { class: `remark-${one.severity}` }, one.severity), " ", written(one.message), " ", element("span", { class: "soft" }, `${place} ${one.code}`),
    ];
    if (!one.row) return element("li", {}, ...words);
    const button = element("button", { type: "button", class: "plain" }, ...words);
    button.addEventListener("click", () => this.hear(one.row));
    return element("li", {}, button);
  }
}
