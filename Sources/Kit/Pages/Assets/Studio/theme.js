// Colours of the style sheet, for canvases; asked anew when the reader's settings change.
const names = ["paper", "sheet", "ink", "soft", "line", "accent", "accent-wash", "right", "doubt", "wrong", "wave", "wave-played"];

/** Colours by name, and the type of labels. */
export let theme = null;

const queries = ["(prefers-color-scheme: dark)", "(forced-colors: active)", "(prefers-contrast: more)"];

/** Reads the theme now, and calls `changed` each time it is another. */
export function watchTheme(changed) {
  const read = () => {
    const style = getComputedStyle(document.documentElement);
    theme = Object.fromEntries(names.map((name) => [name, style.getPropertyValue("--" + name).trim()]));
    theme.font = getComputedStyle(document.body).fontFamily;
    // An outline for those whose colours are few.
    theme.isForced = matchMedia("(forced-colors: active)").matches;
  };
  read();
  for (const query of queries) {
    matchMedia(query).addEventListener("change", () => {
      read();
      changed();
    });
  }
}
