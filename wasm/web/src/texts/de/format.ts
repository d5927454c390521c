// How days of a schedule without dates are counted.
import type { format as english } from "../en/format";

export const format: typeof english = {
  day: (day) => `Tag ${day}`,
  dayAt: (day, clock) => `Tag ${day}, ${clock}`,
  dayShort: (day, clock) => `Tag ${day} ${clock}`,
};
