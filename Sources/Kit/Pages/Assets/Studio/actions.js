// What a person can do, by the names that keys and buttons have for it.
import { getQuietest } from "./api.js";
import { choose } from "./choice.js";
import { label, skipName, text } from "./describe.js";
import { at } from "./dom.js";
import { snapWithin } from "./pointer.js";
import { isUnnamed } from "./state.js";

/** So much is heard before and after an edge. */
const [before, after] = [1000, 1500];
/** A key looks farther for the quietest moment than a drag does, as in `tilawa review --listen`. */
const farther = 400;
/** Whoever decides so soon after the sound has gone on to the next row means the row before: nobody judges faster. */
const reaction = 350;

export function makeActions({ store, view, player, rows, assign, settings, showFinish }) {
  const position = () => Math.round(player.position);
  const selected = () => store.selected;

  /** Runs `work` with the selected row; says so when there is none. */
  const withRow = (work) => (given) => {
    if (!selected()) return store.say(text("studio.chooseFirst"), true);
    return work(selected(), given);
  };
  const edit = (name, fields = () => ({})) => withRow((row, given) => store.edit(name, { row: row.id, ...fields(row, given) }));

  const hearRow = (row) => player.play(row.start, settings.stretch(row));
  const edgeTime = (row) => (settings.edge === "start" ? row.start : row.end);
  const aroundEdge = (row) => {
    const time = edgeTime(row);
    return { from: Math.max(0, time - before), to: Math.min(view.duration, time + after) };
  };
  const hearEdge = withRow((row) => {
    const { from, to } = aroundEdge(row);
    player.play(from, { from, to, again: settings.loop === "edge" });
  });

  const moveEdge = (to) =>
    withRow(async (row) => {
      const time = Math.round(Math.min(view.duration, Math.max(0, to(edgeTime(row)))));
      const made = store.edit(settings.edge === "start" ? "moveStart" : "moveEnd", { row: row.id, to: time });
      if (settings.loop === "edge" && player.isPlaying && player.stretch) Object.assign(player.stretch, aroundEdge(row));
      else if ((await made) && settings.listens && selected()) hearEdgeSoon();
    });
  // Once, after the last of many.
  let hearing = 0;
  const hearEdgeSoon = () => {
    clearTimeout(hearing);
    hearing = setTimeout(hearEdge, 120);
  };

  /** Decides, and goes on to what is worth hearing next. */
  const decide = (name) => (given) => {
    if (!selected()) return begin();
    const { followed } = settings;
    const row = followed && performance.now() - followed.at < reaction ? (store.row(followed.from) ?? selected()) : selected();
    if (name === "confirm" && isUnnamed(row)) return assign.take();
    const isSettled = name === "confirm" && row.confirmed && !store.isDoubtful(row);
    const made = isSettled ? null : store.edit(name, { row: row.id }, false);
    const next = name === "confirm" || rows.filter.value === "doubtful" ? store.nextToHear(row.start, row) : rows.after(row);
    if (!next || next === row) {
      if (isSettled) store.say(text("studio.allChecked"));
      return made;
    }
    store.select(next.id, "decision");
    if (isSettled) store.say(text("studio.wasRight", { row: label(row) }));
    // What plays into the row anyway isn't broken off.
    const isNear = player.isPlaying && !player.stretch && Math.abs(player.position - next.start) < 700;
    if (settings.listens && !isNear) hearRow(next);
    return made;
  };

  /** Goes to what is worth hearing first. */
  const begin = () => {
    const row = store.firstToHear ?? store.rows[0];
    if (!row) return store.say(text("studio.emptyRecording"));
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

  /** Shows what is worth hearing alone, or all again. */
  const rest = (isOnly = rows.filter.value !== "doubtful") => {
    rows.filter.value = isOnly ? "doubtful" : "all";
    rows.changed();
    at("left").setAttribute("aria-pressed", isOnly);
    if (isOnly && rows.shown.length && !rows.shown.includes(selected())) rows.choose(rows.shown[0]);
  };

  return {
    // MARK: Deciding
    confirm: decide("confirm"),
    reject: decide("reject"),
    unconfirm: edit("unconfirm"),
    undo: () => (store.facts?.undo === null ? store.say(text("studio.nothingToUndo")) : store.edit("undo")),
    redo: () => (store.facts?.redo === null ? store.say(text("studio.nothingToRedo")) : store.edit("redo")),
    async confirmAll() {
      const open = rows.shown.filter((row) => !row.confirmed && !isUnnamed(row));
      if (!open.length) return store.say(text("studio.allShownChecked"));
      const answer = await choose(text("studio.allRightTitle"), text("studio.allRightText", { n: open.length }), [["yes", text("studio.allRightYes", { n: open.length })]]);
      if (answer) store.edit("confirmAll", { rows: open.map((row) => row.id) });
    },

    // MARK: What it is
    ayah: withRow(() => at("ayah").focus()),
    fill: () => assign.fill(),
    note: withRow(() => {
      at("more").open = true;
      at("note").focus();
    }),
    skip: withRow(async (row) => {
      const kinds = store.facts.skips.map((kind) => [kind, skipName(kind)]);
      const kind = await choose(text("studio.skipTitle"), "", kinds);
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
        if (quietest === time) return store.say(text("studio.isInPause"));
        return moveEdge(() => quietest)();
      } catch (error) {
        store.say(error.message, true, true);
      }
    }),
    beginning: withRow(() => settings.setEdge("start")),
    ending: withRow(() => settings.setEdge("end")),
    edge: withRow(() => settings.setEdge(settings.edge === "start" ? "end" : "start")),
    hearEdge,
    loopEdge: withRow(() => {
      settings.setLoop(settings.loop === "edge" ? null : "edge");
      if (settings.loop) hearEdge();
      else player.stretch = null;
    }),

    // MARK: Listening
    play() {
      if (store.facts?.sound?.there === false) return store.facts.sound.why ? store.say(store.facts.sound.why, true, true) : store.say(text("studio.noSound"), true);
      if (player.isPlaying) return player.pause();
      const row = selected();
      const now = player.position >= view.duration ? 0 : player.position;
      if (settings.loop === "edge" && row) return hearEdge();
      const isInside = row && now >= row.start && now < row.end;
      player.play(now, isInside ? settings.stretch(row) : null);
    },
    loop() {
      settings.setLoop(settings.loop === "row" ? null : "row");
      if (settings.loop && selected()) hearRow(selected());
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
    rest: () => rest(),
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
      // There is nothing to ask where there is nothing yet.
      if (!store.rows.length) return store.edit("markAgain");
      const [from, to] = stretchAround(store, selected());
      const answers = [["all", text("studio.findAll")]];
      if (selected() && (from || to)) {
        answers.push(["between", text("studio.findBetween", { from: from ? label(from) : text("studio.theBeginning"), to: to ? label(to) : text("studio.theEnd") })]);
      }
      const answer = await choose(text("studio.findTitle"), text("studio.findText"), answers);
      if (!answer) return;
      const fields = answer === "all" ? {} : { ...(from ? { from: from.end } : {}), ...(to ? { to: to.start } : {}) };
      store.edit("markAgain", fields);
    },
    stopMarking: () => store.edit("stopMarking"),
    segment() {
      const { settled } = store.facts;
      return settled.segment ? store.edit("segment") : settled.why ? store.say(settled.why, true, true) : store.say(text("studio.noSegments"), true);
    },
    reopen: () => store.edit("reopen"),
    finish: () => showFinish(),
    keys() {
      at("keys").showModal();
      at("keys-title").focus({ preventScroll: true });
      at("keys").scrollTop = 0;
    },
    quit() {
      player.pause();
      store.say(text("studio.saved"));
      // Only windows that a script opened can be closed by one.
      window.close();
    },

    // Of the other parts of the page.
    hearRow,
    addMarker,
    showDoubtful: rest,
  };
}

/** The confirmed rows before and after `row`, between which it is looked for anew. */
function stretchAround(store, row) {
  if (!row) return [null, null];
  const index = store.indexOf(row);
  return [store.rows.slice(0, index).findLast((one) => one.confirmed) ?? null, store.rows.slice(index + 1).find((one) => one.confirmed) ?? null];
}
