"use strict";
// Stops sound at a moment, in whichever page plays a row: the row after it isn't to be heard.
globalThis.tilawaEnding = (audio, ended) => {
  let [end, timer] = [null, null];
  const look = () => {
    clearTimeout(timer);
    if (end === null || audio.paused) return;
    const left = (end - audio.currentTime) / audio.playbackRate;
    if (left > 0.003) {
      // Timers come late; the last few hundredths of a second are waited for in small steps.
      timer = setTimeout(look, left > 0.04 ? Math.min(left - 0.03, 1) * 1000 : 1);
      return;
    }
    end = null;
    audio.pause();
    ended?.();
  };
  for (const type of ["playing", "seeked", "ratechange"]) audio.addEventListener(type, look);
  return (time) => { end = time; look(); };
};
