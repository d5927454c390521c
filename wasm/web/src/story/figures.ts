// Figures of small schedules, in minutes, and how sentences tell them.
import { trim } from "../format";
import type { Placed, Scene } from "./scene";

/** 40 minutes, 1 minute, 12.5 minutes */
export function minutes(n: number): string {
  const text = plain(n);
  return `${text} minute${text === "1" ? "" : "s"}`;
}

/** falls from 70 to 34 minutes; rises from ... ; stays 34 minutes */
export function changes(a: number, b: number): string {
  if (plain(a) === plain(b)) return `stays at ${minutes(b)}`;
  return `${b < a ? "falls" : "rises"} from ${plain(a)} to ${minutes(b)}`;
}

/** 34 minutes instead of 70; 34 minutes in both */
export function instead(a: number, b: number): string {
  return plain(a) === plain(b) ? `${minutes(b)} in both` : `${minutes(b)} instead of ${plain(a)}`;
}

/** once, twice, 3 times */
export function times(n: number): string {
  return n === 1 ? "once" : n === 2 ? "twice" : `${n} times`;
}

/** At most two digits after the point. */
export function plain(n: number): string {
  return trim(n, n < 10 ? 2 : 1);
}

/** job 3; jobs 3 and 5; jobs 3, 4 and 5 */
export function listed(ids: number[]): string {
  return `${ids.length === 1 ? "job" : "jobs"} ${joined(ids.map(String))}`;
}

/** 3; 3 and 5; 3, 4 and 5 */
export function joined(words: string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

export function capital(s: string): string {
  return s.charAt(0).toUpperCase() + s.slice(1);
}

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
