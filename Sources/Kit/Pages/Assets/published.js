"use strict";
// A published library in a browser: small files are asked for when they are needed, and held against their checksums.
(() => {
  const { surahs: names, riwayat: readings, elsewhere } = JSON.parse(document.getElementById("tilawa-data").textContent);
  const { text, number, digits, onChange } = globalThis.tilawaLanguages;
  const find = (name) => document.querySelector(`[data-${name}]`);
  const [surahs, reciters, riwayat, ayat, list, more, audio, status] = [
    "surah", "reciter", "riwayah", "ayat", "list", "more", "audio", "status"].map(find);
  const goOn = find("go-on");
  const pageSize = 50;
  const loaded = new Map();
  let root = null;
  let people = new Map();
  let surah = null;
  let shown = { ayah: null, rows: [], parts: 0, part: 0, drawn: 0 };
  let playing = null;
  let opened = { address: null, url: null };
  const stopAt = globalThis.tilawaEnding(audio, () => { if (goOn.checked) attempt(playNext); });

  const element = (name, attributes, ...content) => {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...content);
    return made;
  };
  const three = (number) => String(number).padStart(3, "0");
  // The last that was said, to be said anew in another language.
  let said = () => "";
  const say = (make) => {
    said = make;
    status.textContent = make();
    find("player").hidden = !status.textContent && !playing;
  };
  class Trouble extends Error {
    constructor(key, values = {}) {
      super(text(key, values));
      this.say = () => text(key, values);
    }
  }
  const inArabic = () => ["ar", "ur"].includes(document.documentElement.lang);
  const surahName = (number) => names[number - 1][inArabic() ? 1 : 0];
  const riwayahName = (id) => readings[id]?.[inArabic() ? 1 : 0] ?? id;
  // The day itself, wherever its reader is: what was recorded on one evening isn't of another day elsewhere.
  const day = (time) => {
    const [year, month, date] = time.slice(0, 10).split("-").map(Number);
    const when = new Date(Date.UTC(year, (month || 1) - 1, date || 1));
    const style = { year: "numeric", month: month ? "long" : undefined, day: date ? "numeric" : undefined, timeZone: "UTC", calendar: "gregory" };
    return Number.isNaN(when.getTime()) ? time : new Intl.DateTimeFormat(document.documentElement.lang, style).format(when);
  };
  const clock = (seconds) => {
    const whole = Math.floor(seconds);
    const two = (value) => String(value).padStart(2, "0");
    const minutes = `${Math.floor(whole / 60) % 60}:${two(whole % 60)}`;
    return digits(whole >= 3600 ? `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}` : minutes);
  };

  async function load(address, file) {
    const known = file && loaded.get(file.sha256);
    if (known) return known;
    const answer = await fetch(file ? `${address}?${file.sha256.slice(0, 16)}` : address, file ? {} : { cache: "no-cache" });
    if (!answer.ok) throw new Trouble("published.not-there", { file: address });
    const bytes = await answer.arrayBuffer();
    if (file) await check(address, bytes, file);
    const value = JSON.parse(new TextDecoder().decode(bytes));
    if (file) {
      if (loaded.size > 400) loaded.delete(loaded.keys().next().value);
      loaded.set(file.sha256, value);
    }
    return value;
  }

  // Without https browsers compute no checksums; the size is compared all the same.
  async function check(address, bytes, file) {
    let fits = bytes.byteLength === file.bytes;
    if (fits && globalThis.crypto?.subtle) {
      const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
      fits = [...sum].map((byte) => byte.toString(16).padStart(2, "0")).join("") === file.sha256;
    }
    if (!fits) throw new Trouble("published.changed", { file: address });
  }

  async function attempt(work) {
    try { await work(); } catch (error) { say(error.say ?? (() => error.message)); }
  }

  // Which numbers "1-31,40" are.
  const numbers = (text) => (text || "").split(",").filter(Boolean).flatMap((run) => {
    const [first, last = first] = run.split("-").map(Number);
    return Array.from({ length: Math.min(287, last - first + 1) }, (_, index) => first + index);
  });
  const nameOf = (id) => (inArabic() && people.get(id)?.arabic_name) || people.get(id)?.name || id || text("published.unknown-reciter");
  const option = (value, text) => element("option", { value }, text);
  const fits = (one) =>
    (!reciters.value || (one.reciter ?? "?") === reciters.value) && (!riwayat.value || one.riwayah === riwayat.value);

  async function begin() {
    root = await load("tilawa-library.json");
    if (root.tilawa_library !== 1) throw new Trouble("published.later-version");
    if (root.reciters.bytes < 4e6) {
      people = new Map((await load("reciters.json", root.reciters)).reciters.map((one) => [one.reciter, one]));
    }
    introduce();
    document.querySelector(".first").hidden = true;
    if (!root.surahs.length) return say(() => text("published.nothing"));
    find("browser").hidden = false;
    await follow();
  }

  // What is said of all of the library.
  function introduce() {
    document.title = root.title || text("published.title");
    find("title").textContent = document.title;
    find("lead").textContent = [
      text("published.recordings-count", { n: root.recordings }), text("published.rows-count", { n: root.rows }),
      text("published.surahs-count", { n: root.surahs.length })].join(" · ");
    const chosen = surahs.value;
    surahs.replaceChildren(...root.surahs.map((one) => option(one.surah, `${number(one.surah)} ${surahName(one.surah)}`)));
    if (chosen) surahs.value = chosen;
  }

  // The place in the address, such as #18:10.
  async function follow() {
    const [, number, ayah] = /^#(\d{1,3})(?::(\d{1,3}))?$/.exec(location.hash) ?? [];
    const entry = root.surahs.find((one) => one.surah === Number(number)) ?? root.surahs[0];
    if (surah?.entry !== entry) await choose(entry);
    if (ayah !== undefined && shown.ayah !== Number(ayah)) await show(Number(ayah));
  }

  async function choose(entry) {
    const folder = `ayat/${three(entry.surah)}`;
    const [index, held] = await Promise.all([
      load(`${folder}/index.json`, entry.index), load(`${folder}/held.json`, entry.held)]);
    surah = { entry, folder, index, held: held.held };
    surahs.value = entry.surah;
    offer();
    find("surah-name").textContent = names[entry.surah - 1][1];
    draw();
    forget();
  }

  function offer() {
    const held = surah.held;
    fill(reciters, "published.all-reciters", new Set(held.map((one) => one.reciter ?? "?")), (id) => nameOf(id === "?" ? null : id));
    fill(riwayat, "published.all-riwayat", new Set(held.map((one) => one.riwayah)), riwayahName);
  }

  function fill(select, all, values, name) {
    const before = select.value;
    const options = [...values].map((value) => option(value, name(value)));
    options.sort((a, b) => a.textContent.localeCompare(b.textContent));
    select.replaceChildren(option("", text(all)), ...options);
    if (values.has(before)) select.value = before;
  }

  function draw() {
    const held = new Set();
    const verified = new Set();
    // What is counted otherwise is looked up in the files of ayat.
    for (const one of surah.held.filter(fits)) {
      if (!one.numbering) {
        for (const number of numbers(one.ayat)) held.add(number);
        for (const number of numbers(one.verified)) verified.add(number);
      }
    }
    const anyOther = surah.held.some((one) => one.numbering && fits(one));
    ayat.replaceChildren(...surah.index.ayat.filter((one) => anyOther || held.has(one.ayah)).map((one) => {
      const isBasmalah = one.ayah === 0;
      const name = isBasmalah ? text("published.basmalah") : number(one.ayah);
      const label = isBasmalah ? name : text("published.ayah", { ayah: one.ayah });
      const button = element("button", {
        type: "button", class: verified.has(one.ayah) ? "verified" : "", "data-ayah": one.ayah,
        "aria-label": verified.has(one.ayah) ? `${label}, ${text("published.verified")}` : label,
        "aria-pressed": String(one.ayah === shown.ayah),
      }, name);
      button.addEventListener("click", () => { location.hash = `#${surah.entry.surah}:${one.ayah}`; });
      return element("li", isBasmalah ? { class: "wide" } : {}, button);
    }));
  }

  function forget() {
    shown = { ayah: null, rows: [], parts: 0, part: 0, drawn: 0 };
    list.replaceChildren();
    more.hidden = true;
    find("heading").textContent = "";
  }

  async function show(ayah) {
    forget();
    const entry = surah.index.ayat.find((one) => one.ayah === ayah);
    if (!entry) return say(() => text("published.no-row", { ayah: reference(surah.entry.surah, ayah) }));
    shown = { ayah, rows: [], parts: entry.parts, part: 0, drawn: 0 };
    for (const button of ayat.querySelectorAll("button")) {
      button.setAttribute("aria-pressed", String(Number(button.dataset.ayah) === ayah));
    }
    head();
    await showMore();
    if (!shown.rows.length) say(() => text("published.nobody"));
    else if (!playing) say(() => "");
  }

  const reference = (surah, ayah) => digits(`${surah}:${ayah}`);
  const head = () => {
    const { ayah } = shown;
    find("heading").replaceChildren(element("bdi", {}, surahName(surah.entry.surah)), " ",
      element("bdi", { dir: "ltr" }, ayah === 0 ? text("published.basmalah") : reference(surah.entry.surah, ayah)));
  };

  async function nextPart() {
    const { ayah, part, parts } = shown;
    const address = `${surah.folder}/${three(ayah)}${part ? `-${part + 1}` : ""}.json`;
    const file = await load(address, parts[part].file);
    if (shown.ayah !== ayah) return;
    shown.part = part + 1;
    for (const recording of file.recordings) {
      for (const row of recording.rows) {
        const one = { ...row, reciter: row.reciter ?? recording.reciter, riwayah: row.riwayah ?? recording.riwayah, recording };
        if (row.relation !== "overlap" && row.relation !== "split" && fits(one)) shown.rows.push(one);
      }
    }
  }

  async function showMore() {
    while (shown.rows.length < shown.drawn + pageSize && shown.part < shown.parts.length) await nextPart();
    const rows = shown.rows.slice(shown.drawn, shown.drawn + pageSize);
    shown.drawn += rows.length;
    redraw();
    more.hidden = shown.drawn >= shown.rows.length && shown.part >= shown.parts.length;
  }

  // Where a row is heard: an address, and from when to when.
  function place(row) {
    const { audio: sound } = row.recording;
    if (row.cut) return { address: row.cut.at, start: row.start - row.cut.start, end: row.end - row.cut.start };
    if (sound.state === "copied") return { address: sound.at, start: row.start, end: row.end };
    if (sound.state === "referenced" && elsewhere) return { address: sound.url, start: row.start, end: row.end };
    return null;
  }

  const reciterOf = (row) => {
    const own = row.recording.reciter === row.reciter && row.recording.reciter_name || null;
    return people.get(row.reciter)?.listed ? nameOf(row.reciter) : own ?? nameOf(row.reciter);
  };
  const folderOf = (row) => row.recording.path.replace(/\.tilawa$/, "");
  const titleOf = (row) => row.recording.title ?? folderOf(row).split("/").pop();

  // All rows that are listed: what several of them have in common is told apart.
  function redraw() {
    const focused = [...list.querySelectorAll("button")].indexOf(document.activeElement);
    const rows = shown.rows.slice(0, shown.drawn);
    const alike = new Map();
    const key = (row) => JSON.stringify([reciterOf(row), titleOf(row)]);
    for (const row of rows) alike.set(key(row), (alike.get(key(row)) ?? new Set()).add(row.recording.path));
    list.replaceChildren(...rows.map((row) => item(row, alike.get(key(row)).size > 1)));
    list.querySelectorAll("button")[focused]?.focus();
  }

  function item(row, hasTwins) {
    const [name, title] = [reciterOf(row), titleOf(row)];
    const where = place(row);
    const button = element("button", { type: "button", "aria-label": text("published.play", { name: `${name}, ${title}` }) });
    button.innerHTML = '<svg viewBox="0 0 16 16" aria-hidden="true"><path d="M4 2v12l10-6z"/></svg>';
    if (playing?.row === row) {
      playing.button = button;
      button.setAttribute("aria-current", "true");
    }
    if (where) button.addEventListener("click", () => attempt(() => play(row, button)));
    else button.disabled = true;
    const facts = [
      hasTwins ? element("bdi", {}, folderOf(row)) : null,
      row.recording.recorded_at ? day(row.recording.recorded_at) : null, riwayahName(row.riwayah),
      row.verified ? element("span", { class: "right" }, `\u2713 ${text("published.verified")}`) : text("published.not-verified"),
      element("bdi", { dir: "ltr" }, `${clock(row.start)}\u2013${clock(row.end)}`),
      row.ayah.includes("-") ? text("published.shared", { ayat: digits(row.ayah) }) : null,
      where ? null : text("published.no-audio"),
    ].filter(Boolean).map((fact) => element("span", {}, fact));
    return element("li", {}, button, element("div", {},
      element("div", {}, element("bdi", { class: "name" }, name), " \u00b7 ", element("bdi", {}, title)),
      element("div", { class: "facts" }, ...facts)));
  }

  const ready = (source) => new Promise((resolve) => {
    for (const type of ["loadedmetadata", "error"]) audio.addEventListener(type, () => resolve(type === "loadedmetadata"), { once: true });
    audio.src = source;
  });
  const reaches = (time) => time === 0 || (audio.seekable.length > 0 && time < audio.seekable.end(audio.seekable.length - 1));

  // Where a server sends whole files alone, no place in them can be asked for: then the file is fetched, and played from here.
  async function open(address, time) {
    if (opened.address !== address || audio.readyState === 0) {
      if (opened.url) URL.revokeObjectURL(opened.url);
      opened = { address, url: null };
      if (!await ready(address)) return false;
    }
    if (reaches(time) || opened.url || opened.address !== address) return opened.address === address;
    say(() => text("published.whole"));
    const whole = await fetch(address).then((answer) => answer.ok ? answer.blob() : null).catch(() => null);
    if (opened.address !== address) return false;
    if (!whole) {
      opened.address = null;
      throw new Trouble("published.whole-only");
    }
    opened.url = URL.createObjectURL(whole);
    return ready(opened.url);
  }

  const seek = (time) => new Promise((resolve) => {
    if (Math.abs(audio.currentTime - time) < 0.001) return resolve(true);
    audio.addEventListener("seeked", () => resolve(Math.abs(audio.currentTime - time) < 0.2), { once: true });
    audio.currentTime = time;
  });

  async function play(row, button) {
    const where = place(row);
    const { entry } = surah;
    const { ayah } = shown;
    const what = () => `${surahName(entry.surah)} ${ayah === 0 ? text("published.basmalah") : reference(entry.surah, ayah)} \u00b7 ${reciterOf(row)}`;
    playing?.button?.removeAttribute("aria-current");
    playing = { ayah, row, button };
    button?.setAttribute("aria-current", "true");
    const mine = playing;
    stopAt(null);
    audio.pause();
    say(what);
    const address = new URL(where.address, location.href).href;
    if (!await open(address, where.start) || mine !== playing) return;
    // Some browsers take a place for one that can be reached, and then play from the start.
    if (!await seek(where.start) && !opened.url && mine === playing && !await open(address, Infinity)) return;
    if (mine !== playing || !await seek(where.start) || mine !== playing) return;
    say(what);
    stopAt(where.end);
    await audio.play().catch((error) => { if (error.name !== "AbortError") say(() => text("published.cannot-play")); });
  }

  async function playNext() {
    const ayahs = surah.index.ayat.map((one) => one.ayah);
    const next = ayahs[ayahs.indexOf(playing?.ayah) + 1];
    if (next === undefined || !surah) return;
    history.replaceState(null, "", `#${surah.entry.surah}:${next}`);
    await show(next);
    const index = shown.rows.findIndex(place);
    if (index >= 0) await play(shown.rows[index], list.querySelectorAll("button")[index]);
  }

  audio.addEventListener("error", () => say(() => text("published.cannot-load")));
  surahs.addEventListener("change", () => { location.hash = `#${surahs.value}`; });
  for (const select of [reciters, riwayat]) {
    select.addEventListener("change", () => { const { ayah } = shown; draw(); if (ayah !== null) attempt(() => show(ayah)); });
  }
  more.addEventListener("click", () => attempt(async () => {
    const before = shown.drawn;
    await showMore();
    list.querySelectorAll("button")[before]?.focus();
  }));
  // Arrow keys go through the ayat.
  ayat.addEventListener("keydown", (event) => {
    const onward = document.documentElement.dir === "rtl" ? -1 : 1;
    const step = { ArrowRight: onward, ArrowLeft: -onward, Home: -Infinity, End: Infinity }[event.key];
    if (!step) return;
    const buttons = [...ayat.querySelectorAll("button")];
    const index = Math.max(0, Math.min(buttons.length - 1, buttons.indexOf(document.activeElement) + step));
    buttons[index]?.focus();
    event.preventDefault();
  });
  addEventListener("hashchange", () => attempt(follow));
  onChange(() => {
    status.textContent = said();
    if (!root) return;
    introduce();
    if (!surah) return;
    offer();
    draw();
    if (shown.ayah !== null) head();
    redraw();
  });
  if (location.protocol === "file:") {
    document.querySelector(".first").hidden = true;
    say(() => text("published.from-folder"));
  } else {
    attempt(begin).then(() => { document.body.dataset.ready = "true"; });
  }
})();
