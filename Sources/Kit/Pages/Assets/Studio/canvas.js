// Canvases that are as fine as the screen; their pens count in CSS pixels.

class Drawn {
  ratio = 1;
  width = 0;
  height = 0;

  constructor(canvas) {
    this.canvas = canvas;
    this.pen = canvas.getContext("2d");
  }

  resize(width, height, ratio, across = Math.round(width * ratio), down = Math.round(height * ratio)) {
    [this.width, this.height, this.ratio] = [width, height, ratio];
    [across, down] = [Math.max(1, across), Math.max(1, down)];
    if (this.canvas.width !== across) this.canvas.width = across;
    if (this.canvas.height !== down) this.canvas.height = down;
  }

  /** Empties it and gives its pen. */
  begin() {
    const { pen, ratio } = this;
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, this.canvas.width, this.canvas.height);
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    return pen;
  }

  /** The edge of a pixel of the screen nearest to `x`, so that lines are crisp however fine the screen is. */
  snap(x) {
    return Math.round(x * this.ratio) / this.ratio;
  }

  /** The width of a line of `width` CSS pixels: whole pixels of the screen. */
  thick(width = 1) {
    return Math.max(1, Math.round(width * this.ratio)) / this.ratio;
  }
}

/** A canvas of the page; `resized` is called after its size has changed. */
export class Surface extends Drawn {
  constructor(canvas, resized) {
    super(canvas);
    const fit = (device) => {
      const box = canvas.getBoundingClientRect();
      this.resize(box.width, box.height, window.devicePixelRatio || 1, device?.inlineSize, device?.blockSize);
    };
    const observer = new ResizeObserver(([entry]) => {
      fit(entry.devicePixelContentBoxSize?.[0]);
      resized();
    });
    // Also called when only the fineness of the screen changes, where browsers know of that.
    try {
      observer.observe(canvas, { box: "device-pixel-content-box" });
    } catch {
      observer.observe(canvas);
    }
    fit();
  }
}

/** A picture that is kept to be drawn on a surface, as large as that. */
export class Layer extends Drawn {
  constructor() {
    super(new OffscreenCanvas(1, 1));
  }

  beginLike({ width, height, ratio }) {
    this.resize(width, height, ratio);
    return this.begin();
  }
}
