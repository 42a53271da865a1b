"use strict";
// A library: its recordings with what comes next for each, and a map of the mushaf by who can be heard.
(() => {
  const { text, number, digits, onChange } = globalThis.tilawaLanguages;
  const { entries, recordings, ayat, parts } = JSON.parse(document.getElementById("tilawa-data").textContent).library;
  const section = document.getElementById("library");
  const find = (name) => section.querySelector(`[data-${name}]`);
  const [search, next, list, more, reciter, by, map, player, status] = [
    "search", "next", "entries", "more", "reciter", "by", "map", "player", "status"].map(find);
  const audio = section.querySelector("audio");
  const stopAt = globalThis.tilawaEnding(audio);
  const pageSize = 25;
  let drawn = pageSize;
  let part = null;

  const element = (name, attributes, ...content) => {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...content);
    return made;
  };
  const clock = (seconds) => {
    const two = (value) => String(value).padStart(2, "0");
    const whole = Math.floor(seconds);
    const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
    return digits(hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`);
  };
  // What is written in digits, such as a time: from left to right in every language.
  const ltr = (content) => element("bdi", { dir: "ltr" }, content);
  const language = () => document.documentElement.lang;
  const day = (digits) => {
    const [year, month, date] = digits.split("-").map(Number);
    const when = new Date(Date.UTC(year, (month || 1) - 1, date || 1));
    const style = { year: "numeric", month: month ? "long" : undefined, day: date ? "numeric" : undefined, timeZone: "UTC", calendar: "gregory" };
    return Number.isNaN(when.getTime()) ? digits : new Intl.DateTimeFormat(language(), style).format(when);
  };
  // Letters alone count in a search, not their marks or the forms of alif.
  const plain = (words) => words.normalize("NFKD").replace(/\p{M}|\u0640/gu, "").replace(/[\u0622\u0623\u0625\u0671]/g, "\u0627").toLowerCase();
  const searched = entries.map(([title, reciters, path]) => plain([title, ...reciters, path].join(" ")));

  // MARK: The list

  function recordingsFound() {
    const words = plain(search.value).split(/\s+/).filter(Boolean);
    return entries.filter((entry, index) =>
      words.every((word) => searched[index].includes(word)) && (!next.value || entry[7] === next.value));
  }

  function item([title, reciters, path, date, length, confirmed, rows, state, command]) {
    const about = [
      reciters.length ? reciters.join(", ") : text("library.unknown-reciter"), date && day(date), ltr(clock(length)), ltr(path),
    ].filter(Boolean).map((fact) => element("span", {}, typeof fact === "string" ? element("bdi", {}, fact) : fact));
    const share = rows ? Math.floor(confirmed * 100 / rows) : 0;
    const bar = element("progress", { max: rows || 1, value: confirmed, "aria-label": text("library.progress") });
    return element("li", { "data-state": state },
      element("div", { class: "title" }, element("bdi", {}, title)), element("div", { class: "about" }, ...about),
      element("div", { class: "progress" }, bar, element("span", {}, number(share / 100, { style: "percent" }))),
      element("div", { class: "next" }, element("span", {}, text(`library.next-${state}`)),
        ...(command ? [element("code", { dir: "ltr" }, command)] : [])));
  }

  function showList() {
    const found = recordingsFound();
    list.replaceChildren(...found.slice(0, drawn).map(item));
    more.hidden = found.length <= drawn;
    find("found").textContent = found.length === entries.length ? "" : text("library.found", { n: found.length, all: entries.length });
  }

  // MARK: The map

  const heard = (index) => ayat[index][1].filter((one) => !reciter.value || recordings[one[0]][2] === reciter.value);
  const partName = ([count, names]) => (by.value === "page"
    ? text("library.page", { page: count, ayat: digits(names[0] ?? "") })
    : `${number(count)} ${names[["ar", "ur"].includes(language()) ? 1 : 0] ?? ""}`);

  function state([, , first, last]) {
    let [found, confirmed] = [0, 0];
    for (let index = first; index < last; index++) {
      const hearings = heard(index);
      if (hearings.length) found++;
      if (hearings.some((one) => one[3])) confirmed++;
    }
    return { found, confirmed, all: last - first };
  }

  function draw() {
    map.dataset.by = by.value;
    map.replaceChildren(...parts[by.value].map((one, index) => {
      const { found, confirmed, all } = state(one);
      const look = confirmed === all ? "all" : found === all ? "found" : found ? "part" : "none";
      const label = `${partName(one)}: ${text("library.part", { n: found, all, confirmed })}`;
      const button = element("button", {
        type: "button", class: look, "aria-label": label, title: label, "aria-pressed": String(part === index),
      }, number(one[0], { useGrouping: false }));
      button.addEventListener("click", () => { part = index; draw(); tell(); map.querySelectorAll("button")[index].focus(); });
      const item = element("li", {}, button);
      // Surahs are as wide as they are long.
      if (by.value === "surah") button.style.width = `${Math.max(2.4, all * 0.22)}rem`;
      return item;
    }));
  }

  function tell() {
    const list = find("list");
    const chosen = parts[by.value][part];
    if (!chosen) return list.replaceChildren();
    const rows = [];
    for (let index = chosen[2]; index < chosen[3]; index++) {
      const cell = element("div", {});
      const label = digits(ayat[index][0]);
      for (const [recording, start, stop, confirmed] of heard(index)) {
        const [address, title, who] = recordings[recording];
        const name = [who || text("library.unknown-reciter"), title].filter(Boolean).join(", ");
        const line = element("p", {});
        if (address) {
          const button = element("button", { type: "button", "aria-label": text("library.play-by", { ayah: label, name }) }, text("library.play"));
          button.addEventListener("click", () => play(address, start, stop, () => `${label} \u00b7 ${name}`));
          line.append(button, " ");
        }
        line.append(element("bdi", {}, name), " ", ltr(`${clock(start)}\u2013${clock(stop)}`), " ",
          element("span", { class: confirmed ? "right" : "soft" }, confirmed ? `\u2713 ${text("library.confirmed")}` : text("library.not-confirmed")));
        cell.append(line);
      }
      if (!cell.childNodes.length) cell.append(element("p", { class: "soft" }, text("library.nobody")));
      rows.push(element("li", {}, element("b", { dir: "ltr" }, label), cell));
    }
    list.replaceChildren(element("h3", { tabindex: "-1" }, partName(chosen)), element("ol", { class: "heard" }, ...rows));
  }

  // MARK: Sound

  let said = () => "";
  const say = (make) => {
    said = make;
    status.textContent = make();
  };

  function play(address, start, stop, what) {
    const begin = () => {
      // Where a server sends whole files alone, it would be played from its start.
      if (start > 0 && !(audio.seekable.length && start < audio.seekable.end(audio.seekable.length - 1))) {
        say(() => text("library.whole-only"));
        audio.pause();
        return;
      }
      audio.currentTime = start;
      stopAt(stop);
      audio.play().catch(() => {});
    };
    stopAt(null);
    player.hidden = false;
    say(what);
    if (audio.getAttribute("src") === address) return begin();
    audio.addEventListener("loadedmetadata", begin, { once: true });
    audio.setAttribute("src", address);
    audio.load();
  }

  audio.addEventListener("error", () => say(() => text("library.cannot-play")));

  // MARK: What is chosen

  const offer = (select, options) => {
    const before = select.value;
    select.replaceChildren(...options.map(([value, name]) => element("option", { value }, name)));
    if (options.some(([value]) => value === before)) select.value = before;
  };

  function offerAll() {
    const states = ["find", "hear", "segment", "fetch", "done"].filter((state) => entries.some((entry) => entry[7] === state));
    offer(next, [["", text("library.all-states")], ...states.map((state) => [state, text(`library.next-${state}`)])]);
    const names = [...new Set(recordings.map((one) => one[2]).filter(Boolean))].sort((a, b) => a.localeCompare(b, language()));
    offer(reciter, [["", text("library.all-reciters")], ...names.map((name) => [name, name])]);
    offer(by, [["page", text("library.by-page")], ["surah", text("library.by-surah")]]);
  }

  map.addEventListener("keydown", (event) => {
    const onward = document.documentElement.dir === "rtl" ? -1 : 1;
    const step = { ArrowRight: onward, ArrowLeft: -onward }[event.key];
    if (!step) return;
    const buttons = [...map.querySelectorAll("button")];
    buttons[buttons.indexOf(document.activeElement) + step]?.focus();
    event.preventDefault();
  });
  for (const control of [search, next]) {
    control.addEventListener("input", () => { drawn = pageSize; showList(); });
  }
  more.addEventListener("click", () => { drawn += pageSize; showList(); });
  reciter.addEventListener("change", () => { draw(); tell(); });
  by.addEventListener("change", () => { part = null; draw(); tell(); });

  const show = () => {
    offerAll();
    showList();
    draw();
    tell();
    status.textContent = said();
  };
  onChange(show);
  show();
  document.body.dataset.ready = "true";
})();
