// What a scene shows: a machine, its jobs and two policies. Each change makes another scenario; none changes one.

/** A job as it is submitted. Times are seconds since the start. */
export interface Job {
  id: number;
  submit: number;
  /** Processors. */
  procs: number;
  run: number;
  estimate: number;
}

export interface Scenario {
  procs: number;
  policies: string[];
  /** In the order of submission. */
  jobs: Job[];
}

/** The most that a scene may have: beyond that it is no picture, and a link no link. */
export const MOST = { jobs: 200, procs: 4096, seconds: 1e8 };

/** What of a job is dragged, typed or stepped. */
export type Part = "submit" | "procs" | "run";

/** The scenario with another value for a part of a job, as near as it can be. An estimate grows and shrinks with its run. */
export function withPart(s: Scenario, id: number, part: Part, value: number): Scenario {
  const [least, most] = { submit: [0, MOST.seconds], procs: [1, s.procs], run: [1, MOST.seconds] }[part];
  const wanted = Math.round(Math.min(Math.max(value, least), most));
  return inOrder(s, s.jobs.map((j) => {
    if (j.id !== id) return j;
    return { ...j, [part]: wanted, estimate: part === "run" ? Math.min(Math.max(1, Math.round((j.estimate * wanted) / j.run)), MOST.seconds) : j.estimate };
  }));
}

/** The scenario with one more job, whose number is the next, or as it was if it is full. */
export function withJob(s: Scenario, job: Pick<Job, Part>): { scenario: Scenario; id: number } {
  const id = Math.max(0, ...s.jobs.map((j) => j.id)) + 1;
  if (s.jobs.length >= MOST.jobs) return { scenario: s, id: s.jobs[0].id };
  return { scenario: inOrder(s, [...s.jobs, { ...job, procs: Math.min(job.procs, s.procs), id, estimate: job.run }]), id };
}

/** The scenario without a job; the last one stays. */
export function without(s: Scenario, id: number): Scenario {
  return s.jobs.length < 2 ? s : { ...s, jobs: s.jobs.filter((j) => j.id !== id) };
}

/** The scenario on another machine, which is no smaller than its widest job. */
export function onMachine(s: Scenario, procs: number): Scenario {
  return { ...s, procs: Math.min(Math.max(Math.round(procs) || 1, widest(s)), MOST.procs) };
}

export function widest(s: Scenario): number {
  return Math.max(...s.jobs.map((j) => j.procs));
}

function inOrder(s: Scenario, jobs: Job[]): Scenario {
  return { ...s, jobs: jobs.sort((a, b) => a.submit - b.submit || a.id - b.id) };
}

/** The jobs as a log in the Standard Workload Format. */
export function swf(jobs: (Job & { memory?: number; user?: number })[], procs: number): string {
  const rows = jobs.map((j) => [j.id, j.submit, -1, j.run, j.procs, -1, j.memory ?? -1, j.procs, j.estimate, j.memory ?? -1, 1, j.user ?? j.id, 1, -1, 1, -1, -1, -1].join(" "));
  return [`; MaxProcs: ${procs}`, ...rows, ""].join("\n");
}

/** A scenario as links have it: procs=8&policies=fcfs,easy&jobs=ID.SUBMIT.PROCS.RUN_ID.SUBMIT.PROCS.RUN.ESTIMATE */
export function written(s: Scenario): string {
  const jobs = s.jobs.map((j) => [j.id, j.submit, j.procs, j.run, ...(j.estimate === j.run ? [] : [j.estimate])].join("."));
  return `procs=${s.procs}&policies=${s.policies.map(encodeURIComponent).join(",")}&jobs=${jobs.join("_")}`;
}

/** Reads what written wrote, or people. Undefined for what is no scenario. */
export function read(words: URLSearchParams): Scenario | undefined {
  const whole = (text: string, least: number, most: number) => (/^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most ? Number(text) : NaN);
  const procs = whole(words.get("procs") ?? "", 1, MOST.procs);
  const policies = (words.get("policies") ?? "fcfs,easy").split(",");
  const jobs = (words.get("jobs") ?? "").split("_").map((job) => {
    const [id = "", submit = "", width = "", run = "", estimate = run, ...more] = job.split(".");
    return { id: whole(id, 1, 1e9), submit: whole(submit, 0, MOST.seconds), procs: whole(width, 1, procs), run: whole(run, 1, MOST.seconds), estimate: more.length > 0 ? NaN : whole(estimate, 1, MOST.seconds) };
  });
  const right = policies.length === 2 && policies.every((p) => /^[\w:.()*/+-]{1,80}$/.test(p)) && jobs.length <= MOST.jobs && new Set(jobs.map((j) => j.id)).size === jobs.length;
  if (!right || jobs.some((j) => Object.values(j).some(Number.isNaN))) return undefined;
  return inOrder({ procs, policies, jobs }, jobs);
}
