// Numbers in as little memory as holds each of them exactly, and once where several columns have the same.

/** Numbers that are only read. */
export type Numbers = Float64Array | Int32Array | Uint16Array | Uint8Array;

type Kind = { new (n: number): Numbers; readonly BYTES_PER_ELEMENT: number };

/** The kinds of integers, the narrowest first, with the least and the most that each holds. */
const INTEGERS: [Kind, least: number, most: number][] = [
  [Uint8Array, 0, 2 ** 8 - 1],
  [Uint16Array, 0, 2 ** 16 - 1],
  [Int32Array, -(2 ** 31), 2 ** 31 - 1],
];

/** A copy of the first n values, in the narrowest kind that holds each of them exactly; NaN and fractions need the widest. */
export function narrow(values: ArrayLike<number>, n = values.length): Numbers {
  let [least, most] = [0, 0];
  for (let i = 0; i < n; i++) {
    const v = values[i];
    if (v !== Math.trunc(v)) return copy(Float64Array, values, n);
    if (v < least) least = v;
    if (v > most) most = v;
  }
  const kind = INTEGERS.find(([, low, high]) => low <= least && most <= high)?.[0] ?? Float64Array;
  return copy(kind, values, n);
}

function copy(kind: Kind, values: ArrayLike<number>, n: number): Numbers {
  const out = new kind(n);
  for (let i = 0; i < n; i++) out[i] = values[i];
  return out;
}

/** The parts of a column, one after the other. */
export function joined(parts: Numbers[]): Numbers {
  if (parts.length === 1) return parts[0];
  const widest = parts.reduce<Kind>((w, p) => (p.BYTES_PER_ELEMENT > w.BYTES_PER_ELEMENT ? (p.constructor as unknown as Kind) : w), Uint8Array);
  const out = new widest(parts.reduce((n, p) => n + p.length, 0));
  let at = 0;
  for (const p of parts) {
    out.set(p, at);
    at += p.length;
  }
  return out;
}

/** Columns, each of which is kept once: the runs of one log have most of theirs in common. */
export class Pool {
  private readonly known: Numbers[] = [];

  /** The column that is known to hold the same, or this one from now on. */
  of<T extends Numbers>(column: T): T {
    const same = this.known.find((k) => k.length === column.length && k.constructor === column.constructor && k.every((v, i) => v === column[i] || (Number.isNaN(v) && Number.isNaN(column[i]))));
    if (!same) this.known.push(column);
    return (same as T | undefined) ?? column;
  }
}
