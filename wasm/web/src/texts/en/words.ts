// How sentences of the story tell figures, in minutes.
import { plain } from "../../format";

export const words = {
  /** 40 minutes, 1 minute, 12.5 minutes */
  minutes: (n: number) => `${plain(n)} minute${plain(n) === "1" ? "" : "s"}`,
  /** falls from 70 to 34 minutes; rises from ... ; stays at 34 minutes: what the mean wait does */
  changes: (a: number, b: number) => (plain(a) === plain(b) ? `stays at ${words.minutes(b)}` : `${b < a ? "falls" : "rises"} from ${plain(a)} to ${words.minutes(b)}`),
  /** 34 minutes instead of 70; 34 minutes in both */
  instead: (a: number, b: number) => (plain(a) === plain(b) ? `${words.minutes(b)} in both` : `${words.minutes(b)} instead of ${plain(a)}`),
  /** once, twice, 3 times */
  times: (n: number) => (n === 1 ? "once" : n === 2 ? "twice" : `${n} times`),
  /** job 3; jobs 3 and 5; jobs 3, 4 and 5 */
  listed: (ids: number[]) => `${ids.length === 1 ? "job" : "jobs"} ${words.joined(ids.map(String))}`,
  /** The same at the beginning of a sentence. */
  Listed: (ids: number[]) => `${ids.length === 1 ? "Job" : "Jobs"} ${words.joined(ids.map(String))}`,
  /** 3; 3 and 5; 3, 4 and 5 */
  joined: (all: string[]): string => (all.length < 2 ? all.join("") : `${all.slice(0, -1).join(", ")} and ${all.at(-1)}`),
};
