// What is made of a schedule once: by the page when it is first asked for, or before that by a worker.
import type { Schedule } from "./schedule";

export interface Once<T> {
  (s: Schedule): T;
  /** Takes over what a worker has made. */
  keep(s: Schedule, made: T): void;
}

export function once<T>(make: (s: Schedule) => T): Once<T> {
  const known = new WeakMap<Schedule, T>();
  const get = (s: Schedule): T => {
    let made = known.get(s);
    if (made === undefined) known.set(s, (made = make(s)));
    return made;
  };
  return Object.assign(get, { keep: (s: Schedule, made: T) => void known.set(s, made) });
}
