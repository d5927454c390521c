// The picture of very many boxes, made in slices. Until the one of what is in sight is there, those
// that are there already are shown, stretched to where they belong.
import type { Boxes } from "../tables/boxes";
import type { Spans } from "../tables/spans";
import { Coverage } from "./coverage";
import { later } from "./slices";

/** What a picture is of. */
export interface Sight {
  from: number;
  to: number;
  /** In device pixels. */
  width: number;
  height: number;
  /** Tells pictures apart whose colours differ. */
  look: string;
}

interface Picture extends Sight {
  canvas: OffscreenCanvas;
}

/** Boxes of a slice. */
const SOME = 512;

/** So many boxes are drawn at once. */
export const AT_ONCE = 10_000;

export class Raster {
  private picture: Picture | undefined;
  /** The first picture that was made: of all of the time. */
  private first: Picture | undefined;
  private making = false;

  constructor(
    private readonly boxes: Boxes,
    private readonly spans: Spans,
    private readonly ready: () => void,
  ) {}

  /**
   * The pictures to be shown for a sight, each with the time that it is shown of: the sight's own if
   * it is there. It is made here and now if now is true or there are few boxes in sight, else it is begun.
   */
  of(sight: Sight, colour: (row: number) => number, few: () => boolean, now: boolean): { picture: Picture; from: number; to: number }[] {
    if (!this.picture || !same(this.picture, sight)) {
      if (now || few()) {
        const work = this.begin(sight, colour);
        while (!work());
      } else if (!this.making) {
        this.making = true;
        const work = this.begin(sight, colour);
        later(() => {
          const done = work();
          if (done) {
            this.making = false;
            this.ready();
          }
          return done;
        });
      }
    }
    const { picture, first } = this;
    if (!picture || !first) return [];
    const shown = [{ picture, from: picture.from, to: picture.to }];
    if (sight.from < picture.from) shown.push({ picture: first, from: sight.from, to: picture.from });
    if (sight.to > picture.to) shown.push({ picture: first, from: picture.to, to: sight.to });
    return shown;
  }

  private begin(sight: Sight, colour: (row: number) => number): () => boolean {
    const raster = new Coverage(sight.width, sight.height);
    let i = 0;
    return () => {
      i = cover(raster, this.boxes, this.spans, sight, colour, i);
      if (i < this.boxes.n) return false;
      const canvas = new OffscreenCanvas(sight.width, sight.height);
      canvas.getContext("2d")?.putImageData(raster.image(), 0, 0);
      raster.free();
      this.picture = { ...sight, canvas };
      if (!this.first || this.first.look !== sight.look || (sight.from <= this.first.from && sight.to >= this.first.to)) this.first = this.picture;
      return true;
    };
  }
}

/** Adds the next boxes from i on to a picture of a sight. Returns where it goes on; that is boxes.n at the end. */
function cover(raster: Coverage, boxes: Boxes, spans: Spans, sight: Sight, colour: (row: number) => number, i: number): number {
  const { start, end, job } = boxes;
  const { first, low, high } = boxes.packing();
  const x = raster.width / (sight.to - sight.from);
  const y = raster.height / boxes.height;
  let n = 0;
  for (i = spans.next(i, sight.from, sight.to); i < boxes.n && n < SOME; i = spans.next(i + 1, sight.from, sight.to), n++) {
    if (end[i] <= sight.from || start[i] >= sight.to || end[i] <= start[i]) continue;
    const fill = colour(job[i]);
    for (let k = first[i]; k < first[i + 1]; k++) raster.add((start[i] - sight.from) * x, (end[i] - sight.from) * x, raster.height - high[k] * y, raster.height - low[k] * y, fill);
  }
  return i;
}

function same(a: Sight, b: Sight): boolean {
  return a.from === b.from && a.to === b.to && a.width === b.width && a.height === b.height && a.look === b.look;
}
