// Figures of small schedules, in minutes.
import type { Placed, Scene } from "./scene";

export const wait = (j: Placed): number => j.start - j.at;
export const response = (j: Placed): number => j.end - j.at;

export function meanWait(s: Scene): number {
  return s.jobs.reduce((sum, j) => sum + wait(j), 0) / s.jobs.length;
}

/** When the last job ends. */
export function lastEnd(s: Scene): number {
  return Math.max(...s.jobs.map((j) => j.end));
}

/** The average response time weighted by width (ARTwW). */
export function artww(s: Scene): number {
  return s.jobs.reduce((sum, j) => sum + j.width * response(j), 0) / s.jobs.reduce((sum, j) => sum + j.width, 0);
}

/** The part of the machine's time, from minute 0 to the last end, in which processors worked. */
export function utilisation(s: Scene): number {
  return s.jobs.reduce((sum, j) => sum + j.got * (j.end - j.start), 0) / (s.height * lastEnd(s));
}

/** The largest response time relative to the run time alone. */
export function worstStretch(s: Scene): { job: Placed; stretch: number } {
  const all = s.jobs.map((job) => ({ job, stretch: response(job) / job.run }));
  return all.reduce((a, b) => (b.stretch > a.stretch ? b : a));
}

/** Minutes at which something happens, rising. */
export function events(scenes: Scene[]): number[] {
  const all = scenes.flatMap((s) => [...s.jobs.flatMap((j) => [j.at, j.start, j.end]), ...s.boxes.flatMap((b) => [b.from, b.to])]);
  return [...new Set([0, ...all])].sort((a, b) => a - b);
}

/** The times in which processors are idle although jobs wait. */
export function idle(s: Scene): { from: number; to: number; idle: number }[] {
  const at = events([s]);
  const out = [];
  for (let i = 0; i + 1 < at.length; i++) {
    const [from, to] = [at[i], at[i + 1]];
    const used = s.boxes.filter((b) => b.from <= from && b.to > from).reduce((sum, b) => sum + b.high - b.low, 0);
    if (used < s.height && s.jobs.some((j) => j.at <= from && j.start > from)) out.push({ from, to, idle: s.height - used });
  }
  return out;
}

/** Processor minutes that are idle although jobs wait. */
export function lost(s: Scene): number {
  return idle(s).reduce((sum, h) => sum + h.idle * (h.to - h.from), 0);
}

/** Who starts later in b than in a. */
export function delayed(a: Scene, b: Scene): number[] {
  return a.jobs.filter((j) => b.jobs.some((k) => k.id === j.id && k.start > j.start)).map((j) => j.id);
}

/** Who starts earlier in b than in a. */
export function hastened(a: Scene, b: Scene): number[] {
  return delayed(b, a);
}
