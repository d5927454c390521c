// Numbers as people read them, in the page's language.
import { language } from "texts/language";
import { format as texts } from "texts/format";
import { format as english } from "./texts/en/format";

/** What parts a number's whole from its fraction. */
const POINT = (0.5).toLocaleString(language.numbers).charAt(1);

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86400;

/** 45 s, 12 min, 3 h 05 min, 12 d 4 h. */
export function duration(seconds: number): string {
  const s = Math.abs(seconds);
  const sign = seconds < 0 ? "−" : "";
  if (s < 9.95) return `${sign}${trim(s, s < 1 ? 2 : 1)} s`;
  if (s < 100) return `${sign}${Math.round(s)} s`;
  if (s < HOUR) return `${sign}${trim(s / MINUTE, s < 10 * MINUTE ? 1 : 0)} min`;
  if (s < DAY) {
    const minutes = Math.round(s / MINUTE);
    return `${sign}${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")} min`;
  }
  const hours = Math.round(s / HOUR);
  if (hours < 1000 * 24) return `${sign}${Math.floor(hours / 24)} d ${hours % 24} h`;
  return `${sign}${count(Math.round(s / DAY))} d`;
}

/** Made once: charts write numbers at every frame. */
const whole = new Intl.NumberFormat(language.numbers, { maximumFractionDigits: 0 });

/** 12,345 */
export function count(n: number): string {
  return whole.format(n);
}

/** 1 site, 2 sites */
export function plural(n: number, one: string, many = `${one}s`): string {
  return `${count(n)} ${n === 1 ? one : many}`;
}

/** Three significant digits, without an exponent where that is short. */
export function number(x: number): string {
  if (x === 0) return "0";
  const a = Math.abs(x);
  if (a >= 1e9 || a < 1e-4) return local(x.toExponential(2).replace("e+", "e"));
  if (a >= 1000) return count(x);
  return local(String(Number(x.toPrecision(3))));
}

/** A metric's value in its unit. */
export function quantity(x: number | null, unit: string): string {
  if (x === null) return "–";
  if (unit === "s") return duration(x);
  if (unit === "1") return number(x);
  return unit.startsWith("1/") ? `${number(x)}/${unit.slice(2)}` : `${number(x)} ${unit}`;
}

/** 1.2 MB */
export function bytes(n: number): string {
  if (n < 1000) return `${n} B`;
  if (n < 1e6) return `${trim(n / 1e3, 0)} kB`;
  return `${trim(n / 1e6, 1)} MB`;
}

/** At most so many digits behind the point. */
export function trim(x: number, digits: number): string {
  return local(String(Number(x.toFixed(digits))));
}

/** At most two digits behind the point, as sentences have numbers. */
export function plain(x: number): string {
  return trim(x, x < 10 ? 2 : 1);
}

/** Exactly so many digits behind the point. */
export function fixed(x: number, digits: number): string {
  return local(x.toFixed(digits));
}

/** A number as JavaScript writes it, with the point of the language. */
export function local(digits: string): string {
  return digits.replace(".", POINT);
}

/**
 * A second of the schedule: a date where the log has one, else days and time since its start. In which time zone it is
 * depends on the log, and is said once, above the results.
 */
export function moment(t: number, unixStart: number, words = texts): string {
  if (unixStart > 0) {
    const d = new Date((unixStart + t) * 1000);
    return Number.isNaN(d.getTime()) ? `${t} s` : `${d.toISOString().slice(0, 16).replace("T", " ")}`;
  }
  const day = Math.floor(t / DAY);
  return words.dayAt(count(day + 1), clock(t - day * DAY));
}

/** A second as sentences of the simulator have it, which are English in every language. */
export function englishMoment(t: number, unixStart: number): string {
  return moment(t, unixStart, english);
}

function clock(s: number): string {
  const minutes = Math.floor(s / MINUTE);
  return `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
}

const STEPS = [1, 5, 15, 30, 60, 300, 900, 1800, HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR];
const DAYS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];

/** Round seconds within [from, to), at most about n of them, with their labels. */
export function timeTicks(from: number, to: number, n: number, unixStart: number): { t: number; label: string }[] {
  const least = (to - from) / Math.max(n, 1);
  let step = [...STEPS, ...DAYS.map((d) => d * DAY)].find((s) => s >= least) ?? 0;
  if (!step) for (step = 1000 * DAY; step < least; step *= 2);
  // Dates tick at full hours and midnights, whatever the time of day of second 0.
  const shift = unixStart > 0 ? unixStart % Math.min(step, DAY) : 0;
  const out = [];
  for (let t = Math.ceil((from + shift) / step) * step - shift; t < to; t += step) out.push({ t, label: tickLabel(t, step, unixStart) });
  return out;
}

function tickLabel(t: number, step: number, unixStart: number): string {
  if (unixStart > 0) {
    const d = new Date((unixStart + t) * 1000);
    if (Number.isNaN(d.getTime())) return "";
    const date = d.toLocaleDateString(language.dates, { day: "numeric", month: "short", timeZone: "UTC", year: step >= 100 * DAY ? "numeric" : undefined });
    return step >= DAY ? date : `${date} ${d.toISOString().slice(11, step < 60 ? 19 : 16)}`;
  }
  const day = Math.floor(t / DAY);
  if (step >= DAY) return texts.day(count(day + 1));
  const s = t - day * DAY;
  const seconds = step < 60 ? `:${String(s % 60).padStart(2, "0")}` : "";
  return texts.dayShort(count(day + 1), clock(s) + seconds);
}

/** Gigabytes of a number of MiB. */
export function gib(mib: number): string {
  return `${number(mib / 1024)} GiB`;
}

/** Lines of CSV: texts are quoted where they must be, nulls are empty. */
export function csvOf(rows: Iterable<(string | number | boolean | null)[]>): string {
  const field = (v: string | number | boolean | null) => {
    const text = v === null ? "" : String(v);
    return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return Array.from(rows, (row) => `${row.map(field).join(",")}\n`).join("");
}

/** A doubt about a log in words: what was found, an example of it, what to do. */
export function worded(d: { what: string; example?: string; fix?: string }): string {
  return `${d.what}${d.example ? ` (${d.example})` : ""}${d.fix ? `: ${d.fix}` : ""}`;
}
