// Draws many boxes on few pixels truthfully: every pixel gets the mean colour of
// what covers it, in proportion to the time that each box covers. A pixel that
// is idle for half of its time is half background, however small the jobs.

import { free } from "../simulator/buffers";

export class Coverage {
  private readonly red: Float32Array;
  private readonly green: Float32Array;
  private readonly blue: Float32Array;
  private readonly share: Float32Array;

  constructor(
    readonly width: number,
    readonly height: number,
  ) {
    const n = width * height;
    this.red = new Float32Array(n);
    this.green = new Float32Array(n);
    this.blue = new Float32Array(n);
    this.share = new Float32Array(n);
  }

  /** Adds the box [x0, x1) x [y0, y1), in pixels and parts of pixels, in a colour 0xrrggbb. */
  add(x0: number, x1: number, y0: number, y1: number, colour: number): void {
    x0 = Math.max(x0, 0);
    y0 = Math.max(y0, 0);
    x1 = Math.min(x1, this.width);
    y1 = Math.min(y1, this.height);
    if (x1 <= x0 || y1 <= y0) return;
    const r = (colour >> 16) & 255;
    const g = (colour >> 8) & 255;
    const b = colour & 255;
    const lastX = Math.ceil(x1) - 1;
    const lastY = Math.ceil(y1) - 1;
    for (let y = Math.floor(y0); y <= lastY; y++) {
      const high = Math.min(y + 1, y1) - Math.max(y, y0);
      for (let x = Math.floor(x0); x <= lastX; x++) {
        const part = high * (Math.min(x + 1, x1) - Math.max(x, x0));
        const i = y * this.width + x;
        this.red[i] += part * r;
        this.green[i] += part * g;
        this.blue[i] += part * b;
        this.share[i] += part;
      }
    }
  }

  /** Gives its memory back: it is not used again. */
  free(): void {
    free(this.red, this.green, this.blue, this.share);
  }

  /** The picture, transparent where nothing is. */
  image(): ImageData {
    const out = new ImageData(this.width, this.height);
    const px = out.data;
    for (let i = 0; i < this.share.length; i++) {
      const s = this.share[i];
      if (s <= 0) continue;
      px[4 * i] = this.red[i] / s;
      px[4 * i + 1] = this.green[i] / s;
      px[4 * i + 2] = this.blue[i] / s;
      px[4 * i + 3] = 255 * Math.min(s, 1);
    }
    return out;
  }
}
