// Where in the story an address leads.

/** What is chosen in a step: the value that is tried, and the minute that is shown, "end" for the whole schedule. */
export interface Tried {
  value?: string;
  minute?: number | "end";
}

/** What the address asks for, or undefined for the laboratory. */
export type Place = { page: "learn"; step: number; notes: boolean; tried: Tried; asked: string } | { page: "glossary"; term: string };

/** Reads #learn, #learn/3, #learn/3?try=50&minute=25, #learn/notes, #glossary and #glossary/TERM; steps are numbered from 1. */
export function placeOf(hash: string): Place | undefined {
  const m = /^#(learn|glossary)(?:\/([\w-]*))?(?:\?(.*))?$/.exec(hash);
  if (!m) return undefined;
  if (m[1] === "glossary") return { page: "glossary", term: m[2] ?? "" };
  const step = Number(m[2]);
  return { page: "learn", step: Number.isInteger(step) && step > 1 ? step : 1, notes: m[2] === "notes", asked: m[2] ?? "", tried: triedIn(m[3]) };
}

function triedIn(query = ""): Tried {
  const read = new URLSearchParams(query);
  const minute = read.get("minute") ?? "";
  return { value: read.get("try") ?? undefined, minute: minute === "end" ? minute : /^\d+(\.\d+)?$/.test(minute) ? Number(minute) : undefined };
}

/** The address of a step in which something is chosen, or nothing. */
export function addressOf(step: number, { value, minute }: Tried): string {
  const written = new URLSearchParams();
  if (value !== undefined) written.set("try", value);
  if (minute !== undefined) written.set("minute", String(minute));
  return `#learn/${step}${written.size > 0 ? `?${written}` : ""}`;
}
