"use strict";
// A published library in a browser: small files are asked for when they are needed, and held against their checksums.
(() => {
  const { surahs: names, elsewhere } = JSON.parse(document.getElementById("tilawa-data").textContent);
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
  let end = null;
  let playing = null;
  let opened = { address: null, url: null };
  let timer = null;

  const element = (name, attributes, ...content) => {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...content);
    return made;
  };
  const three = (number) => String(number).padStart(3, "0");
  const say = (text) => { status.textContent = text; };
  const clock = (seconds) => {
    const whole = Math.floor(seconds);
    const two = (value) => String(value).padStart(2, "0");
    const minutes = `${Math.floor(whole / 60) % 60}:${two(whole % 60)}`;
    return whole >= 3600 ? `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}` : minutes;
  };

  async function load(address, file) {
    const known = file && loaded.get(file.sha256);
    if (known) return known;
    const answer = await fetch(file ? `${address}?${file.sha256.slice(0, 16)}` : address, file ? {} : { cache: "no-cache" });
    if (!answer.ok) throw new Error(`${address} is not there (${answer.status})`);
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
    if (!fits) throw new Error(`${address} is not what the library says; it may have been published anew: load the page again`);
  }

  async function attempt(work) {
    try { await work(); } catch (error) { say(error.message); }
  }

  // Which numbers "1-31,40" are.
  const numbers = (text) => (text || "").split(",").filter(Boolean).flatMap((run) => {
    const [first, last = first] = run.split("-").map(Number);
    return Array.from({ length: Math.min(287, last - first + 1) }, (_, index) => first + index);
  });
  const nameOf = (id) => people.get(id)?.name || id || "Unknown reciter";
  const option = (value, text) => element("option", { value }, text);
  const fits = (one) =>
    (!reciters.value || (one.reciter ?? "?") === reciters.value) && (!riwayat.value || one.riwayah === riwayat.value);

  async function begin() {
    root = await load("tilawa-library.json");
    if (root.tilawa_library !== 1) throw new Error("this library was published in a later version than this page knows");
    if (root.title) {
      document.title = root.title;
      find("title").textContent = root.title;
    }
    const count = (number, one, many) => `${number.toLocaleString("en")} ${number === 1 ? one : many}`;
    find("lead").textContent = `${count(root.recordings, "recording", "recordings")}, ${
      count(root.rows, "row", "rows")} that can be played, in ${count(root.surahs.length, "surah", "surahs")}.`;
    if (root.reciters.bytes < 4e6) {
      people = new Map((await load("reciters.json", root.reciters)).reciters.map((one) => [one.reciter, one]));
    }
    surahs.replaceChildren(...root.surahs.map((one) => option(one.surah, `${one.surah} ${names[one.surah - 1][0]}`)));
    if (!root.surahs.length) return say("This library has no rows that can be played.");
    find("browser").hidden = false;
    await follow();
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
    fill(reciters, "All reciters", new Set(held.held.map((one) => one.reciter ?? "?")), (id) => nameOf(id === "?" ? null : id));
    fill(riwayat, "All riwayat", new Set(held.held.map((one) => one.riwayah)), (id) => id);
    find("surah-name").replaceChildren(element("bdi", { lang: "ar", class: "arabic" }, names[entry.surah - 1][1]));
    draw();
    forget();
  }

  function fill(select, all, values, text) {
    const before = select.value;
    const options = [...values].map((value) => option(value, text(value)));
    options.sort((a, b) => a.textContent.localeCompare(b.textContent));
    select.replaceChildren(option("", all), ...options);
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
      const name = one.ayah === 0 ? "Basmalah" : String(one.ayah);
      const label = `${one.ayah === 0 ? "Basmalah" : `Ayah ${one.ayah}`}${verified.has(one.ayah) ? ", verified" : ""}`;
      const button = element("button", {
        type: "button", class: verified.has(one.ayah) ? "verified" : "", "aria-label": label, "data-ayah": one.ayah,
        "aria-pressed": String(one.ayah === shown.ayah),
      }, name);
      button.addEventListener("click", () => { location.hash = `#${surah.entry.surah}:${one.ayah}`; });
      return element("li", {}, button);
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
    if (!entry) return say(`No row holds ${surah.entry.surah}:${ayah}.`);
    shown = { ayah, rows: [], parts: entry.parts, part: 0, drawn: 0 };
    for (const button of ayat.querySelectorAll("button")) {
      button.setAttribute("aria-pressed", String(Number(button.dataset.ayah) === ayah));
    }
    find("heading").textContent = `${names[surah.entry.surah - 1][0]} ${surah.entry.surah}:${ayah}`;
    await showMore();
    say(shown.rows.length ? `${shown.rows.length} of ${entry.rows} rows are listed.` : "Nobody who is chosen recites it.");
  }

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
    list.append(...rows.map(item));
    shown.drawn += rows.length;
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

  function item(row) {
    const who = row.recording.reciter === row.reciter && row.recording.reciter_name || null;
    const name = people.get(row.reciter)?.listed ? nameOf(row.reciter) : who ?? nameOf(row.reciter);
    const where = place(row);
    const button = element("button", { type: "button" }, "Play");
    button.setAttribute("aria-label", `Play ${name}, ${row.recording.title ?? row.recording.path}`);
    if (where) button.addEventListener("click", () => attempt(() => play(row, button)));
    else button.disabled = true;
    const shared = row.ayah.includes("-") ? `, with all of ${row.ayah}` : "";
    const facts = [
      row.riwayah, row.verified ? "verified" : "not verified", row.recording.recorded_at ?? row.recording.imported_at,
      `${clock(row.start)} to ${clock(row.end)}${shared}`, where ? null : "its audio is not here",
    ].filter(Boolean).join(" · ");
    return element("li", {}, button, element("div", {}, element("bdi", { class: "name" }, name), " ",
      element("bdi", {}, row.recording.title ?? row.recording.path), element("div", { class: "soft" }, facts)));
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
    say("This server sends whole files alone: the recording is loaded first.");
    const whole = await fetch(address).then((answer) => answer.ok ? answer.blob() : null).catch(() => null);
    if (opened.address !== address) return false;
    if (!whole) {
      opened.address = null;
      throw new Error("This server sends whole files alone, so nothing inside of this recording can be played.");
    }
    opened.url = URL.createObjectURL(whole);
    return ready(opened.url);
  }

  async function play(row, button) {
    const where = place(row);
    const what = `${surah.entry.surah}:${shown.ayah}`;
    playing?.button?.removeAttribute("aria-current");
    playing = { ayah: shown.ayah, button };
    button?.setAttribute("aria-current", "true");
    const mine = playing;
    end = null;
    audio.pause();
    audio.hidden = false;
    say(what);
    if (!await open(new URL(where.address, location.href).href, where.start) || mine !== playing) return;
    say(what);
    end = where.end;
    audio.currentTime = where.start;
    await audio.play().catch((error) => say(`It can't be played: ${error.message}`));
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

  // By a timer: `timeupdate` comes up to a quarter of a second late.
  function stopAtEnd() {
    clearTimeout(timer);
    if (end === null || audio.paused) return;
    const left = (end - audio.currentTime) / audio.playbackRate;
    if (left > 0) {
      timer = setTimeout(stopAtEnd, Math.min(left, 1) * 1000);
      return;
    }
    end = null;
    audio.pause();
    if (goOn.checked) attempt(playNext);
  }

  for (const type of ["playing", "seeked", "ratechange"]) audio.addEventListener(type, stopAtEnd);
  audio.addEventListener("error", () => say("The audio can't be loaded."));
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
    const step = { ArrowRight: 1, ArrowLeft: -1, Home: -Infinity, End: Infinity }[event.key];
    if (!step) return;
    const buttons = [...ayat.querySelectorAll("button")];
    const index = Math.max(0, Math.min(buttons.length - 1, buttons.indexOf(document.activeElement) + step));
    buttons[index]?.focus();
    event.preventDefault();
  });
  addEventListener("hashchange", () => attempt(follow));
  if (location.protocol === "file:") {
    say("Browsers read no other files for a page that is opened from a folder: serve the folder, for instance with python3 -m http.server.");
  } else {
    attempt(begin);
  }
})();
