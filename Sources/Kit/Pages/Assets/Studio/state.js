// What the server knows, as this window knows it, and which row is selected. An edit is shown at once and goes out after those
// before it; what the server makes of it replaces what was shown.
import { getState, listen, postEdit, Refusal } from "./api.js";
import { isUnnamed, label, setSurahs, text } from "./describe.js";
import { Speaker } from "./dom.js";

/** `confirmed` or `open`: in which colour it is shown. */
export const stateOf = (row) => (row.confirmed ? "confirmed" : "open");
/** Whether its ayat belong to two surahs or more, or follow each other without a row of their own. */
export const isRun = (row) => row.joins.length > 0;

export { isUnnamed };

/** Tells: rows, selection, facts, findings, said, disputed, job, peaks, online, fault. */
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
  /** Edits that are on their way, in their order. */
  #pending = [];
  #isSending = false;
  /** How often a row was chosen: the server's wish of what to go on with gives way to a newer choice. */
  #choices = 0;
  #loads = null;
  #trying = 0;

  /** Begins to listen, which also loads everything. */
  start() {
    listen(["changed", "disputed", "findings", "peaks", "job", "broken"], {
      heard: (name, value) => this.#heard(name, value),
      opened: () => this.load(),
      lost: () => this.#setOnline(false),
    });
  }

  row(id) {
    return this.#byId.get(id) ?? null;
  }

  /** The predicate of the header, the list and its key alike: whether a listener had better hear it. */
  isDoubtful(row) {
    return (row.doubtful && !row.confirmed) || this.disputed.has(row.id);
  }

  /** What is worth hearing first, else what is confirmed by nobody; null when all is. */
  get firstToHear() {
    return this.nextToHear(-1);
  }

  /** What is worth hearing next after `time`, beginning anew at the end, else what is confirmed by nobody; null when all is. */
  nextToHear(time, except = null) {
    const open = this.rows.filter((row) => !row.confirmed && row !== except);
    const doubtful = open.filter((row) => this.isDoubtful(row));
    const rest = doubtful.length ? doubtful : open;
    return rest.find((row) => row.start > time) ?? rest[0] ?? null;
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

  select(id, by = "choice") {
    const row = id === null ? null : this.row(id);
    if (row === this.selected) return;
    this.selected = row;
    this.#choices++;
    this.tell("selection", by);
  }

  /** `isForeign`: it is in English, as the server says it. */
  say(text, isTrouble = false, isForeign = false) {
    this.tell("said", { text, isTrouble, isForeign });
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
      setSurahs(state.surahs);
      this.rows = state.rows;
      this.#index();
      for (const edit of this.#pending) this.#foresee(edit);
      this.#takeFacts(state);
      this.#takeFindings(state.findings);
      this.#keepSelection(null);
      this.#setOnline(true);
      this.tell("rows");
      this.tell("peaks", state.peaks);
    } catch (error) {
      if (error instanceof Refusal && error.status !== 404) this.say(error.message, true, true);
      this.#setOnline(false);
    }
  }

  #index() {
    this.#byId = new Map(this.rows.map((row) => [row.id, row]));
  }

  #takeFacts(told) {
    const names = ["version", "undo", "redo", "next", "settled"];
    this.facts = this.facts && !told.bundle ? { ...this.facts } : { ...told };
    for (const name of names) if (told[name] !== undefined) this.facts[name] = told[name];
    this.tell("facts");
    this.#takeFault(told.fault ?? null);
  }

  #takeFault(fault) {
    if (fault === (this.fault ?? null)) return;
    this.fault = fault;
    this.tell("fault", fault);
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

  /**
   * Makes an edit of `fields` after those before it, and shows it at once. Gives whether it was made. `goesOn`: the window goes on with
   * the row that the server names.
   */
  edit(name, fields = {}, goesOn = true) {
    const refusal = this.#refusal();
    if (refusal) {
      this.say(refusal, true);
      return Promise.resolve(false);
    }
    const last = this.#pending.at(-1);
    const isMove = name === "moveStart" || name === "moveEnd" || name === "moveJoin";
    // Whoever leans on a key moves a boundary on: only where it has come to is still to be sent.
    if (isMove && last && !last.isSent && last.name === name && last.fields.row === fields.row && last.fields.index === fields.index && !fields.snap && !last.fields.snap) {
      last.fields = fields;
      this.#show(last);
      return last.made;
    }
    const edit = { name, fields, goesOn, choices: this.#choices, isSent: false };
    edit.made = new Promise((resolve) => (edit.done = resolve));
    this.#pending.push(edit);
    this.#show(edit);
    this.#work();
    return edit.made;
  }

  #refusal() {
    if (this.facts?.readOnly) return text("studio.readOnly");
    if (!this.isOnline) return text("studio.notSaved");
    return this.fault ? text("studio.notSavedBroken") : null;
  }

  async #work() {
    if (this.#isSending) return;
    this.#isSending = true;
    while (this.#pending.length) {
      const edit = this.#pending[0];
      edit.isSent = true;
      edit.done(await this.#send(edit));
    }
    this.#isSending = false;
  }

  async #send(edit) {
    const { name, fields } = edit;
    const row = fields.row && this.row(fields.row);
    // Named as it was when somebody did it.
    const called = row ? label(row) : "";
    try {
      const delta = await postEdit({ do: name, ...fields });
      this.#pending.shift();
      if (fields.row) this.disputed.delete(fields.row);
      await this.#take(delta, edit);
      const focus = delta.focus && this.row(delta.focus);
      this.say(text(`studio.did.${name}`, { row: called || (focus ? label(focus) : ""), n: fields.rows?.length ?? 0 }).trim());
      return true;
    } catch (error) {
      this.#pending.shift();
      if (error instanceof Refusal) {
        this.say(error.message, true, true);
      } else {
        // Those behind it can't go out, either.
        for (const other of this.#pending.splice(0)) other.done(false);
        this.say(text("studio.notSaved"), true);
        this.#setOnline(false);
      }
      await this.load();
      return false;
    }
  }

  #show(edit) {
    if (!this.#foresee(edit)) return;
    this.tell("rows");
  }

  /** Changes the row as the server will; gives whether it knows how. What the server answers replaces it. */
  #foresee({ name, fields }) {
    const row = fields.row && this.row(fields.row);
    if (!row) return false;
    const settle = (changes) => Object.assign(row, changes);
    switch (name) {
      case "confirm": settle({ confirmed: true, doubtful: false, doubts: [] }); break;
      case "unconfirm": settle({ confirmed: false }); break;
      case "reject": settle({ confirmed: false, confidence: 0, doubtful: true }); break;
      case "note": settle({ note: fields.text }); break;
      case "skip": settle({ skip: fields.kind, ayah: null, joins: [] }); break;
      case "moveJoin": row.joins[fields.index] = fields.to; break;
      case "moveStart": {
        const before = this.rows[this.indexOf(row) - 1];
        if (fields.to >= row.end || (before && fields.to <= before.start)) return false;
        if (before?.kind === "markers" && before.end === row.start) before.end = fields.to;
        settle({ start: fields.to });
        break;
      }
      case "moveEnd": {
        const after = this.rows[this.indexOf(row) + 1];
        if (fields.to <= row.start || (after && fields.to >= after.end)) return false;
        if (after?.kind === "markers" && after.start === row.end) after.start = fields.to;
        settle({ end: fields.to });
        break;
      }
      default: return false;
    }
    return true;
  }

  /** `own`: the edit of this window that made it. The window then goes on with the row that it names, unless a newer one was chosen. */
  async #take(delta, own) {
    if (!this.facts || delta.version > this.facts.version + 1) {
      await this.load();
    } else if (delta.version > this.facts.version) {
      this.#apply(delta);
    } else if (!own) {
      return;
    }
    if (own?.goesOn && own.choices === this.#choices && delta.focus && this.row(delta.focus)) this.select(delta.focus, "edit");
  }

  #apply(delta) {
    const gone = new Set([...delta.removed, ...delta.rows.map((row) => row.id)]);
    const old = this.selected;
    // What was disputed, and what is still to be edited, is so under its new name.
    for (const id of delta.removed) {
      const heir = nearest(delta.rows, this.row(id));
      if (heir && this.disputed.has(id)) this.disputed.add(heir.id);
      this.disputed.delete(id);
      for (const edit of this.#pending) if (heir && edit.fields.row === id) edit.fields = { ...edit.fields, row: heir.id };
    }
    this.rows = this.rows.filter((row) => !gone.has(row.id)).concat(delta.rows);
    this.rows.sort((one, other) => one.start - other.start || (one.kind === other.kind ? 0 : one.kind === "segments" ? -1 : 1));
    this.#index();
    for (const edit of this.#pending) this.#foresee(edit);
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
        await this.#take(value, null);
        if (value.message) this.say(text(`studio.elsewhere.${value.message}`));
        break;
      case "disputed":
        for (const id of value.rows) if (this.row(id)) this.disputed.add(id);
        this.tell("disputed", value);
        this.tell("rows");
        break;
      case "broken":
        this.#takeFault(value.fault);
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
