// Canvases that are as fine as the screen; their pens count in CSS pixels.

class Drawn {
  ratio = 1;
  width = 0;
  height = 0;

  constructor(canvas) {
    this.canvas = canvas;
    this.pen = canvas.getContext("2d");
  }

  resize(width, height, ratio) {
    [this.width, this.height, this.ratio] = [width, height, ratio];
    const [across, down] = [Math.max(1, Math.round(width * ratio)), Math.max(1, Math.round(height * ratio))];
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
}

/** A canvas of the page; `resized` is called after its size has changed. */
export class Surface extends Drawn {
  constructor(canvas, resized) {
    super(canvas);
    const fit = () => {
      const box = canvas.getBoundingClientRect();
      this.resize(box.width, box.height, window.devicePixelRatio || 1);
    };
    new ResizeObserver(() => {
      fit();
      resized();
    }).observe(canvas);
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
