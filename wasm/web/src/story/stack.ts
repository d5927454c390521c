// Shares of nodes as boxes: each node is one high, and the shares of the jobs on it are stacked.
import type { Sharing } from "../tables/shares";
import type { Box } from "./scene";

/** The boxes of what jobs held; jobOf gives the number of a row. Times are as in the sharing. */
export function stacked(s: Sharing, jobOf: (row: number) => number): Box[] {
  const out: Box[] = [];
  for (let node = 0; node < s.nodes; node++) {
    const here = s.shares.flatMap((h) => {
      const count = h.places.reduce((sum, p) => sum + (p.from <= node && node <= p.to ? p.count : 0), 0);
      return count === 0 ? [] : [{ job: jobOf(h.job), from: h.start, to: h.end, high: count * h.cpu, penalty: h.penalty }];
    });
    const cuts = [...new Set(here.flatMap((h) => [h.from, h.to]))].sort((a, b) => a - b);
    for (let i = 0; i + 1 < cuts.length; i++) {
      let low = node;
      for (const h of here.filter((h) => h.from <= cuts[i] && h.to > cuts[i]).sort((a, b) => a.job - b.job)) {
        add(out, { job: h.job, from: cuts[i], to: cuts[i + 1], low, high: low + h.high, penalty: h.penalty });
        low += h.high;
      }
    }
  }
  return out;
}

/** Adds a box, or lengthens the one that it goes on. */
function add(boxes: Box[], b: Box): void {
  const before = boxes.find((o) => o.job === b.job && o.to === b.from && o.low === b.low && o.high === b.high && o.penalty === b.penalty);
  if (before) before.to = b.to;
  else boxes.push(b);
}
