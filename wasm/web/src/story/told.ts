// What happens at one minute of a schedule, in sentences.
import { capital, listed, plain } from "./figures";
import type { Placed, Scene } from "./scene";

export function told(s: Scene, t: number): string {
  const at = (when: (j: Placed) => number) => s.jobs.filter((j) => when(j) === t);
  const waiting = s.jobs.filter((j) => j.at <= t && j.start > t);
  const running = s.jobs.filter((j) => j.start <= t && j.end > t);
  const out: string[] = [];
  for (const j of at((j) => j.end)) out.push(j.killed ? `Job ${j.id} is stopped: it has reached its estimate.` : `Job ${j.id} ends.`);
  const arriving = at((j) => j.at).filter((j) => j.start > t).map((j) => j.id);
  if (arriving.length > 0) out.push(`${capital(listed(arriving))} ${arriving.length === 1 ? "arrives and has" : "arrive and have"} to wait.`);
  for (const j of at((j) => j.start)) out.push(started(s, j, waiting, t));
  const state = [running.length > 0 ? `${listed(running.map((j) => j.id))} running` : "nothing running", waiting.length > 0 ? `${listed(waiting.map((j) => j.id))} waiting` : "nobody waiting"];
  return `${out.join(" ")} ${capital(state.join(", "))}.`.trim();
}

/** Why a job starts now although others came before it. */
function started(s: Scene, j: Placed, waiting: Placed[], t: number): string {
  const passed = waiting.filter((w) => w.at < j.at || (w.at === j.at && w.id < j.id));
  const kept = s.reserved.filter((r) => r.from <= t && t < r.to && passed.some((w) => w.id === r.job)).sort((a, b) => a.at - b.at);
  if (passed.length === 0) return `Job ${j.id} starts.`;
  const ahead = `Job ${j.id} starts ahead of ${listed(passed.map((w) => w.id))}`;
  if (kept.length === 0) return `${ahead}.`;
  const last = kept.filter((r) => r.at < j.start + j.estimate);
  if (last.length === 0) return `${ahead}: it will be done by minute ${plain(j.start + j.estimate)}, before the reservation of job ${kept[0].job} begins at minute ${plain(kept[0].at)}.`;
  return `${ahead}: it needs only processors that job ${last[0].job} leaves over.`;
}
