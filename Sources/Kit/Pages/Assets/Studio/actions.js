// What a person can do, by the names that keys and buttons have for it.
import { getQuietest } from "./api.js";
import { choose } from "./choice.js";
import { counted, label } from "./describe.js";
import { at } from "./dom.js";
import { snapWithin } from "./pointer.js";
import { isUnnamed } from "./state.js";

/** So much is heard before and after an edge. */
const [before, after] = [1000, 1500];
/** A key looks farther for the quietest moment than a drag does, as in `tilawa review --listen`. */
const farther = 400;

export function makeActions({ store, view, player, rows, assign, settings }) {
  const position = () => Math.round(player.position);
  const selected = () => store.selected;

  /** Runs `work` with the selected row; says so when there is none. */
  const withRow = (work) => (given) => {
    if (!selected()) return store.say("choose a row first", true);
    return work(selected(), given);
  };
  const edit = (name, fields = () => ({})) =>
    withRow((row, given) => store.edit(name, () => selected() && { row: selected().id, ...fields(selected(), given) }));

  const hearRow = (row) => player.play(row.start, { from: row.start, to: row.end, again: settings.loops });
  const edgeTime = (row) => (settings.edge === "start" ? row.start : row.end);
  const hearEdge = withRow((row) => {
    const time = edgeTime(row);
    const [from, to] = [Math.max(0, time - before), Math.min(view.duration, time + after)];
    player.play(from, { from, to, again: false });
  });

  const moveEdge = (to) =>
    withRow(async () => {
      const made = await store.edit(settings.edge === "start" ? "moveStart" : "moveEnd", () => {
        const row = selected();
        return row && { row: row.id, to: Math.round(Math.min(view.duration, Math.max(0, to(edgeTime(row))))) };
      });
      if (made && settings.listens) hearEdge();
    });

  /** Decides, and plays what is gone on to. */
  const decide = (name) =>
    withRow(async (row) => {
      const wasConfirmed = row.confirmed;
      if (!(await store.edit(name, { row: row.id }))) return;
      // The server names what is worth hearing next; after that comes what is next in time.
      const stayed = selected()?.id === row.id || (selected()?.start === row.start && !wasConfirmed);
      if (stayed && rows.shown.indexOf(selected()) < rows.shown.length - 1) rows.move(1);
      if (settings.listens && selected() && selected().start !== row.start) hearRow(selected());
    });

  /** Goes to what is worth hearing first. */
  const begin = () => {
    const row = store.firstToHear ?? store.rows[0];
    if (!row) return store.say("there are no rows yet");
    store.select(row.id);
    if (settings.listens) hearRow(row);
  };

  const addMarker = (time, isFree) =>
    store.edit("add", { at: Math.round(Math.min(view.duration, Math.max(0, time))), ...(isFree ? {} : { snap: snapWithin }) });

  const seek = (time) => {
    player.seek(Math.min(view.duration, Math.max(0, time)));
    view.reveal(player.position);
  };
  const zoom = (factor) => {
    const isSeen = player.position >= view.left && player.position <= view.right;
    view.zoom(factor, isSeen ? player.position : view.left + view.width / 2);
  };

  const actions = {
    // MARK: Deciding
    confirm(given) {
      if (!selected()) return begin();
      return isUnnamed(selected()) ? assign.take() : confirmNamed(given);
    },
    reject: decide("reject"),
    unconfirm: edit("unconfirm"),
    undo: () => store.edit("undo"),
    redo: () => store.edit("redo"),
    async confirmAll() {
      const open = rows.shown.filter((row) => !row.confirmed && !isUnnamed(row));
      if (!open.length) return store.say("all rows that are shown are confirmed or have no name");
      const answer = await choose("Confirm what wasn't heard?", `${counted(open.length, "row")} of the list will count as checked by a person.`, [
        ["yes", `Confirm ${counted(open.length, "row")}`],
      ]);
      if (answer) store.edit("confirmAll", { rows: open.map((row) => row.id) });
    },

    // MARK: What it is
    ayah: withRow(() => at("ayah").focus()),
    fill: () => assign.fill(),
    note: withRow(() => at("note").focus()),
    skip: withRow(async (row) => {
      const kinds = store.facts.skips.map((kind) => [kind, kind]);
      const kind = await choose("What is heard instead of an ayah?", "", kinds);
      if (kind) store.edit("skip", { row: row.id, kind });
    }),
    split: edit("split", () => ({ at: position() })),
    join: edit("join"),
    remove: edit("remove"),
    marker: ({ isFree = false } = {}) => addMarker(player.position, isFree),

    // MARK: Boundaries
    earlier: moveEdge((time) => time - 20),
    later: moveEdge((time) => time + 20),
    muchEarlier: moveEdge((time) => time - 200),
    muchLater: moveEdge((time) => time + 200),
    here: moveEdge(() => player.position),
    quietest: withRow(async (row) => {
      const time = edgeTime(row);
      try {
        const quietest = await getQuietest(time, farther);
        if (quietest === time) return store.say("it is at the quietest moment already");
        return moveEdge(() => quietest)();
      } catch (error) {
        store.say(error.message, true);
      }
    }),
    edge: withRow(() => settings.setEdge(settings.edge === "start" ? "end" : "start")),
    hearEdge,

    // MARK: Listening
    play() {
      if (store.facts.sound?.there === false) return store.say(store.facts.sound.why ?? "there is no sound", true);
      if (player.isPlaying) return player.pause();
      const row = selected();
      // After a row was heard: once again.
      if (row && Math.abs(player.position - row.end) < 30) return hearRow(row);
      const now = player.position >= view.duration ? 0 : player.position;
      const isInside = row && now >= row.start && now < row.end;
      player.play(now, isInside && settings.loops ? { from: row.start, to: row.end, again: true } : null);
    },
    loop() {
      settings.setLoops(!settings.loops);
      if (settings.loops && selected()) hearRow(selected());
      else player.stretch = null;
    },
    slower: () => player.setSpeed(player.speed - 0.25),
    faster: () => player.setSpeed(player.speed + 0.25),
    left: ({ isFine } = {}) => seek(player.position - (isFine ? 100 : 1000)),
    right: ({ isFine } = {}) => seek(player.position + (isFine ? 100 : 1000)),
    home: ({ target } = {}) => (target?.closest("#rows") ? rows.move(-Infinity) : seek(0)),
    end: ({ target } = {}) => (target?.closest("#rows") ? rows.move(Infinity) : seek(view.duration)),

    // MARK: Going about
    back: () => rows.move(-1),
    forward: () => rows.move(1),
    pageUp: ({ target } = {}) => (target?.closest("#wave") ? view.scroll(-view.width) : rows.move(-rows.page)),
    pageDown: ({ target } = {}) => (target?.closest("#wave") ? view.scroll(view.width) : rows.move(rows.page)),
    rest() {
      rows.filter.value = rows.filter.value === "doubtful" ? "all" : "doubtful";
      rows.changed();
      store.say(rows.filter.value === "all" ? "all rows are shown" : "only what is worth hearing is shown");
    },
    find: () => rows.search.focus(),
    zoomIn: () => zoom(0.5),
    zoomOut: () => zoom(2),
    showAll: () => view.showAll(),
    showRow: withRow((row) => {
      const margin = (row.end - row.start) * 0.15 + 100;
      view.show(row.start - margin, row.end + margin);
    }),
    spectrogram: () => settings.setSpectrogram(!settings.hasSpectrogram),

    // MARK: The bundle
    async markAgain() {
      const [from, to] = stretchAround(store, selected());
      const answers = [["all", "All that isn't confirmed"]];
      if (selected() && (from || to)) {
        answers.push(["between", `Only ${from ? `from ${label(from)}` : "from the beginning"} ${to ? `to ${label(to)}` : "to the end"}`]);
      }
      const answer = await choose("Mark again?", "What is confirmed stays as it is; the rest is looked for anew.", answers);
      if (!answer) return;
      const fields = answer === "all" ? {} : { ...(from ? { from: from.end } : {}), ...(to ? { to: to.start } : {}) };
      store.edit("markAgain", fields);
    },
    segment() {
      const { settled } = store.facts;
      return settled.segment ? store.edit("segment") : store.say(settled.why || "there are no markers that could become segments", true);
    },
    reopen: () => store.edit("reopen"),
    keys: () => at("keys").showModal(),
    quit() {
      player.pause();
      store.say("everything is saved; this window can be closed");
      // Only windows that a script opened can be closed by one.
      window.close();
    },

    // Of the other parts of the page.
    hearRow,
    addMarker,
  };
  const confirmNamed = decide("confirm");
  return actions;
}

/** The confirmed rows before and after `row`, between which it is looked for anew. */
function stretchAround(store, row) {
  if (!row) return [null, null];
  const index = store.indexOf(row);
  return [store.rows.slice(0, index).findLast((one) => one.confirmed) ?? null, store.rows.slice(index + 1).find((one) => one.confirmed) ?? null];
}
