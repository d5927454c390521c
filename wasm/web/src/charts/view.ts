// The part of time that all charts show, and the moment that is being watched.

export class View {
  from = 0;
  to = 1;
  /** The watched second, or undefined when the whole schedule is shown. */
  now: number | undefined;
  private listeners: (() => void)[] = [];
  private frame = 0;

  constructor(
    private first = 0,
    private last = 1,
  ) {
    this.from = first;
    this.to = last;
  }

  get start(): number {
    return this.first;
  }

  get end(): number {
    return this.last;
  }

  /** Whether everything is in sight. */
  get whole(): boolean {
    return this.from === this.first && this.to === this.last;
  }

  /** Calls f, at most once a frame, after the view has changed. */
  onChange(f: () => void): void {
    this.listeners.push(f);
  }

  /** Sets the bounds that the view cannot leave, and shows all of them. */
  bound(first: number, last: number): void {
    this.first = first;
    this.last = Math.max(last, first + 1);
    this.now = undefined;
    this.all();
  }

  show(from: number, to: number): void {
    const whole = this.last - this.first;
    const span = Math.min(Math.max(to - from, Math.min(10, whole)), whole);
    from = Math.min(Math.max(from, this.first), this.last - span);
    this.from = from;
    this.to = from + span;
    this.changed();
  }

  all(): void {
    this.show(this.first, this.last);
  }

  /** Zooms by a factor (below 1: closer) about the second t. */
  zoom(factor: number, t = (this.from + this.to) / 2): void {
    const span = Math.min((this.to - this.from) * factor, this.last - this.first);
    const share = (t - this.from) / (this.to - this.from);
    this.show(t - share * span, t - share * span + span);
  }

  pan(seconds: number): void {
    this.show(this.from + seconds, this.to + seconds);
  }

  watch(t: number | undefined): void {
    this.now = t === undefined ? undefined : Math.min(Math.max(t, this.first), this.last);
    this.changed();
  }

  changed(): void {
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      this.draw();
    });
  }

  /** Draws all that shows the view, at once. */
  draw(): void {
    for (const f of this.listeners) f();
  }
}
