// Which of very many times can be in sight: blocks of them are passed over by their first start and last end.

/** Times of a block. */
const BLOCK = 64;

export class Spans {
  private readonly first: Float64Array; // start of each block
  private readonly last: Float64Array; // end of each block

  constructor(
    private readonly start: ArrayLike<number>,
    private readonly end: ArrayLike<number>,
  ) {
    const blocks = Math.ceil(start.length / BLOCK);
    this.first = new Float64Array(blocks).fill(Infinity);
    this.last = new Float64Array(blocks).fill(-Infinity);
    for (let i = 0, b = -1; i < start.length; i++) {
      if (i % BLOCK === 0) b++;
      if (start[i] < this.first[b]) this.first[b] = start[i];
      if (end[i] > this.last[b]) this.last[b] = end[i];
    }
  }

  /** The first from i on that is over at from or later, and begins at to or before; or how many there are. */
  next(i: number, from: number, to: number): number {
    const { start, end, first, last } = this;
    while (i < start.length) {
      const b = Math.floor(i / BLOCK);
      const stop = Math.min((b + 1) * BLOCK, start.length);
      if (first[b] > to || last[b] < from) i = stop;
      for (; i < stop; i++) if (start[i] <= to && end[i] >= from) return i;
    }
    return i;
  }
}
