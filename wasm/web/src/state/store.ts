// The page's state goes round in one direction: an event changes the store, the store tells the
// views, and a view draws what the state says. No view keeps what another has to know.

/** What is told of a change: the state, and what it was. */
export type Listener<S> = (state: S, before: S) => void;

export class Store<S extends object> {
  private listeners: Listener<S>[] = [];
  private telling = false;

  constructor(private current: S) {}

  get state(): S {
    return this.current;
  }

  /** Replaces some fields, and tells all listeners if one of them is another now. */
  set(change: Partial<S>): void {
    const before = this.current;
    const keys = Object.keys(change) as (keyof S)[];
    if (keys.every((k) => Object.is(before[k], change[k]))) return;
    if (this.telling) throw new Error(`a view changes the state (${keys.join(", ")}) while it is told of a change`);
    this.current = { ...before, ...change };
    this.telling = true;
    try {
      for (const f of this.listeners) f(this.current, before);
    } finally {
      this.telling = false;
    }
  }

  /** Calls f now, and after each change of one of the fields. */
  follow(fields: readonly (keyof S)[], f: Listener<S>): void {
    this.listeners.push((now, before) => {
      if (fields.some((k) => !Object.is(now[k], before[k]))) f(now, before);
    });
    f(this.current, this.current);
  }
}
