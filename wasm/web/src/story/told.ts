// What happens at one minute of a schedule, in sentences.
import { story as texts } from "texts/story";
import type { Placed, Scene } from "./scene";

export function told(s: Scene, t: number): string {
  const at = (when: (j: Placed) => number) => s.jobs.filter((j) => when(j) === t);
  const waiting = s.jobs.filter((j) => j.at <= t && j.start > t);
  const running = s.jobs.filter((j) => j.start <= t && j.end > t);
  const out: string[] = [];
  for (const j of at((j) => j.end)) out.push(j.killed ? texts.killed(j.id) : texts.ends(j.id));
  const arriving = at((j) => j.at).filter((j) => j.start > t).map((j) => j.id);
  if (arriving.length > 0) out.push(texts.arrive(arriving));
  for (const j of at((j) => j.start)) out.push(started(s, j, waiting, t));
  return [...out, texts.state(running.map((j) => j.id), waiting.map((j) => j.id))].join(" ");
}

/** Why a job starts now although others came before it. */
function started(s: Scene, j: Placed, waiting: Placed[], t: number): string {
  const passed = waiting.filter((w) => w.at < j.at || (w.at === j.at && w.id < j.id));
  const kept = s.reserved.filter((r) => r.from <= t && t < r.to && passed.some((w) => w.id === r.job)).sort((a, b) => a.at - b.at);
  if (passed.length === 0) return texts.startsNow(j.id);
  const ids = passed.map((w) => w.id);
  if (kept.length === 0) return texts.ahead(j.id, ids);
  const last = kept.filter((r) => r.at < j.start + j.estimate);
  return last.length === 0 ? texts.aheadDone(j.id, ids, j.start + j.estimate, kept[0].job, kept[0].at) : texts.aheadLeft(j.id, ids, last[0].job);
}
