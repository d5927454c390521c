// The steps table, run by run, and of it what was decided about single jobs.
import { free } from "../simulator/buffers";
import { narrow, type Numbers } from "./numbers";
import { order } from "./order";
import { pick, RowsReader, type Coded, type Rows } from "./rows";

/** A run's rows of the table; rows of one step are the options of one decision. */
export interface StepRows {
  run: string;
  policy: string;
  n: number;
  step: Numbers;
  time: Numbers;
  waiting: Numbers;
  value: Numbers;
  kind: Coded;
  /** Numbers of jobs. */
  job: Coded;
  before: Coded;
  after: Coded;
  rule: Coded;
  option: Coded;
}

const NUMBERS = ["step", "time_s", "waiting", "value"] as const;
const TEXTS = ["kind", "job", "before", "after", "case", "option"] as const;

export class StepsReader extends RowsReader<(typeof NUMBERS)[number], (typeof TEXTS)[number]> {
  constructor(done: (rows: StepRows) => void) {
    super("steps", NUMBERS, TEXTS, (r) => done(columnsOf(r)));
  }
}

function columnsOf(r: Rows<(typeof NUMBERS)[number], (typeof TEXTS)[number]>): StepRows {
  return {
    run: r.run, policy: r.policy, n: r.n,
    step: r.numbers("step"), time: r.numbers("time_s"), waiting: r.numbers("waiting"), value: r.numbers("value"),
    kind: r.texts("kind"), job: r.texts("job"), before: r.texts("before"), after: r.texts("after"), rule: r.texts("case"), option: r.texts("option"),
  };
}

/** The decisions of one run about its jobs. */
export interface JobSteps extends Pick<StepRows, "run" | "step" | "kind" | "after" | "rule" | "option" | "value"> {
  /** Numbers of jobs, rising; a job has as many as there were decisions about it. */
  job: Numbers;
  /** The row with which each of these decisions begins. */
  first: Numbers;
}

/** The decisions of a run about jobs; undefined if there are none. */
export function jobStepsOf(c: StepRows): JobSteps | undefined {
  const [rows, jobs] = [new Int32Array(c.n), new Float64Array(c.n)];
  let n = 0;
  for (let i = 0; i < c.n; i++) {
    const job = c.job.names[c.job.code[i]];
    if (job === null || (i > 0 && c.step[i] === c.step[i - 1])) continue;
    rows[n] = i;
    jobs[n++] = Number(job);
  }
  if (n === 0) return undefined;
  const rising = order(jobs.subarray(0, n)); // those about one job stay in their order
  const [job, first] = [pick(jobs, rising), pick(rows, rising)];
  const { run, step, kind, after, rule, option, value } = c;
  const made = { run, step, kind, after, rule, option, value, job: narrow(job), first: narrow(first) };
  free(rows, jobs, rising, job, first);
  return made;
}
