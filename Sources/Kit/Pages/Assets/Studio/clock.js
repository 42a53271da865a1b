// Times are whole milliseconds everywhere; people read and write minutes and seconds.

/** `754340` as `12:34.340`, with hours where there are any. */
export function clock(milliseconds, digits = 3) {
  const all = Math.max(0, Math.round(milliseconds));
  const two = (value) => String(value).padStart(2, "0");
  const minutes = Math.floor(all / 60000);
  const fraction = digits ? "." + String(all % 1000).padStart(3, "0").slice(0, digits) : "";
  const seconds = two(Math.floor(all / 1000) % 60) + fraction;
  return minutes >= 60 ? `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${seconds}` : `${minutes}:${seconds}`;
}

/** Milliseconds of `12:34.34`, `1:02:03` or `75.5`; null when it is no time. */
export function milliseconds(text) {
  if (!/^\s*(\d+:){0,2}\d+([.,]\d*)?\s*$/.test(text)) return null;
  return Math.round(text.replace(",", ".").split(":").reduce((sum, part) => sum * 60 + Number(part), 0) * 1000);
}
