// How a row is called, and what a listener should know of it, in words.
import { isUnnamed, stateOf } from "./state.js";

/** `1:2`, `skip takbir` or `no name yet`. */
export const label = (row) => row.ayah ?? (row.skip !== null ? row.skip : "no name yet");

/** Each with a sign, as not everybody sees colours. */
export function stateWords(row, isDisputed) {
  if (isDisputed) return ["!", "changed elsewhere, too"];
  if (isUnnamed(row)) return ["?", "no name yet"];
  if (row.confirmed) return ["✓", "confirmed"];
  return row.skip !== null ? ["–", "no ayah, not confirmed"] : ["~", "not confirmed"];
}

export const percent = (confidence) => (confidence === null ? "" : `${Math.round(confidence * 100)} %`);

/** Note, doubts and findings, the worst first: `{kind, text}` each. */
export function remarks(row, findings) {
  const order = ["error", "warning", "info"];
  const found = [...findings].sort((one, other) => order.indexOf(one.severity) - order.indexOf(other.severity));
  return [
    ...found.map((one) => ({ kind: one.severity, text: one.message, code: one.code })),
    ...row.doubts.map((text) => ({ kind: "doubt", text })),
    ...(row.note ? [{ kind: "note", text: row.note }] : []),
  ];
}

/** `3 rows`, `1 row`. */
export const counted = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;

export { isUnnamed, stateOf };
