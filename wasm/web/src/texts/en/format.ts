// How days of a schedule without dates are counted.

export const format = {
  day: (day: string) => `day ${day}`,
  dayAt: (day: string, clock: string) => `day ${day}, ${clock}`,
  /** On an axis. */
  dayShort: (day: string, clock: string) => `day ${day} ${clock}`,
};
