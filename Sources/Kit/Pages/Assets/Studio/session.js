// How this window looks is kept as long as the window; what is annotated is the server's alone.
const prefix = "tilawa " + location.pathname + " ";

/** What was kept under `name`, or `otherwise`. */
export function kept(name, otherwise) {
  try {
    const text = sessionStorage.getItem(prefix + name);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

/** Keeps `value` under `name`; a browser that keeps nothing is no fault. */
export function keep(name, value) {
  try {
    sessionStorage.setItem(prefix + name, JSON.stringify(value));
  } catch {
    // Then it is as it was when the window is opened again.
  }
}
