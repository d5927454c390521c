// Fairness as people in a queue see it: who was overtaken, and how often. In the theory of queues these are
// slips (being overtaken) and skips (overtaking): Larson, Perspectives on Queues: Social Justice and the
// Psychology of Queueing, Operations Research 35(6), 1987.

/**
 * By how many jobs each job was overtaken: jobs that were submitted later and started earlier, both by a
 * second at least. Rows are in order of submission. Costs O(n log n).
 */
export function timesOvertaken(submit: ArrayLike<number>, start: ArrayLike<number>): Float64Array {
  const n = start.length;
  const starts = Float64Array.from(start).sort();
  /** How many starts of all jobs are before t. */
  const before = (t: number) => {
    let [low, high] = [0, n];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (starts[middle] < t) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const place = Int32Array.from(start, before);
  const tree = new Int32Array(n + 1); // Fenwick's: how many of the jobs that came later start at each place
  const out = new Float64Array(n);
  for (let to = n; to > 0; ) {
    let from = to;
    while (from > 0 && submit[from - 1] === submit[to - 1]) from--; // nobody overtakes who came in the same second
    for (let i = from; i < to; i++) for (let k = place[i]; k > 0; k -= k & -k) out[i] += tree[k];
    for (let i = from; i < to; i++) for (let k = place[i] + 1; k <= n; k += k & -k) tree[k]++;
    to = from;
  }
  return out;
}
