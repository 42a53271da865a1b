"use strict";
// The map of a library: what is shown by the page itself is of all reciters; here it is of the one that is chosen.
(() => {
  const { recordings, ayat, parts } = JSON.parse(document.getElementById("tilawa-data").textContent).library;
  const section = document.getElementById("library");
  const map = section.querySelector(".map");
  const list = section.querySelector("[data-list]");
  const audio = section.querySelector("audio");
  const status = section.querySelector("[data-status]");
  const chosen = { reciter: "", by: "page", part: null };
  let end = null;

  const element = (name, attributes, ...content) => {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...content);
    return made;
  };
  const clock = (seconds) => {
    const two = (value) => String(value).padStart(2, "0");
    const whole = Math.floor(seconds);
    const rest = `${Math.floor(whole / 60) % 60}:${two(whole % 60)}`;
    return whole >= 3600 ? `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}` : rest;
  };
  const heard = (index) =>
    ayat[index][1].filter((one) => !chosen.reciter || recordings[one[0]][2] === chosen.reciter);

  function state(part) {
    const [, , first, last] = part;
    let [found, verified] = [0, 0];
    for (let index = first; index < last; index++) {
      const hearings = heard(index);
      if (hearings.length) found++;
      if (hearings.some((one) => one[3])) verified++;
    }
    return { found, verified, all: last - first };
  }

  function draw() {
    const shown = parts[chosen.by];
    map.replaceChildren(...shown.map((part, index) => {
      const { found, verified, all } = state(part);
      const look = verified === all ? "all" : found === all ? "found" : found ? "part" : "none";
      const label = `${part[1]}: ${found} of ${all} ayat, ${verified} confirmed`;
      const button = element("button", {
        type: "button", class: look, "aria-label": label, title: label, "aria-pressed": String(chosen.part === index),
      }, String(part[0]));
      button.addEventListener("click", () => { chosen.part = index; draw(); tell(); map.querySelectorAll("button")[index].focus(); });
      const item = element("li", {}, button);
      // Surahs are as wide as they are long.
      if (chosen.by === "surah") button.style.width = `${Math.max(1.7, all * 0.22)}rem`;
      return item;
    }));
  }

  function tell() {
    const part = parts[chosen.by][chosen.part];
    if (!part) return list.replaceChildren();
    const rows = [];
    for (let index = part[2]; index < part[3]; index++) {
      const hearings = heard(index);
      const cell = element("td", {});
      for (const [recording, start, stop, verified] of hearings) {
        const [address, title, reciter] = recordings[recording];
        const name = element("bdi", {}, [reciter, title].filter(Boolean).join(", "));
        const line = element("p", {});
        if (address) {
          const button = element("button", { type: "button", "aria-label": `Play ${ayat[index][0]} by ${reciter}` }, "Play");
          button.addEventListener("click", () => play(address, start, stop, `${ayat[index][0]}, ${reciter}, ${title}`));
          line.append(button, " ");
        }
        line.append(name, ` ${clock(start)}\u2013${clock(stop)}, ${verified ? "confirmed" : "not confirmed"}`);
        cell.append(line);
      }
      if (!hearings.length) cell.append("nobody");
      rows.push(element("tr", {}, element("th", { scope: "row" }, ayat[index][0]), cell));
    }
    list.replaceChildren(element("h3", { tabindex: "-1" }, part[1]),
      element("table", {}, element("caption", { class: "visually-hidden" }, part[1]), element("tbody", {}, ...rows)));
  }

  function play(address, start, stop, what) {
    const begin = () => {
      // Where a server sends whole files alone, it would be played from its start.
      if (start > 0 && !(audio.seekable.length && start < audio.seekable.end(audio.seekable.length - 1))) {
        status.textContent = "This server sends whole files alone, so nothing inside of this recording can be played: open the page from its folder.";
        audio.pause();
        return;
      }
      audio.currentTime = start;
      end = stop;
      audio.play().catch(() => {});
    };
    status.textContent = what;
    if (audio.getAttribute("src") === address) return begin();
    audio.addEventListener("loadedmetadata", begin, { once: true });
    audio.setAttribute("src", address);
    audio.load();
  }

  audio.addEventListener("play", () => {
    const step = () => {
      if (audio.paused) return;
      if (end !== null && audio.currentTime >= end) { end = null; audio.pause(); } else requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  });
  audio.addEventListener("error", () => { status.textContent = "This recording can't be played: it isn't beside this page, or your browser doesn't know its format."; });
  map.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const buttons = [...map.querySelectorAll("button")];
    buttons[buttons.indexOf(document.activeElement) + step]?.focus();
    event.preventDefault();
  });
  section.querySelector("[data-reciter]").addEventListener("change", (event) => { chosen.reciter = event.target.value; draw(); tell(); });
  section.querySelector("[data-by]").addEventListener("change", (event) => {
    Object.assign(chosen, { by: event.target.value, part: null });
    draw();
    tell();
  });
  draw();
  document.body.dataset.ready = "true";
})();
