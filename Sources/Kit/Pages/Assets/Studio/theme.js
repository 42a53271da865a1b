// Colours and textures of the style sheet, for canvases; asked anew when the reader's settings change.
const names = [
  "page", "ink", "soft", "line", "raised", "link", "confirmed", "open", "skipped", "fault", "wave", "now", "selected",
];

/** Colours by name, textures by state, and the type of labels. */
export let theme = null;

const queries = ["(prefers-color-scheme: dark)", "(forced-colors: active)", "(prefers-contrast: more)"];

/** Reads the theme now, and calls `changed` each time it is another. */
export function watchTheme(changed) {
  const read = () => {
    const style = getComputedStyle(document.documentElement);
    theme = Object.fromEntries(names.map((name) => [name, style.getPropertyValue("--" + name).trim()]));
    theme.font = getComputedStyle(document.body).fontFamily;
    theme.textures = new Map();
  };
  read();
  for (const query of queries) {
    matchMedia(query).addEventListener("change", () => {
      read();
      changed();
    });
  }
}

/** A pattern in `color`: what tells states apart for those who don't see their colours. */
export function texture(pen, name, color) {
  const key = name + color;
  if (!theme.textures.has(key)) theme.textures.set(key, pen.createPattern(drawTexture(name, color), "repeat"));
  return theme.textures.get(key);
}

function drawTexture(name, color) {
  const ratio = window.devicePixelRatio || 1;
  const gap = Math.round({ sparse: 16, dense: 8, dots: 8, crossed: 10 }[name] * ratio);
  const tile = new OffscreenCanvas(gap, gap);
  const pen = tile.getContext("2d");
  pen.strokeStyle = pen.fillStyle = color;
  pen.lineWidth = ratio;
  pen.beginPath();
  if (name === "dots") {
    pen.arc(gap / 2, gap / 2, ratio, 0, 7);
    pen.fill();
    return tile;
  }
  // Beyond the corners, so that the lines meet without a gap.
  for (const shift of [-gap, 0, gap]) {
    pen.moveTo(shift - 2, gap + 2);
    pen.lineTo(shift + gap + 2, -2);
    if (name === "crossed") {
      pen.moveTo(shift - 2, -2);
      pen.lineTo(shift + gap + 2, gap + 2);
    }
  }
  pen.stroke();
  return tile;
}
