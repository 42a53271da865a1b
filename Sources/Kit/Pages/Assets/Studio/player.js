// The sound: played on, or a stretch of it once or again and again.
import { Speaker } from "./dom.js";
import { address } from "./api.js";
import { text } from "./describe.js";
import { keep, kept } from "./session.js";

export const [slowest, fastest] = [0.5, 2];

/** Tells: time, state, trouble. Positions are milliseconds. */
export class Player extends Speaker {
  position = 0;
  /** `{from, to, again}`: what is played; null to play on to the end. */
  stretch = null;
  speed = Math.min(fastest, Math.max(slowest, kept("speed", 1)));
  #audio;
  #isWAV = false;
  #isReleased = false;

  constructor(audio) {
    super();
    this.#audio = audio;
    audio.preservesPitch = true;
    audio.src = address("sound");
    this.#applySpeed();
    audio.addEventListener("play", () => this.#follow());
    for (const name of ["play", "pause"]) audio.addEventListener(name, () => this.tell("state"));
    // Pictures stand still in a window that isn't seen; sound doesn't.
    audio.addEventListener("timeupdate", () => this.#look());
    audio.addEventListener("loadedmetadata", () => this.#applySpeed());
    audio.addEventListener("ended", () => this.#look());
    audio.addEventListener("error", () => this.#otherwise());
    document.addEventListener("visibilitychange", () => this.#release());
  }

  get isPlaying() {
    return !this.#audio.paused;
  }

  /** Plays from `from`: to the end, or the stretch. */
  play(from, stretch = null) {
    this.#attach();
    this.stretch = stretch;
    this.#go(from);
    this.#audio.play().catch((error) => {
      if (error.name === "NotAllowedError") this.tell("trouble", text("studio.wantsClick"));
    });
  }

  pause() {
    this.#audio.pause();
  }

  /** Goes to `time`; what is played goes on from there. */
  seek(time) {
    if (this.stretch && (time < this.stretch.from || time > this.stretch.to)) this.stretch = null;
    this.#go(time);
  }

  /** The studio is gone, which is no fault of the sound, or answers again. */
  setAlone(isAlone) {
    const isBack = this.isAlone && !isAlone;
    this.isAlone = isAlone;
    // What a browser has of the sound of a server that is gone, it can't continue with that of another.
    if (!isBack || this.#isReleased) return;
    this.#isWAV = false;
    this.#audio.src = address("sound");
    this.#audio.currentTime = this.position / 1000;
  }

  #go(time) {
    this.position = Math.max(0, time);
    this.#audio.currentTime = this.position / 1000;
    this.tell("time");
  }

  setSpeed(speed) {
    this.speed = Math.min(fastest, Math.max(slowest, speed));
    keep("speed", this.speed);
    this.#applySpeed();
    this.tell("state");
  }

  #applySpeed() {
    this.#audio.defaultPlaybackRate = this.#audio.playbackRate = this.speed;
  }

  #follow() {
    const step = () => {
      if (this.#audio.paused) return;
      this.#look();
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }

  #look() {
    if (this.#audio.paused && !this.#audio.ended) return;
    this.position = this.#audio.currentTime * 1000;
    const { stretch } = this;
    if (stretch && (this.position >= stretch.to || this.#audio.ended)) {
      if (stretch.again && stretch.to - stretch.from > 50) {
        this.#go(stretch.from);
        if (this.#audio.paused) this.#audio.play().catch(() => {});
      } else {
        this.#audio.pause();
        this.#go(stretch.to);
      }
    }
    this.tell("time");
  }

  /** What the browser doesn't play as it is comes as WAV. */
  #otherwise() {
    if (this.#isReleased || this.isAlone) return;
    const wasPlaying = !this.#audio.paused;
    if (this.#isWAV) {
      this.#audio.pause();
      return this.tell("trouble", text("studio.noSound"));
    }
    this.#isWAV = true;
    this.#audio.src = address("sound?wav");
    this.#audio.currentTime = this.position / 1000;
    if (wasPlaying) this.play(this.position, this.stretch);
  }

  /** A window that is neither seen nor heard gives its connection back: a browser has six for all windows of a studio. */
  #release() {
    if (!document.hidden) return this.#attach();
    if (this.isPlaying || this.#isReleased) return;
    this.#isReleased = true;
    this.#audio.removeAttribute("src");
    this.#audio.load();
  }

  #attach() {
    if (!this.#isReleased) return;
    this.#isReleased = false;
    this.#audio.src = address(this.#isWAV ? "sound?wav" : "sound");
    this.#audio.currentTime = this.position / 1000;
  }
}
