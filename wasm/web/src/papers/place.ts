// Where among the papers an address leads.

/** What the address asks for, or undefined for another part of the page; experiment is "" for the list. */
export type Place = { experiment: string };

/** Reads #papers and #papers/dynp/fig4. */
export function placeOf(hash: string): Place | undefined {
  const m = /^#papers(?:\/([\w.-]+\/[\w.-]+))?$/.exec(hash);
  return m ? { experiment: m[1] ?? "" } : undefined;
}
