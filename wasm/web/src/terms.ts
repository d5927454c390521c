// The words of the field, as data: what each means in a sentence or two, and where it comes from.
import { language } from "texts/language";
import { terms } from "texts/terms";

export interface Term {
  /** Its address is #glossary/KEY. */
  key: string;
  name: string;
  /** How texts spell it, longest first; case is ignored. */
  words: string[];
  text: string;
  /** The paper and section that it comes from, where it comes from one. */
  source?: string;
}

const STREIT = "Streit: A Self-Tuning Job Scheduler Family with Dynamic Policy Switching, JSSPP 2002";
const MUALEM = "Mu'alem, Feitelson: Utilization, Predictability, Workloads, and User Runtime Estimates in Scheduling the IBM SP2 with Backfilling, IEEE TPDS 12(6), 2001";
const LIFKA = "Lifka: The ANL/IBM SP Scheduling System, JSSPP 1995";
const HUANG = "Huang, Shih, Chung: Using Moldability to Improve Scheduling Performance of Parallel Jobs on Computational Grid, GPC 2008";
const CASANOVA = "Casanova, Stillwell, Vivien: Dynamic Fractional Resource Scheduling vs. Batch Scheduling, INRIA RR-7659, 2011";
const EXACT = "Grothklags, Streit: On the Comparison of CPLEX-Computed Job Schedules with the Self-Tuning dynP Job Scheduler, IPDPS 2004 workshops";
const THEORY = "Feitelson, Rudolph, Schwiegelshohn, Sevcik, Wong: Theory and Practice in Parallel Job Scheduling, JSSPP 1997";

/** The paper and section that terms come from, where they come from one. */
const SOURCES: Partial<Record<keyof typeof terms, string>> = {
  artww: `${STREIT}, sections 3.2 and 5.1`,
  backfilling: LIFKA,
  "slowdown-bounded": THEORY,
  conservative: MUALEM,
  dynp: `${STREIT}, section 3`,
  easy: `${LIFKA}; ${MUALEM}`,
  estimate: MUALEM,
  grid: HUANG,
  home: HUANG,
  ljf: `${STREIT}, section 2`,
  makespan: `${CASANOVA}, section 6.4.1`,
  migration: `${CASANOVA}, section 6.3`,
  moldable: HUANG,
  multisite: HUANG,
  optimum: EXACT,
  pause: `${CASANOVA}, section 6.3`,
  penalty: `${CASANOVA}, section 5.1`,
  plan: `${STREIT}, section 2`,
  reservation: LIFKA,
  response: `${STREIT}, section 3.2`,
  selftuning: `${STREIT}, section 3.2`,
  shadow: MUALEM,
  sjf: `${STREIT}, section 2`,
  shrink: STREIT,
  site: HUANG,
  slowdown: THEORY,
  stretch: `${CASANOVA}, section 2.2`,
  utilisation: `${STREIT}, section 5.1`,
  yield: `${CASANOVA}, section 2`,
};

/** In the order of the alphabet. */
export const TERMS: Term[] = (Object.keys(terms) as (keyof typeof terms)[])
  .map((key) => ({ key, ...terms[key], source: SOURCES[key] }))
  .sort((a, b) => a.name.localeCompare(b.name, language.code));

export interface Piece {
  text: string;
  /** The term that the text names. */
  term?: Term;
}

const escaped = (word: string) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const OF = new Map(TERMS.flatMap((t) => t.words.map((w) => [w.toLowerCase(), t] as const)));
const PATTERN = new RegExp(`(?<![\\p{L}\\p{N}_-])(?:${[...OF.keys()].sort((a, b) => b.length - a.length).map(escaped).join("|")})(?![\\p{L}\\p{N}_-])`, "giu");

/** What a name says in plain words, by the first term in it. */
export function meaning(name: string): string | undefined {
  return pieces(name).find((p) => p.term)?.term?.text;
}

/** Splits a text at the terms in it; each counts once, at its first place, and not where `seen` has its key. */
export function pieces(text: string, seen = new Set<string>()): Piece[] {
  const out: Piece[] = [];
  let from = 0;
  for (const m of text.matchAll(PATTERN)) {
    const term = OF.get(m[0].toLowerCase())!;
    if (seen.has(term.key)) continue;
    seen.add(term.key);
    if (m.index > from) out.push({ text: text.slice(from, m.index) });
    out.push({ text: m[0], term });
    from = m.index + m[0].length;
  }
  if (from < text.length) out.push({ text: text.slice(from) });
  return out;
}
