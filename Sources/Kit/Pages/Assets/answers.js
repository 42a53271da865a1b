"use strict";
// A page that asks about rows of a recording. It needs nothing but itself: the sound is decoded here, so that no
// format must be known to the browser, and what was answered leaves the page only when its person sends it.
(() => {
  const data = JSON.parse(document.getElementById("tilawa-data").textContent);
  const { text, number, digits, say, onChange } = tilawaLanguages;
  const find = (selector) => document.querySelector(selector);
  const [step, lead, taste] = [100, 2000, 1500]; // milliseconds
  const rows = data.rows;

  // MARK: What was answered

  const place = `tilawa-answers ${data.recording} ${data.asked}`;
  const empty = () => ({ answers: rows.map(() => ({})), edges: {}, person: "", answered: null, at: 0 });
  const state = (() => {
    try {
      const kept = JSON.parse(localStorage.getItem(place));
      return kept?.answers?.length === rows.length ? { ...empty(), ...kept } : empty();
    } catch { return empty(); }
  })();
  const keep = () => {
    state.answered = new Date().toISOString().replace(/\.\d+Z$/, "Z");
    try { localStorage.setItem(place, JSON.stringify(state)); } catch { /* A page from a file may have no storage. */ }
  };
  // Rows that meet share a boundary, which is known by the time it was asked at.
  const edgeName = (row, time) => `${row.list} ${time}`;
  const startOf = (row) => state.edges[edgeName(row, row.start)] ?? row.start;
  const endOf = (row) => state.edges[edgeName(row, row.end)] ?? row.end;
  const nameOf = (index) => state.answers[index].name ?? { ayah: rows[index].ayah, skip: rows[index].skip };
  const isMoved = (row) => startOf(row) !== row.start || endOf(row) !== row.end;
  const isChanged = (index) => Boolean(state.answers[index].name) || isMoved(rows[index]);
  const isAnswered = (index) => {
    const { verdict, name, note, moved } = state.answers[index];
    return Boolean(verdict || name || note || moved);
  };
  const answered = () => rows.filter((_, index) => isAnswered(index)).length;

  // MARK: The text that is sent

  // What a person types may hold anything; YAML takes what JSON writes, without what can't be seen.
  const clean = (typed, length) => Array.from(typed.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, " ")
    .replace(/[\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/g, "").trim())
    .filter((letter) => letter < "\ud800" || letter > "\udfff" || letter.length > 1).slice(0, length).join("");
  const quoted = (typed, length = 500) => JSON.stringify(clean(typed, length));
  const seconds = (time) => `${Math.floor(time / 1000)}.${String(time % 1000).padStart(3, "0")}`;
  const yaml = () => {
    const lines = ["tilawa: 1", `recording: ${JSON.stringify(data.recording)}`];
    if (data.audio) lines.push(`audio: "${data.audio}"`);
    if (clean(data.title, 500)) lines.push(`title: ${quoted(data.title)}`);
    if (data.numbering !== "kufi") lines.push(`numbering: ${data.numbering}`);
    lines.push(`asked: ${data.asked}`);
    if (clean(state.person, 100)) lines.push(`answered_by: ${quoted(state.person, 100)}`);
    if (state.answered) lines.push(`answered: ${state.answered}`);
    const given = rows.map((row, index) => [row, state.answers[index], index]).filter(([, , index]) => isAnswered(index));
    lines.push(given.length ? "answers:" : "answers: []");
    for (const [row, answer] of given) {
      const parts = [`file: ${row.list}`, `start: ${seconds(row.start)}`, `end: ${seconds(row.end)}`];
      if (row.ayah) parts.push(`ayah: "${row.ayah}"`);
      if (row.skip) parts.push(`skip: ${row.skip}`);
      if (answer.verdict) parts.push(`verdict: ${answer.verdict}`);
      if (startOf(row) !== row.start) parts.push(`new_start: ${seconds(startOf(row))}`);
      if (endOf(row) !== row.end) parts.push(`new_end: ${seconds(endOf(row))}`);
      if (answer.name?.ayah) parts.push(`new_ayah: "${answer.name.ayah}"`);
      if (answer.name?.skip) parts.push(`new_skip: ${answer.name.skip}`);
      if (clean(answer.note ?? "", 500)) parts.push(`note: ${quoted(answer.note)}`);
      lines.push(`  - { ${parts.join(", ")} }`);
    }
    return lines.join("\n") + "\n";
  };

  // MARK: Sound

  const steps = [7, 8, 9, 10, 11, 12, 13, 14, 16, 17, 19, 21, 23, 25, 28, 31, 34, 37, 41, 45, 50, 55, 60, 66, 73, 80, 88, 97, 107, 118, 130,
    143, 157, 173, 190, 209, 230, 253, 279, 307, 337, 371, 408, 449, 494, 544, 598, 658, 724, 796, 876, 963, 1060, 1166, 1282, 1411, 1552, 1707,
    1878, 2066, 2272, 2499, 2749, 3024, 3327, 3660, 4026, 4428, 4871, 5358, 5894, 6484, 7132, 7845, 8630, 9493, 10442, 11487, 12635, 13899,
    15289, 16818, 18500, 20350, 22385, 24623, 27086, 29794, 32767];
  const changes = [-1, -1, -1, -1, 2, 4, 6, 8];
  /** The samples of a clip, in IMA ADPCM: four bits each, the first in the lower half of a byte. */
  const decode = (clip) => {
    const bytes = Uint8Array.from(atob(clip.code), (letter) => letter.charCodeAt(0));
    const samples = new Int16Array(clip.count);
    let [last, level] = [0, 0];
    for (let index = 0; index < clip.count; index++) {
      const code = index % 2 ? bytes[index >> 1] >> 4 : bytes[index >> 1] & 15;
      const size = steps[level];
      const change = (size >> 3) + (code & 4 ? size : 0) + (code & 2 ? size >> 1 : 0) + (code & 1 ? size >> 2 : 0);
      last = Math.max(-32768, Math.min(32767, code & 8 ? last - change : last + change));
      level = Math.max(0, Math.min(88, level + changes[code & 7]));
      samples[index] = last;
    }
    return samples;
  };
  const decoded = new Map(); // The latest few; a phone has little memory.
  const samplesOf = (clip) => {
    const samples = decoded.get(clip) ?? decode(clip);
    decoded.delete(clip);
    decoded.set(clip, samples);
    if (decoded.size > 4) decoded.delete(decoded.keys().next().value);
    return samples;
  };
  const lengthOf = (clip) => Math.floor((clip.count / data.rate) * 1000);
  /** The parts of clips between two times of the recording. */
  const partsOf = (from, to) => data.clips.map((clip) => ({
    clip, from: Math.max(from, clip.start), to: Math.min(to, clip.start + lengthOf(clip)),
  })).filter((part) => part.from < part.to);
  const sampleAt = (clip, time) => Math.round(((time - clip.start) / 1000) * data.rate);
  /** A WAV file of parts: exactly what is to be heard, so that nothing must be sought, and it ends where it should. */
  const wave = (parts) => {
    const pieces = parts.map(({ clip, from, to }) => samplesOf(clip).slice(sampleAt(clip, from), sampleAt(clip, to)));
    const size = pieces.reduce((sum, piece) => sum + piece.length * 2, 0);
    const head = new DataView(new ArrayBuffer(44));
    const write = (at, letters) => [...letters].forEach((letter, index) => head.setUint8(at + index, letter.charCodeAt(0)));
    write(0, "RIFF"); head.setUint32(4, 36 + size, true); write(8, "WAVEfmt "); head.setUint32(16, 16, true);
    head.setUint16(20, 1, true); head.setUint16(22, 1, true); head.setUint32(24, data.rate, true); head.setUint32(28, data.rate * 2, true);
    head.setUint16(32, 2, true); head.setUint16(34, 16, true); write(36, "data"); head.setUint32(40, size, true);
    return new Blob([head, ...pieces], { type: "audio/wav" });
  };
  const audio = find("audio");
  let playing = null; // the parts that are heard
  const stop = () => { audio.pause(); playing = null; };
  const play = (from, to) => {
    const parts = partsOf(from, to);
    if (!parts.length) return;
    if (audio.src) URL.revokeObjectURL(audio.src);
    audio.src = URL.createObjectURL(wave(parts));
    playing = parts;
    audio.play().then(() => requestAnimationFrame(follow)).catch(() => { if (playing === parts) { playing = null; showPlaying(); } });
    showPlaying();
  };
  /** The time of the recording that is heard. */
  const heard = () => {
    if (!playing) return null;
    let rest = audio.currentTime * 1000;
    for (const part of playing) {
      if (rest < part.to - part.from) return part.from + rest;
      rest -= part.to - part.from;
    }
    return null;
  };
  const follow = () => { if (playing && !audio.paused) { draw(); requestAnimationFrame(follow); } };
  const showPlaying = () => {
    const button = find("[data-act=play]");
    button.textContent = playing ? "\u23f8\ufe0e" : "\u25b6\ufe0e";
    button.setAttribute("aria-label", text(playing ? "answers.pause" : "answers.play"));
    draw();
  };
  audio.addEventListener("ended", () => { playing = null; showPlaying(); });
  audio.addEventListener("pause", () => { if (!audio.ended) { playing = null; showPlaying(); } });

  // MARK: The picture

  const slider = find("[data-wave]");
  const canvas = find("canvas");
  let edge = "start";
  const row = () => rows[state.at];
  const view = () => partsOf(row().from - lead, row().to + lead).filter((part) =>
    part.to > Math.min(row().start, startOf(row())) - lead && part.from < Math.max(row().end, endOf(row())) + lead).map((part) => ({
    ...part, from: Math.max(part.from, Math.min(row().start, startOf(row())) - lead), to: Math.min(part.to, Math.max(row().end, endOf(row())) + lead),
  })).filter((part) => part.from < part.to);
  const gap = 14; // pixels, where a long row is cut
  const scale = (width) => {
    const parts = view();
    const length = parts.reduce((sum, part) => sum + part.to - part.from, 0);
    const each = (width - gap * (parts.length - 1)) / length;
    let left = 0;
    return parts.map((part) => {
      const placed = { ...part, left, right: left + (part.to - part.from) * each, each };
      left = placed.right + gap;
      return placed;
    });
  };
  const xOf = (time, placed) => {
    const part = placed.find((one) => time <= one.to) ?? placed[placed.length - 1];
    return part.left + Math.max(0, Math.min(part.to, time) - part.from) * part.each;
  };
  const timeAt = (x, placed) => {
    const part = placed.find((one) => x <= one.right + gap / 2) ?? placed[placed.length - 1];
    return Math.round(part.from + Math.max(0, Math.min(part.right, x) - part.left) / part.each);
  };
  /** The loudest sample of each pixel from `left` to `right`, drawn as if the loudest of all filled the height. */
  let shown = { name: "" };
  const columns = (placed, ratio) => {
    const name = JSON.stringify(placed.map((part) => [part.from, part.to, part.left, part.right, ratio]));
    if (shown.name === name) return shown.columns;
    const columns = placed.flatMap((part) => {
      const samples = samplesOf(part.clip);
      const [first, last] = [Math.round(part.left * ratio), Math.round(part.right * ratio)];
      return Array.from({ length: last - first }, (_, column) => {
        const time = (pixel) => part.from + (pixel / (last - first)) * (part.to - part.from);
        const from = sampleAt(part.clip, time(column));
        let peak = 0;
        for (const sample of samples.subarray(from, Math.max(from + 1, sampleAt(part.clip, time(column + 1))))) peak = Math.max(peak, Math.abs(sample));
        return { x: first + column, time: time(column), peak };
      });
    });
    const loudest = columns.reduce((most, { peak }) => Math.max(most, peak), 1000);
    for (const column of columns) column.peak /= loudest;
    shown = { name, columns };
    return columns;
  };
  let waits = false;
  const draw = () => { if (!waits) { waits = true; requestAnimationFrame(() => { waits = false; drawNow(); }); } };
  const drawNow = () => {
    const ratio = devicePixelRatio || 1;
    const box = canvas.getBoundingClientRect();
    if (!box.width || !rows.length) return;
    const [width, height] = [Math.round(box.width * ratio), Math.round(box.height * ratio)];
    if (canvas.width !== width || canvas.height !== height) { canvas.width = width; canvas.height = height; }
    const pen = canvas.getContext("2d");
    const styles = getComputedStyle(document.documentElement);
    const colors = {};
    const color = (name) => (colors[name] ??= styles.getPropertyValue(`--${name}`).trim());
    pen.clearRect(0, 0, width, height);
    const placed = scale(box.width);
    if (!placed.length) return;
    const at = (time) => xOf(time, placed) * ratio;
    const [start, end, now] = [startOf(row()), endOf(row()), heard()];
    pen.fillStyle = color("accent-wash");
    pen.fillRect(at(start), 0, at(end) - at(start), height);
    for (const { x, time, peak } of columns(placed, ratio)) {
      const half = Math.max(0.5 * ratio, peak * (height / 2 - 4 * ratio));
      pen.fillStyle = color(now !== null && time < now && time >= playing[0].from ? "wave-played" : "wave");
      pen.fillRect(x, height / 2 - half, 1, half * 2);
    }
    pen.fillStyle = color("soft");
    for (const part of placed.slice(0, -1)) {
      for (let dot = 0; dot < 3; dot++) pen.fillRect((part.right + gap / 2 - 1) * ratio, height / 2 + (dot - 1) * 8 * ratio, 2 * ratio, 2 * ratio);
    }
    for (const [name, time] of [["start", start], ["end", end]]) {
      const fixed = isFixed(name);
      pen.fillStyle = color(name === edge && !fixed ? "accent" : "soft");
      pen.fillRect(at(time) - ratio, 0, 2 * ratio, height);
      if (fixed) continue;
      pen.beginPath();
      const knob = [at(time) - 7 * ratio, name === "start" ? 0 : height - 18 * ratio, 14 * ratio, 18 * ratio];
      if (pen.roundRect) pen.roundRect(...knob, 4 * ratio); else pen.rect(...knob);
      pen.fill();
    }
    if (now !== null) { pen.fillStyle = color("ink"); pen.fillRect(at(now) - ratio / 2, 0, ratio, height); }
  };
  new ResizeObserver(draw).observe(canvas);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);

  // MARK: Boundaries

  const isFixed = (name) => row().fixed[name === "start" ? 0 : 1];
  const timeOf = (name) => (name === "start" ? startOf(row()) : endOf(row()));
  const move = (name, wanted) => {
    if (isFixed(name)) return;
    const one = row();
    const least = name === "start" ? one.from : (one.inner?.[1] ?? startOf(one)) + 100;
    const most = name === "start" ? (one.inner?.[0] ?? endOf(one)) - 100 : one.to;
    const time = Math.max(least, Math.min(most, Math.round(wanted)));
    // The sound between two clips of a long row isn't here.
    if (!view().some((part) => part.from <= time && time <= part.to)) return;
    state.edges[edgeName(one, name === "start" ? one.start : one.end)] = time;
    state.answers[state.at].moved = isMoved(one);
    keep();
    show();
  };
  const playEdge = () => {
    const time = timeOf(edge);
    if (edge === "start") play(time, Math.min(time + taste, endOf(row())));
    else play(Math.max(time - taste, startOf(row())), time);
  };
  const shift = (by) => { move(edge, timeOf(edge) + by); playEdge(); };
  slider.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -step, ArrowDown: -step, ArrowRight: step, ArrowUp: step }[event.key];
    if (!by || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    shift(event.shiftKey ? by / 10 : by);
  });
  let drag = false;
  const pointed = (event) => timeAt(event.clientX - canvas.getBoundingClientRect().left, scale(canvas.getBoundingClientRect().width));
  slider.addEventListener("pointerdown", (event) => {
    const placed = scale(canvas.getBoundingClientRect().width);
    const x = event.clientX - canvas.getBoundingClientRect().left;
    const near = ["start", "end"].filter((name) => !isFixed(name))
      .map((name) => [Math.abs(xOf(timeOf(name), placed) - x), name]).sort((a, b) => a[0] - b[0])[0];
    // A touch beside both handles is for listening from there.
    if (!near || near[0] > 24) { play(pointed(event), endOf(row()) + lead); return; }
    edge = near[1];
    drag = true;
    slider.setPointerCapture(event.pointerId);
    show();
  });
  slider.addEventListener("pointermove", (event) => { if (drag) move(edge, pointed(event)); });
  for (const name of ["pointerup", "pointercancel"]) slider.addEventListener(name, () => { if (drag) { drag = false; playEdge(); } });

  // MARK: What is shown

  const surahName = (surah) => data.surahs[surah - 1]?.[["ar", "ur"].includes(tilawaLanguages.language) ? 1 : 0] ?? "";
  const label = (index) => {
    const name = nameOf(index);
    if (name.skip) return text(`common.skip-${data.skips.includes(name.skip) ? name.skip : "other"}`);
    if (!name.ayah) return text("common.unnamed");
    // `2:5`, `2:1-4` or `8:75-9:1`.
    const [surah, first] = name.ayah.split(":");
    const rest = name.ayah.slice(surah.length + 1);
    const isBasmalah = first === "0";
    return isBasmalah ? text("answers.basmalah-of", { surah: surahName(surah) })
      : text("answers.ayah-of", { surah: surahName(surah), ayah: digits(rest) });
  };
  const clock = (time) => digits(`${Math.floor(time / 60000)}:${String(Math.floor(time / 1000) % 60).padStart(2, "0")}.${String(time % 1000).padStart(3, "0")}`);
  const say1 = (message) => { find("[data-status]").textContent = message; };
  let finishing = false;

  const show = () => {
    find("[data-card]").hidden = finishing;
    find("footer").hidden = finishing;
    find("[data-finish]").hidden = !finishing;
    const left = rows.length - answered();
    find("[data-left]").textContent = left ? text("answers.left", { n: left, all: rows.length }) : text("answers.all-answered");
    const bars = find("[data-steps]");
    if (bars.childElementCount !== Math.min(rows.length, 40)) bars.replaceChildren(...rows.slice(0, 40).map(() => document.createElement("i")));
    [...bars.children].forEach((bar, index) => {
      const place = rows.length <= 40 ? index : Math.floor((index * rows.length) / 40);
      bar.className = place === state.at && !finishing ? "here" : state.answers[place].verdict ?? (isAnswered(place) ? "right" : "");
    });
    find("[data-act=finish]").textContent = text("answers.send", { n: answered() });
    find("[data-act=finish]").disabled = answered() === 0;
    if (finishing) return showFinish();
    const [one, answer] = [row(), state.answers[state.at]];
    find("[data-place]").textContent = text("answers.place", { place: state.at + 1, all: rows.length });
    find("[data-act=previous]").disabled = state.at === 0;
    find("[data-act=next]").disabled = state.at === rows.length - 1;
    const words = find("[data-ayah]");
    words.hidden = !rows.some((other) => other.text);
    words.textContent = answer.name ? "" : one.text ?? "";
    words.classList.toggle("long", words.textContent.length > 90);
    const translation = find("[data-translation]");
    translation.hidden = !rows.some((other) => other.translation);
    translation.textContent = answer.name ? "" : one.translation ?? "";
    if (one.language) translation.lang = one.language;
    find("[data-what]").textContent = label(state.at);
    find("[data-reasons]").replaceChildren(...(answer.name ? [] : one.reasons).map(([key, values]) => {
      const item = document.createElement("li");
      item.textContent = text(key, values);
      return item;
    }));
    for (const button of document.querySelectorAll("[data-edge]")) {
      button.setAttribute("aria-pressed", String(button.dataset.edge === edge));
      button.disabled = isFixed(button.dataset.edge);
    }
    for (const name of ["earlier", "later"]) find(`[data-act=${name}]`).disabled = isFixed(edge);
    find("[data-time]").textContent = clock(timeOf(edge));
    slider.setAttribute("aria-valuemin", one.from / 1000);
    slider.setAttribute("aria-valuemax", one.to / 1000);
    slider.setAttribute("aria-valuenow", timeOf(edge) / 1000);
    slider.setAttribute("aria-valuetext", `${text(edge === "start" ? "answers.start" : "answers.end")} ${clock(timeOf(edge))}`);
    find("[data-act=right]").textContent = `\u2713 ${text(isChanged(state.at) ? "answers.right-like-this" : "answers.right")}`;
    for (const verdict of ["right", "wrong"]) find(`[data-act=${verdict}]`).setAttribute("aria-pressed", String(answer.verdict === verdict));
    find("[data-act=none]").setAttribute("aria-pressed", String(answer.name?.skip === "other"));
    find("[data-act=undo]").hidden = !isAnswered(state.at);
    const note = find("[data-note]");
    note.hidden = !answer.note && document.activeElement !== note.querySelector("textarea") && !note.dataset.open;
    if (document.activeElement !== note.querySelector("textarea")) note.querySelector("textarea").value = answer.note ?? "";
    showPlaying();
  };
  const showFinish = () => {
    find("[data-summary]").textContent = text("answers.summary", { n: answered(), all: rows.length });
    find("[data-person]").value = state.person;
    find("[data-yaml]").value = yaml();
    const canShare = Boolean(navigator.share);
    find("[data-act=share]").hidden = !canShare;
    find("[data-act=save]").className = canShare ? "plain" : "accent";
  };
  const go = (index, focuses = true) => {
    stop();
    delete find("[data-note]").dataset.open;
    state.at = Math.max(0, Math.min(rows.length - 1, index));
    edge = isFixed("start") && !isFixed("end") ? "end" : "start";
    show();
    if (focuses) { scrollTo(0, 0); find("[data-what]").focus({ preventScroll: true }); }
  };
  const decide = (verdict) => {
    state.answers[state.at].verdict = verdict;
    keep();
    say1(text(verdict === "right" ? "answers.said-right" : "answers.said-wrong", { row: label(state.at) }));
    const order = rows.map((_, index) => (state.at + 1 + index) % rows.length);
    const next = order.find((index) => !state.answers[index].verdict);
    if (next === undefined) finish(); else { go(next); play(startOf(row()), endOf(row())); }
  };
  const finish = () => { stop(); finishing = true; show(); scrollTo(0, 0); find("[data-summary]").focus({ preventScroll: true }); };

  // MARK: Another ayah

  const dialog = find("[data-naming]");
  const surah = find("[data-surah]");
  const ofSurah = () => data.surahs[surah.value - 1][2];
  const bound = () => { for (const name of ["first", "last"]) find(`[data-${name}]`).max = ofSurah(); };
  const openNaming = () => {
    surah.replaceChildren(...data.surahs.map((names, index) => new Option(`${number(index + 1)} ${surahName(index + 1)}`, index + 1)));
    const [chapter, verses] = (nameOf(state.at).ayah ?? rows.find((one) => one.ayah)?.ayah ?? "1:1").split(":");
    surah.value = chapter;
    find("[data-first]").value = verses.split("-")[0];
    find("[data-last]").value = /^\d+-\d+$/.test(verses) ? verses.split("-")[1] : "";
    bound();
    dialog.showModal();
  };
  const takeName = () => {
    const [first, last] = [find("[data-first]"), find("[data-last]")];
    if (!first.reportValidity() || !last.reportValidity()) return;
    if (last.value && Number(last.value) < Number(first.value)) { last.value = ""; last.focus(); return; }
    const ayah = `${surah.value}:${Number(first.value)}${last.value && last.value !== first.value ? `-${Number(last.value)}` : ""}`;
    if (ayah === row().ayah) delete state.answers[state.at].name; else state.answers[state.at].name = { ayah };
    keep();
    dialog.close();
    show();
  };
  surah.addEventListener("change", bound);
  dialog.addEventListener("keydown", (event) => { if (event.key === "Enter" && event.target.tagName === "INPUT") { event.preventDefault(); takeName(); } });

  // MARK: Sending

  const file = (ending) => {
    const words = data.title.normalize("NFKD").toLowerCase().match(/[a-z0-9]+/g)?.join("-").slice(0, 40);
    return new File([yaml()], `answers${words ? "-" + words : ""}.${ending}`, { type: "text/plain" });
  };
  const sent = (key) => { find("[data-sent]").textContent = text(key); };
  const share = async () => {
    // Browsers share files of few kinds; plain text is one everywhere.
    const one = file("txt");
    try {
      await navigator.share(navigator.canShare?.({ files: [one] }) ? { files: [one], title: one.name } : { text: yaml() });
      sent("answers.shared");
    } catch (error) { if (error.name !== "AbortError") { save(); } }
  };
  const save = () => {
    const link = document.createElement("a");
    const one = file("yaml");
    link.href = URL.createObjectURL(one);
    link.download = one.name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
    sent("answers.saved");
  };
  const copy = async () => {
    try { await navigator.clipboard.writeText(yaml()); } catch {
      find("[data-yaml]").select();
      document.execCommand("copy");
    }
    sent("answers.copied");
  };

  const acts = {
    play: () => (playing ? stop() : play(startOf(row()), endOf(row()))),
    earlier: () => shift(-step), later: () => shift(step),
    right: () => decide("right"), wrong: () => decide("wrong"),
    previous: () => go(state.at - 1), next: () => go(state.at + 1),
    name: openNaming, take: takeName, cancel: () => dialog.close(),
    none: () => {
      const answer = state.answers[state.at];
      if (answer.name?.skip === "other") delete answer.name; else answer.name = { skip: "other" };
      keep();
      show();
    },
    note: () => { find("[data-note]").dataset.open = "yes"; show(); find("[data-note] textarea").focus(); },
    undo: () => {
      for (const time of [row().start, row().end]) delete state.edges[edgeName(row(), time)];
      state.answers[state.at] = {};
      keep();
      show();
    },
    finish, back: () => { finishing = false; show(); }, share, save, copy,
  };
  document.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button?.dataset.edge) { edge = button.dataset.edge; show(); playEdge(); }
    acts[button?.dataset.act]?.();
  });
  find("[data-note] textarea").addEventListener("input", (event) => { state.answers[state.at].note = event.target.value; keep(); find("[data-act=undo]").hidden = false; });
  find("[data-person]").addEventListener("input", (event) => { state.person = event.target.value; keep(); find("[data-yaml]").value = yaml(); });
  onChange(show);
  addEventListener("DOMContentLoaded", () => {
    say();
    go(state.at, false);
    document.body.dataset.ready = "true";
  });
})();
