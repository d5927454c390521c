// Where in the story an address leads.

/** What the address asks for, or undefined for the laboratory. */
export type Place = { page: "learn"; step: number; notes: boolean } | { page: "glossary"; term: string };

/** Reads #learn, #learn/3, #learn/notes, #glossary and #glossary/TERM; steps are numbered from 1. */
export function placeOf(hash: string): Place | undefined {
  const m = /^#(learn|glossary)(?:\/([\w-]*))?$/.exec(hash);
  if (!m) return undefined;
  if (m[1] === "glossary") return { page: "glossary", term: m[2] ?? "" };
  const step = Number(m[2]);
  return { page: "learn", step: Number.isInteger(step) && step > 1 ? step : 1, notes: m[2] === "notes" };
}
