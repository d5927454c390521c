// Which processors of a picture are free: for reservations that are outlined, and for holes that are hatched.
import { idle } from "./figures";
import type { Box, Placed, Scene } from "./scene";

type Lanes = Pick<Box, "from" | "to" | "low" | "high">;

/** The free ranges of processors among boxes that are all in use at once. */
function free(height: number, used: { low: number; high: number }[]): { low: number; high: number }[] {
  const out = [];
  let low = 0;
  for (const u of [...used].sort((a, b) => a.low - b.low)) {
    if (u.low > low) out.push({ low, high: u.low });
    low = Math.max(low, u.high);
  }
  if (low < height) out.push({ low, high: height });
  return out;
}

/** Where to outline what is reserved at minute t for a job from minute `at` on: where it will run if that is then, else where there is room by the estimates. */
export function lanesFor(s: Scene, job: Placed, at: number, t: number, others: Lanes[]): { low: number; high: number } {
  const own = s.boxes.filter((b) => b.job === job.id);
  if (job.start === at && own.length === 1) return { low: own[0].low, high: own[0].high };
  const running = s.jobs.filter((j) => j.start <= t && j.start + j.estimate > at).map((j) => j.id);
  const busy = [...s.boxes.filter((b) => running.includes(b.job)), ...others.filter((o) => o.from < at + job.estimate && at < o.to)];
  const room = free(s.height, busy).find((r) => r.high - r.low >= job.width);
  const low = room?.low ?? s.height - job.width;
  return { low, high: low + job.width };
}

/** Processors that are idle while jobs wait. */
export function holesOf(s: Scene): Lanes[] {
  const out: Lanes[] = [];
  for (const { from, to } of idle(s)) {
    for (const r of free(s.height, s.boxes.filter((b) => b.from <= from && b.to > from))) {
      const before = out.find((o) => o.to === from && o.low === r.low && o.high === r.high);
      if (before) before.to = to;
      else out.push({ from, to, ...r });
    }
  }
  return out;
}

/** Positions tried for boxes, at most. */
const PATIENCE = 20_000;

/** The lowest processors of each box, so that none is torn; undefined where that is not found. Boxes are in use together while their times overlap. */
export function whole(boxes: { from: number; to: number; width: number }[], height: number): number[] | undefined {
  const byStart = boxes.map((_, i) => i).sort((a, b) => boxes[a].from - boxes[b].from || a - b);
  const low: number[] = [];
  let tried = 0;
  const place = (k: number): boolean => {
    if (k === byStart.length) return true;
    const i = byStart[k];
    const beside = byStart.slice(0, k).filter((o) => boxes[o].to > boxes[i].from && boxes[o].from < boxes[i].to);
    const starts = [0, ...beside.map((o) => low[o] + boxes[o].width), height - boxes[i].width];
    for (const at of [...new Set(starts)].sort((a, b) => a - b)) {
      if (at < 0 || at + boxes[i].width > height || beside.some((o) => low[o] < at + boxes[i].width && at < low[o] + boxes[o].width)) continue;
      if (++tried > PATIENCE) return false;
      low[i] = at;
      if (place(k + 1)) return true;
    }
    return false;
  };
  return place(0) ? low : undefined;
}
