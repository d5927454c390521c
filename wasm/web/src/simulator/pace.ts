// How long a run will still take, for those who wait for it.

/** A run says nothing of its pace before, in seconds. */
const EARLY = 10;

/** Seconds that the rest takes at the pace so far, or undefined while that says little. */
export function timeLeft(seconds: number, done: number, total: number): number | undefined {
  return seconds < EARLY || done >= total || done < total / 200 ? undefined : (seconds * (total - done)) / done;
}
