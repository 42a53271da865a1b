// How a row is called, and what a listener should know of it, in the person's language.
export const { text, number, digits } = globalThis.tilawaLanguages;

/** Whether the page is in a language that is written from right to left, whose names of surahs are Arabic. */
export const isArabicScript = () => document.documentElement.dir === "rtl";

let surahs = [];
/** Takes the names of the 114 surahs: `[Latin, Arabic]` each. */
export const setSurahs = (names) => (surahs = names);

/** The name of a surah. */
export const surahName = (surah) => surahs[surah - 1]?.[isArabicScript() ? 1 : 0] ?? String(surah);

/** `{surah, first, lastSurah, last}` of `2:255`, `2:1-5` or `8:75-9:1`. */
export function parts(ayah) {
  const found = /^(\d+):(\d+)(?:-(?:(\d+):)?(\d+))?$/.exec(ayah);
  if (!found) return null;
  const [surah, first, lastSurah, last] = found.slice(1).map((digits) => (digits === undefined ? undefined : Number(digits)));
  return { surah, first, lastSurah: lastSurah ?? surah, last: last ?? first };
}

const numbered = (surah, ayah) => (ayah === 0 ? text("studio.basmalahOf", { surah }) : `${surah} ${digits(ayah)}`);

/** `Al-Fatihah 2`, `Al-Anfal 75 – At-Tawbah 1`, `Basmalah of Al-Ikhlas`. */
export function nameOf(ayah) {
  const range = parts(ayah);
  if (!range) return ayah;
  const first = numbered(surahName(range.surah), range.first);
  if (range.lastSurah !== range.surah) return `${first} – ${surahName(range.lastSurah)} ${digits(range.last)}`;
  return range.last === range.first ? first : `${first}–${digits(range.last)}`;
}

/** What is heard where no ayah is. A file may have words that the catalogue hasn't. */
export const skipName = (kind) => {
  const said = text(`studio.skip.${kind}`);
  return said === `studio.skip.${kind}` ? kind : said;
};

/** Whether a person must still say what the row holds. */
export const isUnnamed = (row) => row.ayah === null && row.skip === null;
/** Whether it is the basmalah before a surah, which is counted as ayah 0. */
export const isBasmalah = (row) => /:0$/.test(row.ayah ?? "");

/** The row in a few letters: `1:2`, `basmalah`, `no name yet`. */
export function label(row) {
  if (isBasmalah(row)) return skipName("basmalah");
  return row.ayah !== null ? digits(row.ayah) : row.skip !== null ? skipName(row.skip) : text("studio.noName");
}

/** A sign for those who don't see colours, and words. */
export function stateWords(row, isDoubtful, isDisputed) {
  if (isDisputed) return ["●", text("studio.state.disputed")];
  if (isUnnamed(row)) return [isDoubtful ? "●" : "", text("studio.noName")];
  if (row.confirmed) return ["✓", text("studio.state.confirmed")];
  return isDoubtful ? ["●", text("studio.state.doubtful")] : ["", text("studio.state.open")];
}

export const percent = (confidence) => (confidence === null ? "" : number(confidence, { style: "percent", maximumFractionDigits: 0 }));

/** Why the row is worth hearing, its findings, and its note: `{kind, text, isForeign}` each; foreign ones are in English. */
export function remarks(row, findings, isDoubtful) {
  const order = ["error", "warning", "info"];
  const found = [...findings].sort((one, other) => order.indexOf(one.severity) - order.indexOf(other.severity));
  const unsure = isDoubtful && row.confidence !== null && row.confidence < 0.9;
  return [
    ...found.map((one) => ({ kind: one.severity, text: one.message, code: one.code, isForeign: true })),
    ...row.doubts.map((doubt) => ({ kind: "doubt", text: doubt, isForeign: true })),
    ...(unsure ? [{ kind: "doubt", text: row.confidence === 0 ? text("studio.rejected") : text("studio.onlySure", { percent: percent(row.confidence) }) }] : []),
    ...(row.note ? [{ kind: "note", text: row.note }] : []),
  ];
}
