// The words of the field, as data: what each means in a sentence or two, and where it comes from.

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

/** In the order of the alphabet. */
export const TERMS: Term[] = [
  { key: "artww", name: "ARTwW", words: ["ARTwW", "average response time weighted by width"],
    text: "The average response time weighted by width: each job's response time counts as often as it has processors. It is the yardstick of the dynP papers.", source: `${STREIT}, sections 3.2 and 5.1` },
  { key: "backfilling", name: "Backfilling", words: ["backfilling", "backfilled", "backfills", "backfill"],
    text: "Letting a job start ahead of its turn, in processors that stand idle, as long as that does not delay a job that has a reservation.", source: LIFKA },
  { key: "slowdown-bounded", name: "Bounded slowdown", words: ["bounded slowdown"],
    text: "The slowdown, with run times below a bound (mostly 10 seconds) counted as the bound, so that very short jobs do not outweigh all others.", source: THEORY },
  { key: "conservative", name: "Conservative backfilling", words: ["conservative backfilling", "conservative"],
    text: "Backfilling in which every waiting job has a reservation. A job may overtake only if it delays none of them.", source: MUALEM },
  { key: "dynp", name: "dynP", words: ["dynP"],
    text: "Short for dynamic policy: a scheduler that plans all waiting jobs in several queue orders and follows the plan that looks best.", source: `${STREIT}, section 3` },
  { key: "easy", name: "EASY", words: ["EASY"],
    text: "Short for Extensible Argonne Scheduling System: backfilling in which only the head of the queue has a reservation.", source: `${LIFKA}; ${MUALEM}` },
  { key: "estimate", name: "Estimate", words: ["estimated", "estimates", "estimate"],
    text: "The run time that a user asks for. The scheduler plans with it, because it cannot know the real run time; a job that reaches it is ended.", source: MUALEM },
  { key: "fcfs", name: "First come, first served (FCFS)", words: ["first come, first served", "FCFS"],
    text: "Jobs start strictly in the order in which they were submitted. If the first does not fit, all others wait behind it." },
  { key: "gantt", name: "Gantt chart", words: ["Gantt charts", "Gantt chart"],
    text: "A picture of a schedule: time runs to the right, processors are stacked upwards, and each job is a box as long as it runs and as high as it is wide." },
  { key: "grid", name: "Grid", words: ["grid of sites", "grid"],
    text: "Several sites, often of several owners, that lend each other their processors.", source: HUANG },
  { key: "head", name: "Head of the queue", words: ["head of the queue", "head"],
    text: "The job whose turn it is: the first in the queue." },
  { key: "hole", name: "Hole", words: ["holes", "hole"],
    text: "Processors that stand idle for some time while jobs wait, because the job whose turn it is does not fit." },
  { key: "home", name: "Home site", words: ["home sites", "home site"],
    text: "The site of a grid to which a job is submitted, for instance that of its user's institute.", source: HUANG },
  { key: "job", name: "Job", words: ["jobs", "job"],
    text: "A program that somebody wants to run: it needs a number of processors, all at the same time, for some time." },
  { key: "ljf", name: "Longest job first (LJF)", words: ["longest job first", "LJF"],
    text: "The queue is sorted by estimates, the longest first. It tends to pack a machine well and to keep short jobs waiting.", source: `${STREIT}, section 2` },
  { key: "load", name: "Load", words: ["load"],
    text: "The work submitted, as a part of what the machine could do in the same time. At a load of 1 or more the queue grows." },
  { key: "makespan", name: "Makespan", words: ["makespan"],
    text: "The time from the first submission to the end of the last job.", source: `${CASANOVA}, section 6.4.1` },
  { key: "migration", name: "Migration", words: ["migrations", "migration"],
    text: "Moving a running job to other nodes.", source: `${CASANOVA}, section 6.3` },
  { key: "moldable", name: "Moldable job", words: ["moldable", "molded"],
    text: "A job that can start on fewer processors than it asked for and then takes longer. A job that cannot is rigid.", source: HUANG },
  { key: "multisite", name: "Multi-site execution", words: ["multi-site execution", "multi-site"],
    text: "Running one job on processors of several sites at once. Its parts talk over the network between the sites, so it takes longer.", source: HUANG },
  { key: "node", name: "Node", words: ["shared nodes", "nodes", "node"],
    text: "One computer of a cluster, with its own processors and memory." },
  { key: "optimum", name: "Optimum", words: ["optimum", "optimal", "best schedule"],
    text: "The best of all schedules by a given yardstick. To find it, one has to rule out all others, and their number explodes with the number of jobs.", source: EXACT },
  { key: "pause", name: "Pause", words: ["pauses", "paused"],
    text: "Taking a running job off its nodes, to go on with it later. The field calls it preemption.", source: `${CASANOVA}, section 6.3` },
  { key: "penalty", name: "Penalty", words: ["penalties", "penalty"],
    text: "The time for which a job that is resumed or moved holds its nodes without progress, while its memory is read or copied.", source: `${CASANOVA}, section 5.1` },
  { key: "plan", name: "Plan", words: ["plans", "plan"],
    text: "A future start for every waiting job, made anew whenever a job arrives or ends. Only what is planned for now really starts.", source: `${STREIT}, section 2` },
  { key: "processor", name: "Processor", words: ["processors", "processor"],
    text: "The unit that jobs are given and charged for: a core, a chip or a whole computer." },
  { key: "queue", name: "Queue", words: ["queue"],
    text: "The jobs that wait, in the order in which the scheduler considers them." },
  { key: "reservation", name: "Reservation", words: ["reservations", "reservation", "reserved"],
    text: "A promise to a waiting job: from this time on, so many processors are yours. Others may start earlier only if they leave it alone.", source: LIFKA },
  { key: "response", name: "Response time", words: ["response times", "response time"],
    text: "The time from the submission of a job to its end: its wait and its run time.", source: `${STREIT}, section 3.2` },
  { key: "runtime", name: "Run time", words: ["run times", "run time"],
    text: "How long a job really runs, from its start to its end." },
  { key: "schedule", name: "Schedule", words: ["schedules", "schedule"],
    text: "Who runs when: a start for every job, with never more processors in use than there are." },
  { key: "selftuning", name: "Self-tuning", words: ["self-tuning", "tunes itself"],
    text: "A scheduler that changes its own settings while it runs, by comparing what each would lead to.", source: `${STREIT}, section 3.2` },
  { key: "shadow", name: "Shadow time", words: ["shadow time"],
    text: "The first moment at which, by the estimates, enough processors will be free for the head of the queue: when its reservation begins.", source: MUALEM },
  { key: "sjf", name: "Shortest job first (SJF)", words: ["shortest job first", "SJF"],
    text: "The queue is sorted by estimates, the shortest first. Most jobs wait less, and long ones may starve.", source: `${STREIT}, section 2` },
  { key: "shrink", name: "Shrinking factor", words: ["shrinking factors", "shrinking factor"],
    text: "A factor on the times between submissions: with 0.8 the same jobs arrive in four fifths of the time, so the load rises.", source: STREIT },
  { key: "site", name: "Site", words: ["sites", "site"],
    text: "One of the machines of a grid, with processors and a speed of its own.", source: HUANG },
  { key: "slowdown", name: "Slowdown", words: ["slowdowns", "slowdown"],
    text: "The response time divided by the run time: 1 is a job that did not wait, 3 one that took three times as long as it ran.", source: THEORY },
  { key: "starvation", name: "Starvation", words: ["starvation", "starves", "starve"],
    text: "Waiting without end, because others are always preferred." },
  { key: "stretch", name: "Stretch", words: ["stretch"],
    text: "How many times longer a job takes, from submission to end, than it would have alone on the machine. The largest one tells how badly the unluckiest job fared.", source: `${CASANOVA}, section 2.2` },
  { key: "utilisation", name: "Utilisation", words: ["utilisation"],
    text: "The part of all processor time, from the first submission to the last end, in which processors worked.", source: `${STREIT}, section 5.1` },
  { key: "wait", name: "Wait", words: ["mean wait", "waits", "wait"],
    text: "The time from the submission of a job to its start." },
  { key: "width", name: "Width", words: ["widths", "width", "wider", "wide"],
    text: "How many processors a job needs at the same time." },
  { key: "yield", name: "Yield", words: ["yields", "yield"],
    text: "The speed of a job on a shared node, as a part of the speed it would have alone: with a yield of 0.5 it progresses half as fast.", source: `${CASANOVA}, section 2` },
];

export interface Piece {
  text: string;
  /** The term that the text names. */
  term?: Term;
}

const escaped = (word: string) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const OF = new Map(TERMS.flatMap((t) => t.words.map((w) => [w.toLowerCase(), t] as const)));
const PATTERN = new RegExp(`(?<![\\w-])(?:${[...OF.keys()].sort((a, b) => b.length - a.length).map(escaped).join("|")})(?![\\w-])`, "gi");

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
