// Axes of durations: soft logarithms that have a zero, and ticks at whole minutes, hours and days.
import { number } from "../format";

/** Durations well below so many seconds are drawn to scale, those well above by their logarithm. */
export const SOFT = 60;

const DAY = 86400;
const MARKS = [60, 600, 3600, 6 * 3600, DAY, 4 * DAY, 10 * DAY, 30 * DAY, 100 * DAY, 1000 * DAY, 10_000 * DAY];
const STEPS = [1, 5, 15, 30, 60, 300, 600, 1800, 3600, 2 * 3600, 4 * 3600, 6 * 3600, 12 * 3600, ...[1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000].map((d) => d * DAY)];

/** One of the two axes of a chart. */
export interface Axis {
  domain: [number, number];
  type: "linear" | "symlog" | "log";
  constant?: number;
  ticks: number[];
  tickFormat: (v: number) => string;
  label: string;
}

/** 0, 10 min, −6 h, 4 d: short, for ticks. */
export function tickText(seconds: number): string {
  const s = Math.abs(seconds);
  const sign = seconds < 0 ? "−" : "";
  if (s < 60) return s === 0 ? "0" : `${sign}${number(s)} s`;
  if (s < 3600) return `${sign}${number(s / 60)} min`;
  return s < DAY ? `${sign}${number(s / 3600)} h` : `${sign}${number(s / DAY)} d`;
}

/** Where a duration is on a soft logarithmic axis, without unit. */
export function soft(seconds: number): number {
  return Math.sign(seconds) * Math.log1p(Math.abs(seconds) / SOFT);
}

/** An axis of durations with a zero; ticks are gap pixels apart or more. */
export function softAxis(low: number, high: number, label: string, pixels: number, gap: number): Axis {
  const domain: [number, number] = [Math.min(low, 0), Math.max(high, low < 0 ? 0 : SOFT)];
  if (domain[0] === 0 && domain[1] === 0) domain[1] = SOFT;
  const scale = pixels / (soft(domain[1]) - soft(domain[0]));
  const ticks = [0];
  for (const sign of [-1, 1]) {
    let last = 0;
    for (const m of MARKS.map((v) => sign * v)) {
      if (m < domain[0] || m > domain[1] || Math.abs(soft(m) - soft(last)) * scale < gap) continue;
      ticks.push(m);
      last = m;
    }
  }
  return { domain, type: "symlog", constant: SOFT, ticks: ticks.sort((a, b) => a - b), tickFormat: tickText, label };
}

/** An axis of durations to scale, with about n ticks. */
export function evenAxis(low: number, high: number, label: string, n: number): Axis {
  const domain: [number, number] = [Math.min(low, 0), Math.max(high, 0)];
  if (domain[0] === domain[1]) domain[1] = SOFT;
  const step = STEPS.find((s) => s * n >= domain[1] - domain[0]) ?? (domain[1] - domain[0]) / n;
  const ticks = [];
  for (let k = Math.ceil(domain[0] / step); k * step <= domain[1]; k++) ticks.push(k * step);
  return { domain, type: "linear", ticks, tickFormat: tickText, label };
}
