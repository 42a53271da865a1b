// What the server knows, as this window knows it, and which row is selected. Edits go out one after the other.
import { getState, listen, postEdit, Refusal } from "./api.js";
import { Speaker } from "./dom.js";

/** Whether a person must still say what the row holds. */
export const isUnnamed = (row) => row.ayah === null && row.skip === null;
/** `confirmed`, `skipped` or `open`: in which colour it is shown. */
export const stateOf = (row) => (row.skip !== null ? "skipped" : row.confirmed ? "confirmed" : "open");
/** Whether its ayat belong to two surahs or more, or follow each other without a row of their own. */
export const isRun = (row) => row.joins.length > 0;

/** Tells: rows, selection, facts, findings, said, disputed, job, peaks, online. */
export class Store extends Speaker {
  rows = [];
  facts = null;
  findings = [];
  selected = null;
  isOnline = false;
  /** Ids of rows that were changed here and elsewhere at once. */
  disputed = new Set();
  #byId = new Map();
  #findingsOfRow = new Map();
  #last = Promise.resolve();
  #loads = null;
  #trying = 0;

  /** Begins to listen, which also loads everything. */
  start() {
    listen(["changed", "disputed", "findings", "peaks", "job"], {
      heard: (name, value) => this.#heard(name, value),
      opened: () => this.load(),
      lost: () => this.#setOnline(false),
    });
  }

  row(id) {
    return this.#byId.get(id) ?? null;
  }

  /** What is worth hearing first, else what is confirmed by nobody; null when all is. */
  get firstToHear() {
    const open = this.rows.filter((row) => !row.confirmed);
    return open.find((row) => this.isDoubtful(row)) ?? open[0] ?? null;
  }

  /** The place of the first row that begins after `time`. */
  indexAfter(time) {
    let [low, high] = [0, this.rows.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.rows[middle].start <= time) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The row in which `time` lies, the latest that begins; null when there is none. */
  rowAt(time) {
    for (let index = this.indexAfter(time) - 1; index >= 0 && index > this.indexAfter(time) - 8; index--) {
      if (time < this.rows[index].end) return this.rows[index];
    }
    return null;
  }

  indexOf(row) {
    for (let index = this.indexAfter(row.start) - 1; index >= 0; index--) {
      if (this.rows[index].id === row.id) return index;
      if (this.rows[index].start < row.start) break;
    }
    return -1;
  }

  findingsOf(row) {
    return this.#findingsOfRow.get(row.id) ?? [];
  }

  /** Whether a listener had better hear it. */
  isDoubtful(row) {
    return row.doubts.length > 0 || this.disputed.has(row.id);
  }

  select(id, by = "choice") {
    const row = id === null ? null : this.row(id);
    if (row === this.selected) return;
    this.selected = row;
    this.tell("selection", by);
  }

  say(text, isTrouble = false) {
    this.tell("said", { text, isTrouble });
  }

  // MARK: Loading

  /** Everything anew; several calls at once are one. */
  load() {
    this.#loads ??= this.#load().finally(() => (this.#loads = null));
    return this.#loads;
  }

  async #load() {
    try {
      const state = await getState();
      this.rows = state.rows;
      this.#index();
      this.#takeFacts(state);
      this.#takeFindings(state.findings);
      this.#keepSelection(null);
      this.#setOnline(true);
      this.tell("rows");
      this.tell("peaks", state.peaks);
    } catch (error) {
      if (error instanceof Refusal) this.say(error.message, true);
      this.#setOnline(false);
    }
  }

  #index() {
    this.#byId = new Map(this.rows.map((row) => [row.id, row]));
  }

  #takeFacts(told) {
    const names = ["version", "undo", "redo", "next", "settled", "left", "unconfirmed"];
    this.facts = this.facts && !told.bundle ? { ...this.facts } : { ...told };
    for (const name of names) if (told[name] !== undefined) this.facts[name] = told[name];
    this.tell("facts");
  }

  #takeFindings(findings) {
    this.findings = findings;
    this.#findingsOfRow = new Map();
    for (const one of findings) {
      if (one.row) this.#findingsOfRow.set(one.row, [...this.findingsOf({ id: one.row }), one]);
    }
    this.tell("findings");
  }

  #setOnline(isOnline) {
    if (this.isOnline === isOnline) return;
    this.isOnline = isOnline;
    this.tell("online", isOnline);
    // The line of events may stand although something else broke; then nobody would say that all is well again.
    clearInterval(this.#trying);
    if (!isOnline) this.#trying = setInterval(() => this.load(), 2000);
  }

  // MARK: Changes

  /** Makes an edit when those before it are made: `fields` may be a function, which is asked then. Gives whether it was made. */
  edit(name, fields = {}) {
    const made = this.#last.then(() => this.#send(name, fields));
    this.#last = made.catch(() => {});
    return made;
  }

  async #send(name, fields) {
    const given = typeof fields === "function" ? fields() : fields;
    if (!given) return false;
    if (this.facts?.readOnly) {
      this.say("this studio only shows: it was started with --read-only", true);
      return false;
    }
    if (!this.isOnline) {
      this.say("not saved: the studio doesn't answer; what is shown is what was saved last", true);
      return false;
    }
    try {
      const delta = await postEdit({ do: name, ...given });
      if (given.row) this.disputed.delete(given.row);
      await this.#take(delta, true);
      if (delta.message) this.say(delta.message);
      else if (name === "undo") this.say("undone");
      else if (delta.undo) this.say(delta.undo);
      return true;
    } catch (error) {
      if (error instanceof Refusal) {
        this.say(error.message, true);
      } else {
        this.say("not saved: the studio doesn't answer", true);
        this.#setOnline(false);
      }
      return false;
    }
  }

  /** `isOwn`: it was asked for in this window, which then goes on with the row that it names. */
  async #take(delta, isOwn) {
    if (!this.facts || delta.version > this.facts.version + 1) {
      await this.load();
    } else if (delta.version > this.facts.version) {
      this.#apply(delta);
    } else if (!isOwn) {
      return;
    }
    if (isOwn && delta.focus && this.row(delta.focus)) this.select(delta.focus, "edit");
  }

  #apply(delta) {
    const gone = new Set([...delta.removed, ...delta.rows.map((row) => row.id)]);
    const old = this.selected;
    // What was disputed stays so under its new name.
    for (const id of delta.removed) {
      const heir = this.disputed.has(id) && nearest(delta.rows, this.row(id));
      if (heir) this.disputed.add(heir.id);
      this.disputed.delete(id);
    }
    this.rows = this.rows.filter((row) => !gone.has(row.id)).concat(delta.rows);
    this.rows.sort((one, other) => one.start - other.start || (one.kind === other.kind ? 0 : one.kind === "segments" ? -1 : 1));
    this.#index();
    this.#takeFacts(delta);
    this.#keepSelection(old && gone.has(old.id) ? delta.rows : null);
    this.tell("rows");
  }

  /** The selected row under its new name, or what lies where it was. */
  #keepSelection(changed) {
    const old = this.selected;
    if (!old) return;
    const now = this.row(old.id) ?? nearest(changed ?? [], old) ?? this.rowAt(old.start);
    if (now === old) return;
    this.selected = now;
    this.tell("selection", "change");
  }

  async #heard(name, value) {
    switch (name) {
      case "changed":
        if (this.facts && value.version <= this.facts.version) return;
        await this.#take(value, false);
        if (value.message) this.say(value.message);
        break;
      case "disputed":
        for (const id of value.rows) if (this.row(id)) this.disputed.add(id);
        this.tell("disputed", value);
        this.tell("rows");
        break;
      case "findings":
        this.#takeFindings(value.findings);
        break;
      default:
        this.tell(name, value);
    }
  }
}

function nearest(rows, old) {
  if (!old) return null;
  const like = rows.filter((row) => row.kind === old.kind && row.ayah === old.ayah && row.skip === old.skip);
  const from = like.length ? like : rows;
  return from.reduce((best, row) => (!best || Math.abs(row.start - old.start) < Math.abs(best.start - old.start) ? row : best), null);
}
