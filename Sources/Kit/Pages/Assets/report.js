"use strict";
// The page works without this as a printed report does; with it, everything can be heard.
(() => {
  const { text, digits, onChange } = tilawaLanguages;
  const data = JSON.parse(document.getElementById("tilawa-data").textContent);
  const style = () => getComputedStyle(document.documentElement);
  const clock = (seconds) => {
    const all = Math.max(0, Math.round(seconds * 1000));
    const two = (value) => String(value).padStart(2, "0");
    const minutes = Math.floor(all / 60000);
    const rest = two(Math.floor(all / 1000) % 60) + "." + String(all % 1000).padStart(3, "0");
    return minutes >= 60 ? `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${rest}` : `${minutes}:${rest}`;
  };
  let speaking = null; // the recording that is heard; only one is

  class Recording {
    constructor(section, facts) {
      this.facts = facts;
      this.section = section;
      this.audio = section.querySelector("audio");
      this.canvas = section.querySelector("canvas");
      this.slider = section.querySelector("[role=slider]");
      this.clock = section.querySelector("output");
      this.rows = [...section.querySelectorAll("tr[data-row]")];
      this.peaks = facts.peaks ? Int8Array.from(atob(facts.peaks.data), (c) => c.charCodeAt(0)) : null;
      this.position = 0;
      this.width = Math.min(facts.duration, 30);
      this.left = 0;
      this.stretch = null; // [from, to] that is heard, repeated while `loops`
      this.loops = false;
      this.listen();
      this.resize();
    }

    listen() {
      const { section, slider, audio } = this;
      section.addEventListener("click", (event) => {
        const button = event.target.closest("button");
        if (!button) return;
        if (button.dataset.play) this.play(...button.dataset.play.split(" ").map(Number));
        if (button.dataset.then) this.playBoth(button.dataset.then.split(" ").map(Number));
        const act = { toggle: () => this.toggle(), "zoom-in": () => this.zoom(0.5), "zoom-out": () => this.zoom(2) };
        act[button.dataset.act]?.();
      });
      section.querySelector("[data-speed]")?.addEventListener("change", (event) => {
        if (audio) audio.playbackRate = Number(event.target.value);
      });
      section.querySelector("[data-loop]")?.addEventListener("change", (event) => (this.loops = event.target.checked));
      section.querySelector("[data-doubtful]")?.addEventListener("change", (event) => {
        for (const row of this.rows) row.hidden = event.target.checked && !row.dataset.doubtful;
      });
      section.addEventListener("keydown", (event) => this.moveBetweenRows(event));
      if (slider) {
        slider.addEventListener("keydown", (event) => this.moveByKey(event));
        slider.addEventListener("pointerdown", (event) => {
          const box = this.canvas.getBoundingClientRect();
          this.seek(this.left + ((event.clientX - box.left) / box.width) * this.width);
          slider.focus();
        });
        slider.addEventListener("dblclick", () => this.playRowAt(this.position));
        slider.addEventListener("wheel", (event) => {
          if (!event.ctrlKey && !event.metaKey && Math.abs(event.deltaX) <= Math.abs(event.deltaY)) return;
          event.preventDefault();
          if (event.ctrlKey || event.metaKey) this.zoom(event.deltaY > 0 ? 1.25 : 0.8);
          else this.scroll((event.deltaX / 600) * this.width);
        }, { passive: false });
      }
      section.querySelector("svg.wave")?.addEventListener("click", (event) => {
        const box = event.currentTarget.getBoundingClientRect();
        this.seek(((event.clientX - box.left) / box.width) * this.facts.duration);
        this.center();
      });
      audio?.addEventListener("play", () => this.follow());
      audio?.addEventListener("pause", () => this.showState());
      audio?.addEventListener("seeked", () => { if (audio.paused) { this.position = audio.currentTime; this.show(); } });
      audio?.addEventListener("error", () => {
        const note = section.querySelector("[data-absent]");
        if (note) note.hidden = false;
      });
      new ResizeObserver(() => this.resize()).observe(section);
      matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.draw());
    }

    // Arrow keys go from a row to the next one, to the same button.
    moveBetweenRows(event) {
      const row = event.target.closest("tr[data-row]");
      if (!row || !["ArrowDown", "ArrowUp"].includes(event.key)) return;
      const shown = this.rows.filter((one) => !one.hidden);
      const next = shown[shown.indexOf(row) + (event.key === "ArrowDown" ? 1 : -1)];
      if (!next) return;
      event.preventDefault();
      const own = [...row.querySelectorAll("button")].indexOf(event.target);
      const buttons = next.querySelectorAll("button");
      (buttons[Math.max(0, own)] ?? buttons[0])?.focus();
    }

    moveByKey(event) {
      const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowDown: -0.1, ArrowUp: 0.1, PageDown: -10, PageUp: 10 };
      const acts = {
        Home: () => this.seek(0), End: () => this.seek(this.facts.duration), "+": () => this.zoom(0.5),
        "-": () => this.zoom(2), Enter: () => this.playRowAt(this.position), " ": () => this.toggle(),
      };
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      const act = event.key in steps ? () => this.seek(this.position + steps[event.key]) : acts[event.key];
      if (!act) return;
      event.preventDefault();
      act();
      this.reveal();
    }

    play(from, to) {
      if (!this.audio) return;
      if (speaking && speaking !== this) speaking.audio.pause();
      speaking = this;
      const { seekable } = this.audio;
      // Where a server sends whole files alone, it would be played from its start.
      if (from > 0 && this.audio.readyState > 0 && !(seekable.length && from < seekable.end(seekable.length - 1))) {
        const note = this.section.querySelector("[data-absent]");
        note.textContent = text("report.whole-files");
        note.hidden = false;
        return;
      }
      this.stretch = to === undefined ? null : [from, to];
      this.audio.currentTime = from;
      this.position = from;
      this.reveal();
      this.audio.play().catch(() => {});
    }

    // One stretch, then the other: as it was, as it is.
    playBoth(times) {
      this.play(times[0], times[1]);
      this.next = times.slice(2);
    }

    playRowAt(time) {
      const row = this.facts.rows.find((one) => one[0] <= time && time < one[1]);
      if (row) this.play(row[0], row[1]);
    }

    toggle() {
      if (!this.audio) return;
      if (this.audio.paused) this.play(this.position); else this.audio.pause();
    }

    seek(time) {
      this.position = Math.min(this.facts.duration, Math.max(0, time));
      this.stretch = null;
      if (this.audio) this.audio.currentTime = this.position;
      this.show();
    }

    follow() {
      const { audio } = this;
      this.showState();
      const step = () => {
        if (audio.paused) return;
        this.position = audio.currentTime;
        if (this.stretch && this.position >= this.stretch[1]) {
          if (this.next?.length) {
            const [from, to] = this.next.splice(0, 2);
            this.play(from, to);
          } else if (this.loops) audio.currentTime = this.stretch[0];
          else audio.pause();
        }
        this.reveal();
        requestAnimationFrame(step);
      };
      requestAnimationFrame(step);
    }

    zoom(factor) {
      const middle = this.position;
      this.width = Math.min(this.facts.duration, Math.max(2, this.width * factor));
      this.left = middle - this.width / 2;
      this.scroll(0);
    }

    scroll(by) {
      this.left = Math.max(0, Math.min(this.facts.duration - this.width, this.left + by));
      this.show();
    }

    center() { this.left = this.position - this.width / 2; this.scroll(0); }

    reveal() {
      if (this.position < this.left || this.position > this.left + this.width * 0.95) {
        this.left = this.position - this.width * 0.1;
        this.scroll(0);
      } else this.show();
    }

    showState() {
      const button = this.section.querySelector("[data-act=toggle]");
      if (button) button.textContent = text(this.audio && !this.audio.paused ? "report.pause" : "report.play");
      if (this.audio?.paused) this.next = null;
    }

    show() {
      if (this.clock) this.clock.textContent = digits(clock(this.position));
      const index = this.facts.rows.findIndex((one) => one[0] <= this.position && this.position < one[1]);
      if (index !== this.current) {
        this.rows.find((row) => row.getAttribute("aria-current"))?.removeAttribute("aria-current");
        this.rows.find((row) => Number(row.dataset.row) === index)?.setAttribute("aria-current", "true");
        this.current = index;
      }
      if (this.slider) {
        const name = index >= 0 ? ", " + (this.facts.rows[index][5] ? text(this.facts.rows[index][5]) : this.facts.rows[index][3]) : "";
        this.slider.setAttribute("aria-valuenow", this.position.toFixed(3));
        this.slider.setAttribute("aria-valuetext", clock(this.position) + name);
      }
      this.draw();
    }

    resize() {
      if (!this.canvas) return;
      const ratio = window.devicePixelRatio || 1;
      const box = this.canvas.getBoundingClientRect();
      this.canvas.width = Math.max(1, Math.round(box.width * ratio));
      this.canvas.height = Math.max(1, Math.round(box.height * ratio));
      this.draw();
    }

    draw() {
      if (!this.canvas || this.waits) return;
      this.waits = true;
      requestAnimationFrame(() => { this.waits = false; this.drawNow(); });
    }

    drawNow() {
      const { canvas, left, width, peaks, facts } = this;
      const pen = canvas.getContext("2d");
      const colors = style();
      const color = (name) => colors.getPropertyValue("--" + name).trim();
      const [w, h] = [canvas.width, canvas.height];
      const x = (time) => ((time - left) / width) * w;
      pen.clearRect(0, 0, w, h);
      pen.font = `${Math.round(h / 11)}px system-ui, sans-serif`;
      pen.textBaseline = "top";
      const [line, thin] = [Math.round(h / 22), Math.max(1, w / 900)];
      for (const [start, end, look, ayat, joins, key] of facts.rows) {
        const label = key ? text(key) : digits(ayat);
        if (end < left || start > left + width) continue;
        const [a, b] = [x(start), x(end)];
        if (start <= this.position && this.position < end) {
          pen.fillStyle = color("accent-wash");
          pen.fillRect(a, 0, b - a, h);
        }
        if (look === "right" || look === "doubt") {
          pen.fillStyle = color(look);
          pen.fillRect(a, h - line, b - a, line);
        }
        pen.fillStyle = color("line");
        pen.fillRect(a, 0, thin, h);
        for (const join of joins) {
          for (let y = 0; y < h; y += h / 20) pen.fillRect(x(join), y, thin, h / 40);
        }
        pen.fillStyle = color(look === "skipped" ? "soft" : "ink");
        const room = b - Math.max(a, 0);
        if (pen.measureText(label).width + 8 < room) pen.fillText(label, Math.max(a, 0) + 4, 3);
      }
      if (peaks) {
        pen.fillStyle = color("wave");
        const each = facts.peaks.perSecond;
        const first = Math.max(0, Math.floor(left * each));
        const last = Math.min(peaks.length / 2, Math.ceil((left + width) * each));
        const columns = Math.min(w, last - first);
        for (let column = 0; column < columns; column++) {
          const from = first + Math.floor(((last - first) * column) / columns);
          const to = Math.max(from + 1, first + Math.floor(((last - first) * (column + 1)) / columns));
          let [low, high] = [0, 0];
          for (let index = from; index < to; index++) {
            low = Math.min(low, peaks[2 * index]);
            high = Math.max(high, peaks[2 * index + 1]);
          }
          const at = x(from / each);
          const top = h / 2 - (high / 128) * (h / 2);
          pen.fillRect(at, top, Math.max(1, x(to / each) - at), Math.max(1, ((high - low) / 128) * (h / 2)));
        }
      }
      pen.fillStyle = color("accent");
      pen.fillRect(x(this.position) - 1, 0, Math.max(2, w / 600), h);
    }
  }

  const recordings = data.recordings.map((facts) => new Recording(document.getElementById(facts.id), facts));
  const showAll = () => {
    for (const one of document.querySelectorAll("[data-digits]")) one.textContent = digits(one.dataset.digits);
    for (const recording of recordings) { recording.showState(); recording.show(); }
  };
  onChange(showAll);
  showAll();
  document.body.dataset.ready = "true";
})();
