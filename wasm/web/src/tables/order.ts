// The order of rows by a number, without a comparison in JavaScript for each pair of them.

/** Row numbers 0 .. n-1 by rising key; rows of the same key stay in their order. */
export function order(key: ArrayLike<number>): Uint32Array {
  const n = key.length;
  const both = new Float64Array(n); // key and row number in one number, while it is exact
  let rising = true;
  for (let i = 0; i < n; i++) {
    both[i] = key[i] * n + i;
    if (!Number.isInteger(key[i]) || !Number.isSafeInteger(both[i])) return byComparing(key);
    if (i > 0 && both[i] < both[i - 1]) rising = false;
  }
  if (rising) return upTo(n);
  both.sort();
  const out = new Uint32Array(n);
  for (let k = 0; k < n; k++) out[k] = both[k] - Math.floor(both[k] / n) * n;
  return out;
}

function byComparing(key: ArrayLike<number>): Uint32Array {
  return upTo(key.length).sort((a, b) => key[a] - key[b] || a - b);
}

/** 0 .. n-1. */
export function upTo(n: number): Uint32Array {
  const out = new Uint32Array(n);
  for (let i = 0; i < n; i++) out[i] = i;
  return out;
}
