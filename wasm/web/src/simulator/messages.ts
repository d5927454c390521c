// The requests and answers of the simulator and its add-ons.
// Written by wasm/build/internal/types from Go's types. Change those, and run go test ./wasm/build/internal/types -update.

/** The version of the protocol: service.Version in Go. */
export const VERSION = 11;

/** What each operation takes beside blobs, what it answers, and what it reports in between. */
export interface Operations {
  arrow: { request: Record<string, never>; answer: Copied; progress: never };
  cancel: { request: CancelRequest; answer: Found; progress: never };
  changes: { request: ChangesRequest; answer: ChangesAnswer; progress: never };
  cluster: { request: ClusterRequest; answer: ClusterAbout; progress: never };
  csv: { request: Record<string, never>; answer: Converted; progress: never };
  describe: { request: Record<string, never>; answer: Description; progress: never };
  experiment: { request: ExperimentRequest; answer: Evaluation; progress: Evaluating };
  figure: { request: FigureRequest; answer: Picture; progress: never };
  forget: { request: ForgetRequest; answer: Found; progress: never };
  generate: { request: GenerateRequest; answer: Workload; progress: never };
  instance: { request: InstanceRequest; answer: InstanceAnswer; progress: never };
  load: { request: LoadRequest; answer: Workload; progress: never };
  moment: { request: MomentRequest; answer: Moment; progress: never };
  parquet: { request: Record<string, never>; answer: Converted; progress: never };
  play: { request: PlayRequest; answer: PlayAnswer; progress: Progress };
  played: { request: PlayedRequest; answer: Found; progress: never };
  rules: { request: Record<string, never>; answer: KnownRuleBase; progress: never };
  run: { request: RunRequest; answer: RunAnswer; progress: Progress };
  shape: { request: ShapeRequest; answer: Shape; progress: never };
  solve: { request: SolveRequest; answer: Solving; progress: Solving };
  spare: { request: SpareRequest; answer: Spared; progress: never };
  waits: { request: WaitsRequest; answer: WaitsAnswer; progress: never };
  why: { request: WhyRequest; answer: Why; progress: never };
}

/** A Copied says which columns were copied. */
export interface Copied {
  columns: string[];
}

export interface CancelRequest {
  /** id of the request to stop */
  target: number;
}

/** A Found says whether there was what a request named. */
export interface Found {
  found: boolean;
}

export interface ChangesRequest {
  /** how many there are */
  groups: number;
  /** Unix time of second 0, or 0 */
  unix_start: number;
}

export interface ChangesAnswer {
  /** of all jobs */
  within: Blocked;
  groups: GroupChange[];
}

export interface ClusterRequest {
  /** of the file, for errors */
  name: string;
  /** as backfill whatif takes them */
  changes: string[];
}

/** A ClusterAbout is a description and what a page shows of it. */
export interface ClusterAbout {
  /** for a Spec */
  cluster?: Record<string, unknown>;
  name: string;
  nodes: number;
  cores: number;
  gpus: number;
  memory_mib: number;
  partitions: string[];
  accounts: number;
  users: number;
  /** priority is by submission: no weight matters */
  basic: boolean;
  /** of the controls */
  values: Record<string, string>;
  /** one node of each kind */
  like: Choice[];
  /** what the files do not say */
  assumed: string[];
  /** what they say and no simulation models */
  outside: string[];
  /** of the bytes that were read; "" for the example's */
  file_sha256: string;
}

/** Converted describes a table that was written in another format. */
export interface Converted {
  rows: number;
}

/** A Description has everything that a page builds its forms and tables from. */
export interface Description {
  program: string;
  /** every one */
  policies: Scheduler[];
  /** of the policies */
  families: Family[];
  /** a policy's name is KIND or ORDER-KIND */
  kinds: Kind[];
  /** without the order of submission */
  orders: Order[];
  /** the baseline, for logs that record waits */
  recorded: Choice;
  metrics: Metric[];
  tables: Schema[];
  /** the built-in ones */
  workloads: Workload[];
  widths: Choice[];
  overruns: Choice[];
  grid: GridForm;
  shared: SharedForm;
  cluster: ClusterForm;
  rules: RulesForm;
  generator: GeneratorForm;
}

export interface ExperimentRequest {
  experiment: string;
  /** CHOICE=VALUE,...; "" is the default of every choice */
  reading: string;
}

/** An Evaluation is what came out of an experiment at quick scale. */
export interface Evaluation {
  /** that computes the same */
  command: string;
  /** of its numbers, as in cells.parquet of the command */
  digest: string;
  numbers: PaperNumber[];
  claims: ClaimResult[];
  origins: Origin[];
  /** null if the experiment has no picture */
  chart: Chart | null;
  seconds: number;
}

/** Evaluating is the progress of an experiment. */
export interface Evaluating {
  /** the run that made progress */
  run: string;
  /** runs */
  done: number;
  /** runs */
  total: number;
  /** of all work, 0 to 1 */
  share: number;
}

export interface FigureRequest {
  /** figures.Figure.ID */
  figure: string;
  /** svg, pdf or png */
  format: string;
  options: FigureOptions;
}

/** A Picture describes the file in the blob. */
export interface Picture {
  bytes: number;
}

export interface ForgetRequest {
  name: string;
}

export interface GenerateRequest {
  model: Model;
}

/** A Workload describes a workload before or after it is simulated. */
export interface Workload {
  name: string;
  source: string;
  procs: number;
  jobs: number;
  /** seconds from the first submission to the last */
  span: number;
  /** trace.OfferedLoad */
  load: number;
  users: number;
  /** where the size of the machine comes from, as in trace.SizeFrom */
  procs_from: string;
  /** the log's header names that size */
  sized: boolean;
  /** jobs whose wait the log records */
  waits: number;
  /** the recorded schedule can be compared with policies: see trace.Recorded */
  replay: boolean;
  /** Unix time of second 0, or 0 */
  unix_start: number;
  /** that is the log's own time, read as if it were UTC: no time zone is known */
  local_times: boolean;
  /** rows that became no job */
  left_out: number;
  /** keys by which jobs can be given home sites of a grid */
  homes: Homes[];
  /** the most that a job needs per processor; 0 if unknown */
  memory_kib: number;
  /** odd rows by rule */
  counts: OddRows[];
  /** what was wrong with them */
  causes?: Cause[];
  /** rising; each job is of one */
  widths: Width[];
  /** of what is simulated */
  sha256: string;
  /** of the bytes of the log; "" for what is built in */
  file_sha256: string;
  /** of a table: which column was taken for what */
  reading?: Reading;
  /** see trace.Doubts */
  doubts?: Doubt[];
}

export interface InstanceRequest {
  /** of the run; without one, blob 0 is the problem */
  spec?: Spec;
  /** one of the Spec's */
  policy?: string;
  /** the second */
  at?: number;
}

/**
 * An InstanceAnswer is a problem with the policies' schedules of it. The blob has its
 * JSON as package exact documents it.
 */
export interface InstanceAnswer {
  instance: Instance;
  /** in the order of exact.Policies */
  policies: Planned[];
  /** name of the cheapest */
  best: string;
}

export interface LoadRequest {
  /** a plain file name */
  name: string;
  /** of jobs, as in a Spec */
  width?: string;
  /** of a table's columns, as in a Spec */
  map?: string;
}

export interface MomentRequest {
  spec: Spec;
  /** one of the Spec's */
  policy: string;
  /** second */
  at: number;
  /** waiting jobs that are told of */
  most: number;
  /** and this one */
  job?: number | string;
}

/**
 * A Moment is what a run tells of one second: why jobs started, and why others wait. Times are seconds; only
 * shared nodes have fractions.
 */
export interface Moment {
  /** the second that was asked about */
  at_s: number;
  /** the last one by then at which something happened; what follows is of its end */
  pass_s: number;
  /** the last one by then at which jobs started, or -1 */
  starts_s: number;
  /** these jobs, in the order in which they started */
  starts: Started[];
  /** what is free: "12 processors" */
  free: string;
  /** jobs that wait */
  waiting: number;
  /** the first of them */
  waits: Waiting[];
  reservations: Reserved[];
  /** of the policies that change it, the order or strategy in force */
  order?: string;
  /** Seconds before and after Pass at which jobs started, and at which the policy had jobs to decide on; -1 for none. */
  last_start_s: number;
  next_start_s: number;
  last_decision_s: number;
  next_decision_s: number;
}

export interface PlayRequest {
  spec: Spec;
  /** the policy's number in it */
  run: number;
}

/** A PlayAnswer is one run of a Spec. Its rows are in the blobs. */
export interface PlayAnswer {
  run: RunRow;
  /** of its jobs, for standings */
  blocks: Record<string, unknown> | null;
  /** how many blobs there are */
  batches: number;
}

/** A Progress is the progress of a run. */
export interface Progress {
  policy: string;
  /** 0, 1, ... in the order of the Spec's policies */
  run: number;
  /** how many there are */
  runs: number;
  /** jobs that have ended in this run */
  done: number;
  /** jobs of this run */
  total: number;
}

export interface PlayedRequest {
  /** id of the run */
  target: number;
  /** the policy's number in its Spec */
  run: number;
  /** of the first message, unless the simulator has failed */
  row?: RunRow;
  /** that play answered, beside the row */
  blocks?: Record<string, unknown>;
  /** how many blobs follow it */
  batches?: number;
}

/** KnownRuleBase is a rule base and its kind in words. */
export interface KnownRuleBase {
  /** as a Spec has it */
  base: RuleBase;
  kind: string;
}

export interface RunRequest {
  spec: Spec;
}

/** A RunAnswer is the answer of run; its tables are in the blobs. */
export interface RunAnswer {
  /** as it was simulated: cut, scaled */
  workload: Workload;
  runs: RunRow[];
  /** by name; those without rows are missing */
  tables: Record<string, SentTable>;
  /** tables that are too large for a page: see sending */
  left_out: string[];
  /** what the log says and the runs leave out, a line each */
  ignored: string[];
  /** what standings are seen in */
  within: Blocked;
  /** by run: whether its mean wait is like another's; null without blocks */
  alike: Likeness[][] | null;
  /** what must be said of schedules that stand beside each other; "" of most */
  beside: string;
  /** null unless the Spec has shared nodes */
  shared: SharedMachine | null;
  /** null unless the Spec has a cluster */
  cluster: ClusterMachine | null;
}

export interface ShapeRequest {
  workload: Source;
  /** of a log's jobs, as in a Spec */
  width?: string;
}

/**
 * A Shape counts a workload's jobs in classes, as charts of it show them. Each job is in
 * one class of every list, but in none of Hours if its time of day is not known.
 */
export interface Shape {
  /**
   * Hours are the submissions in each hour of the day, of the log's time zone; there are none
   * if the log does not say when its second 0 was. That of a model is midnight.
   */
  hours: number[];
  /** submissions in each OverStep seconds, from second OverFrom */
  over: number[];
  /** a multiple of OverStep */
  over_s: number;
  /** the shortest usual one that makes at most 60 parts */
  step_s: number;
  /** by processors, from powers of two */
  widths: Bin[];
  /** by run time in seconds */
  runs: Bin[];
  /** by run time in percent of the estimate; from 100: not shorter than that */
  accuracy: Bin[];
  /** the ten of the most processor seconds, and all others together with no name */
  users: Use[];
}

export interface SolveRequest {
  /** the time limit, at most maxSeconds */
  seconds: number;
}

/** A Solving describes the solution of an instance, in progress and in the end. */
export interface Solving {
  /** of the best schedule found */
  cost: number;
  bound: number;
  artww_s: number;
  bound_artww_s: number;
  gap: number;
  nodes: number;
  seconds: number;
  optimal: boolean;
  /** What ended the solution. It is missing in progress. */
  stopped?: Stop;
  /** Seconds, parallel to the jobs. In progress they are sent only if they are better than those before. */
  starts?: number[];
}

export interface SpareRequest {
  /** id of the run */
  target: number;
}

export interface Spared {
  /** the policy's number in the Spec, or -1: the run is over or needs no help */
  run: number;
}

export interface WaitsRequest {
  /** its workload is the log of blob 0, by whatever name */
  spec: Spec;
}

/** A WaitsAnswer is what a picture needs that follows a pointer. */
export interface WaitsAnswer {
  /** numbers in the log */
  jobs: number[];
  /** seconds, of each policy of the Spec and parallel to the jobs */
  waits: number[][];
}

export interface WhyRequest {
  spec: Spec;
  /** one of the Spec's */
  policy: string;
  job: number | string;
}

/** A Why is the story of one job's wait. Times are seconds; only shared nodes have fractions. */
export interface Why {
  job: number;
  /** the job's number as users of the log know it */
  id: string;
  /** what it asks for: "16 processors" */
  needs: string;
  procs?: number;
  /** if the scheduler may know it */
  estimate_s?: number;
  submit_s: number;
  start_s: number;
  /** in order of time; empty if it started at once */
  spans: Span[] | null;
  /** a sentence or two */
  summary: string;
  /** what it started on, where that is a question */
  on?: string;
  /** the jobs whose ends let it start, at that time or before the scheduler looked again */
  made_room?: number[];
  /** the jobs that were paused or moved when it started, so that it could */
  gave_way?: number[];
  /** it started when all jobs were mapped anew */
  packed?: boolean;
  /** the pauses and moves between its start and its end, in order */
  after?: Span[];
  /** IDs are the numbers of the other jobs in the Answer as users know them, where they are others. */
  ids?: Record<string, string>;
}

/** A Figure is one kind of picture. */
export interface Figure {
  id: string;
  title: string;
  /** one sentence: what it shows */
  doc: string;
  /** the table, or "rules", without which it shows nothing; "" of most */
  needs?: string;
}

/** A Paper is a paper and its experiments. */
export interface Paper {
  key: string;
  title: string;
  authors: string;
  venue: string;
  /** "" if none is known */
  doi: string;
  notes: string[];
  /** what the text leaves open */
  choices: ReadingChoice[];
  experiments: Experiment[];
}

/** Blocked is the weeks, days or hours of submission in which differences are seen. */
export interface Blocked {
  /** week, day or hour; "" if the log is too short for any */
  unit: string;
  n: number;
}

/** A GroupChange is how far the mean change of a group can be trusted: see stats.Change. */
export interface GroupChange {
  /** half the width of its 95 % interval; null if the group has jobs in too few blocks */
  half: number | null;
  /** neighbours that are taken together because they depend on each other */
  blocks_each: number;
  /** they still do, and the interval is too narrow */
  dependent: boolean;
}

/** A Choice is a value with a name. */
export interface Choice {
  name: string;
  title: string;
  doc: string;
  source?: string;
}

/** A Scheduler is a policy and the options that a form asks for, [] for none. */
export interface Scheduler extends Policy {
  options: PolicyOption[];
}

/** A Family is the policies of one package, whose names begin with Prefix. */
export interface Family {
  /** policy.Info.Family of its policies */
  name: string;
  prefix: string;
  /** the platform that its policies are for; the registry sets it */
  on: "machine" | "grid" | "shared" | "cluster";
  /** what sets it apart from other families for that platform, or "" */
  title: string;
  /** how the names of its policies are made, if that needs saying */
  example?: string;
}

/** A Kind is a family of policies, one per queue order. */
export interface Kind {
  name: string;
  title: string;
  /** in plain words, in order of submission */
  spoken: string;
  /** one sentence */
  doc: string;
  source: string;
}

/**
 * An Order ranks waiting jobs by estimates: the smallest key first, ties by submission, then job
 * number.
 */
export interface Order {
  /** prefix of a policy's name, as in sjf-easy */
  name: string;
  title: string;
  /** which job comes first: the formula, and what its letters mean */
  doc: string;
  source: string;
}

/** A Metric is one number about a schedule. */
export interface Metric {
  /** snake_case with the unit, the column in runs.parquet */
  name: string;
  /** as a table or figure prints it */
  title: string;
  /** "s", "1" for a ratio, ... */
  unit: string;
  better: Better;
  /** who defined it */
  source: string;
  formula: string;
}

/**
 * A Schema is an ordered set of columns. Its name is also that of the table's file
 * (jobs.parquet).
 */
export interface Schema {
  name: string;
  doc: string;
  columns: Column[];
}

/** A GridForm is the form of a grid. */
export interface GridForm extends GridOptions, Demo {
}

/** A SharedForm is the form of shared nodes. */
export interface SharedForm extends SharedOptions, Demo {
}

/**
 * A sharedForm has what a form for a cluster.Description offers: controls that change it, and a
 * description that is ready.
 */
export interface ClusterForm extends Demo {
  /**
   * Controls are named by fields of a description, as in the changes of system: an op's request
   * has priority.weight_fairshare=0 for one of them.
   */
  controls: PolicyOption[];
  /** how many nodes like one that is there: add=2:n1 */
  added: PolicyOption;
  /** worth a look */
  policies: string[];
  /** the example's description */
  about: ClusterAbout;
}

/** RulesForm has what a page needs to offer rule bases and to show what they did. */
export interface RulesForm {
  features: Feature[];
  /** a strategy is one of these with */
  orders: string[];
  /** one of these, but the last, which has no order */
  algorithms: string[];
  /** what the orders put first */
  order_titles: string[];
  strategies: string[];
  /** ready to run */
  examples: KnownRuleBase[];
}

/** A GeneratorForm offers workloads of the model of Lublin and Feitelson. */
export interface GeneratorForm {
  /** where nothing is chosen */
  usual: Model;
  sliders: Slider[];
  /** of Model.Estimates */
  estimates: Choice[];
}

/**
 * A PaperNumber is one of ours beside the printed one. Tables, JSON, Markdown and HTML are views
 * of it. What is missing is NaN, and null in JSON, or left out where most numbers lack it.
 */
export interface PaperNumber {
  /** the experiment's, the row and the column */
  id?: string;
  row: string;
  column: string;
  unit?: string;
  /** null if none is printed */
  published: number | null;
  /** of several draws the median; null if we have none */
  ours: number | null;
  /** the upper end, if ours is the lower end of an interval */
  ours_most?: number | null;
  /** the lower end of the range of other draws, if it rests on draws */
  low?: number | null;
  /** the upper end */
  high?: number | null;
  /** the share of other draws that the range holds */
  coverage?: number | null;
  /** ours over published; null for an interval */
  ratio: number | null;
  /** missing if none is printed */
  verdict?: Verdict;
  /** "ours" if none is printed */
  class: NumberClass;
  /** why ours differs, as far as it is known */
  note?: string;
}

/** A ClaimResult is a claim and the verdict on it. */
export interface ClaimResult {
  /** the experiment's and the claim's */
  id: string;
  text: string;
  /** of the paper; "" if the claim is ours */
  section: string;
  /** one of those on claims */
  verdict: Verdict;
  /** the numbers that decided with the first seed, and a reason */
  note: string;
  /** with how many seeds it holds */
  held: number;
  /** of how many; 1 if nothing depends on the seed */
  of: number;
}

/** An Origin says what a job set was made from. */
export interface Origin {
  job_set: string;
  title: string;
  doc: string;
  /** something stands in for a trace that is not given */
  substitute: boolean;
  /** the logs read */
  traces?: Trace[];
  /** logs that are not in the folder of logs, if one was given */
  missing?: string[];
  seeds?: number[];
  notes?: string[];
  jobs: number;
  procs: number;
  /** of the job set: trace.SHA256 */
  sha256: string;
}

/**
 * A Chart is panels set side by side under one legend: of series of the same
 * name in several panels the first counts.
 */
export interface Chart {
  title: string;
  /** small print at the foot */
  note?: string;
  /** panels in a row; 0 is 2, or 1 where there is one panel */
  cols?: number;
  panels: Panel[];
}

/** FigureOptions are the choices of a figure; the zero value shows everything. */
export interface FigureOptions {
  /** runs or policies, in this order; none means all */
  only?: string[];
  /** the time window [From, To) in seconds; */
  from_s?: number;
  /** To 0 means to the end */
  to_s?: number;
  /** size of the machine; 0 means that of Runs, else the peak of use */
  procs?: number;
  /** of the grid, in this order; others in Parts follow */
  sites?: FigureSite[];
  /**
   * Color says what colours jobs in gantt and shares: "width", "wait", "overtaking", "user", "queue"
   * or, on a grid, "placement". "" means width; on few nodes, each job has its own colour.
   */
  color?: string;
  /** to draw in metrics; none means the usual nine */
  metrics?: string[];
  /** instead of the figure's own; "-" for none */
  title?: string;
  /** of the page in inches; 0 means 7 */
  width?: number;
  /** in inches; 0 means what the panels need */
  height?: number;
  /** of PNG; 0 means 200 */
  dpi?: number;
}

/**
 * A Model generates a workload. lublin.Model and empirical.Options have the defaults, for which
 * zero fields stand, and the ranges.
 */
export interface Model {
  /** "lublin" or "empirical" */
  name: string;
  /** empirical: the log it imitates */
  from?: string;
  /** how many */
  jobs?: number;
  /** lublin: size of the machine */
  procs?: number;
  /** offered load to scale to; 0 leaves the model's own */
  load?: number;
  /** how many users submit the jobs */
  users?: number;
  seed?: number;
  /** lublin: batch, interactive, both or untyped */
  type?: string;
  /** lublin: exact, factor or round */
  estimates?: string;
  /** lublin: of the estimates factor and round */
  factor?: number;
  /** lublin: share of parallel jobs that are wide */
  wide?: number;
  /** lublin: multiplies the run times */
  run_factor?: number;
}

/**
 * A Homes is a key by which jobs can be given home sites: their queues, users, groups
 * or partitions.
 */
export interface Homes {
  /** as in grid.Grid.Home */
  by: string;
  /** those with the most jobs, at most maxHomes */
  names: HomeName[];
  others: Others;
}

/** OddRows is the number of rows that one rule left out, changed or noted. */
export interface OddRows extends CleaningRule {
  rows: number;
}

/** A Cause is what was wrong with rows to which a rule was applied: a field whose value could not be taken, and why. */
export interface Cause {
  /** key of the rule: malformed or unusable */
  rule: string;
  /** the column, or the field with its number; "" for the whole row */
  field?: string;
  why: string;
  rows: number;
  /** the first of them, at most 3 */
  first: Place[];
}

/** A Width tells what jobs of one width are, so that a page knows what a smaller machine has to do. */
export interface Width {
  procs: number;
  jobs: number;
  /** processor seconds */
  area: number;
  /** second of the first submission */
  first: number;
  last: number;
}

/** A Reading says what was taken for what. */
export interface Reading {
  /** the data set that the columns are those of */
  preset?: string;
  guessed?: boolean;
  /** 1,5 was read as 1.5 */
  decimal_commas?: boolean;
  /** in the order of Fields */
  sources: Taken[];
}

/**
 * A Doubt is one thing about a log that may not mean what it seems to, or that the log leaves open and a program had to decide.
 */
export interface Doubt {
  /** the kind of doubt, such as "limit-unit" */
  key: string;
  /** what was found and how it is taken: words without a full stop */
  what: string;
  /** jobs, or rows, that it is about; 0 if it is about the log as a whole */
  jobs?: number;
  /** of how many jobs or rows */
  of?: number;
  /** one of them */
  example?: string;
  /** what to type or to look at, to follow a colon */
  fix?: string;
  /** Grave says that numbers of a simulation could change by more than a tenth. */
  grave?: boolean;
}

/**
 * A Spec is one experiment: a workload under one or more policies. The same Spec gives the
 * same bytes on every machine and build.
 */
export interface Spec extends Platforms {
  workload: Source;
  /** names that Builtin knows, with any options; each at most once */
  policies: string[];
  /** size of the machine; 0 is the workload's own */
  procs?: number;
  /** multiplies the times between submissions; 0 is 1 */
  shrink?: number;
  /** a job's width in a log: "allocated" (also "") or "requested" */
  width?: string;
  /** a run past its estimate: "cut" (also "") or "extend" */
  overrun?: string;
  /**
   * OfferedLoad scales the times between submissions, instead of Shrink, so that the offered load becomes this: 1 fills the
   * machine (trace.ScaleLoad). 0 leaves it.
   */
  load?: number;
  /**
   * Estimates replaces those of the workload: "exact" are the run times, "factor:2" twice its
   * own, "model:2" drawn between the run time and 2 times it more and rounded up to popular values
   * (lublin.Estimates, round). "" leaves them.
   */
  estimates?: string;
  /**
   * Shake moves every submission by a few seconds at random, so that several runs of one log tell a policy's effect from an
   * accident of the log (trace.Shake).
   */
  shake?: Shake;
  /**
   * Arrival says when jobs come: at their "submission" (also ""), or when they became "eligible"
   * in sacct output (trace.ArriveEligible).
   */
  arrival?: string;
  /** which policies rules:NAME name */
  rules?: RuleBase[];
  /** policies of the Spec's author */
  own?: Own[];
  /**
   * UserGroups are the bounds of the user groups in metrics, results and the policies
   * rules:STRATEGY; see rules.Bounds, which has the default.
   */
  user_groups?: number[];
}

/**
 * An Instance is one off-line problem: the jobs that wait at second Now on a
 * machine whose running jobs give their processors back step by step.
 */
export interface Instance {
  /** its name in tables; may be empty */
  name?: string;
  /** processors of the machine, 1..job.MaxProcs */
  procs: number;
  /** seconds; no job starts before it */
  now: number;
  /** the first step begins at Now */
  free: Step[];
  /** in any order */
  jobs: Job[];
}

/** A Planned is one schedule of an instance. */
export interface Planned {
  name: string;
  /** seconds, parallel to the jobs */
  starts: number[];
  /** processor seconds */
  cost: number;
  artww_s: number;
}

/** A Started says why one job started. */
export interface Started {
  job: number;
  /** the job's number as users of the log know it */
  id: string;
  procs: number;
  /** if the scheduler may know it */
  estimate_s?: number;
  submit_s: number;
  kind: string;
  /** the kind and what it rests on, in words */
  text: string;
  /** processors free before it started; -1 where that is not what decides */
  free: number;
  /** the job whose reservation it was started beside, or -1 */
  behind: number;
  /** the second of that reservation, or -1 */
  reservation_s: number;
  /** processors that the reservation left over before the job took its own */
  left_over: number;
  /** jobs before it in the queue that went on waiting */
  ahead: number;
  /** the start that was planned or promised before this second, or -1 */
  planned_before_s: number;
  order?: string;
  on?: string;
}

/** A Waiting says why one job waits. */
export interface Waiting {
  job: number;
  id: string;
  procs: number;
  estimate_s?: number;
  submit_s: number;
  text: string;
  /** its own reserved, promised or planned start, or -1 */
  planned_s: number;
}

/** A Reserved is room that is kept for a waiting job. */
export interface Reserved {
  job: number;
  id: string;
  at_s: number;
  /** by its estimate */
  until_s: number;
  procs: number;
  /** on a grid */
  site?: string;
}

export interface RunRow {
  run: string;
  policy: string;
  /** parallel to describe's metrics; null if undefined */
  metrics: (number | null)[];
  /** parallel to metrics; not of play, which knows no other run */
  stands?: Standing[];
  /** jobs of more tasks than there are nodes; on a system, jobs that never start */
  left_out: number;
  /** of computing */
  seconds: number;
}

/**
 * A RuleBase is the file of a rule base: rigid or fuzzy rules, or fuzzy ones for the
 * order and for the algorithm.
 */
export interface RuleBase {
  format: string;
  name: string;
  about: string;
  groups_above_percent: number[];
  greedy_advantage_s: number[];
  rigid?: RigidRules;
  fuzzy?: FuzzyRules;
  orders?: FuzzyRules;
  algorithms?: FuzzyRules;
}

/** SentTable describes a table of an answer. */
export interface SentTable {
  /** number of the blob that is its Arrow file */
  blob: number;
  /** of the whole table */
  rows: number;
  /** and its result.Digest */
  sha256: string;
  /** the file has part of it: see sending */
  thinned: boolean;
}

/** A Likeness says whether the mean waits of two runs differ: see metrics.Likeness. */
export type Likeness = "" | "alike" | "unknown";

/** SharedMachine describes a run's cluster, and its jobs as tasks. */
export interface SharedMachine {
  nodes: number;
  penalty_s: number;
  /** shared.Load */
  load: number;
  /**
   * Bound is the least maximum stretch that any schedule can have (theorem 1), null if
   * the jobs are too many to work it out while somebody waits.
   */
  bound: number | null;
  tasks: TaskSet;
}

/** ClusterMachine describes a run's cluster of nodes with resources. */
export interface ClusterMachine {
  nodes: number;
  cores: number;
  /** all nodes, none if there are more than a chart has rows for */
  listed: NodeInfo[];
  /** what the simulation takes for granted and leaves out, in sentences */
  notes: string[];
}

/**
 * A Source names a workload in one of three ways. The zero Source is the built-in default
 * workload.
 */
export interface Source {
  builtin?: string;
  /** a log: SWF, sacct output or a table (CSV, Parquet, Arrow); text may be gzipped */
  file?: string;
  model?: Model;
  /**
   * Columns names the columns of File, or of the model's log, if it is sacct output
   * without a header line; see sacct.Reader.
   */
  columns?: string;
  /**
   * Map says which columns of File, or of the model's log, are which fields of jobs if it is a table: see
   * package columns. "" goes by their names.
   */
  map?: string;
  /** TimeZone is the zone of the log's cluster, such as Europe/Berlin: see trace.Options. */
  time_zone?: string;
  /**
   * Anonymize replaces all names in the log and its own by pseudonyms, here and in all that is
   * made of the results: see trace.Workload.Anonymize.
   */
  anonymize?: boolean;
  /**
   * SHA256 is that of the log's bytes. Results have it, so that the log is found again and no
   * other is taken for it.
   */
  sha256?: string;
}

/** A Bin counts the jobs with a number in [From, To); To is 0 for no bound. */
export interface Bin {
  from: number;
  to: number;
  jobs: number;
}

/** An Use is what one user's jobs are of all: the jobs of no user are a user, too. */
export interface Use {
  name: string;
  /** 1, or how many have no name here */
  users: number;
  jobs: number;
  /** processor seconds */
  area: number;
}

/** A Stop is what ended a solution. */
export type Stop = "done" | "nodes" | "work" | "time" | "cancelled" | "size";

/** A Span is a time in which the same rule and the same jobs kept a job waiting. */
export interface Span extends Partial<OnMachine> {
  from_s: number;
  to_s: number;
  /** scheduling passes that passed the job over */
  passes: number;
  cause: string;
  /** Slurm's for the cause, as squeue prints it */
  code?: string;
  /** the cause and what it rests on, in words */
  text: string;
  grid?: OnGrid;
  shared?: OnShared;
  cluster?: OnCluster;
}

/**
 * A ReadingChoice is something that a paper's text leaves open. An experiment can be computed
 * with each of its values.
 */
export interface ReadingChoice {
  /** unique among all papers: "steps" */
  key: string;
  /** what is open, as a question */
  asks: string;
  /** what the paper says of it, with the section */
  text: string;
  /** why the first value is the default */
  why: string;
  /** at least two; the first is the default */
  values: ReadingAnswer[];
}

/** An Experiment is a table or figure with what is printed, and what was recorded at the paper's own size. */
export interface Experiment {
  id: string;
  kind: ExperimentKind;
  title: string;
  doc: string;
  /** that computes it at the paper's size */
  command: string;
  /** that the record is of; 0 if there is no record */
  seeds: number;
  /** that the record was computed from */
  logs: string[];
  numbers: PaperNumber[];
  claims: ClaimResult[];
}

/** Policy describes one policy. */
export interface Policy {
  name: string;
  /** the field's or the paper's name */
  title: string;
  /** the same in plain words; an author's own policy has none */
  spoken?: string;
  doc: string;
  source: string;
  /** queue, plan, dynp, grid, dfrs or rules */
  family: string;
  options?: PolicyOption[];
}

/** A PolicyOption is one parameter of a policy: NAME:OPTION=VALUE,OPTION=VALUE. */
export interface PolicyOption {
  name: string;
  title: string;
  doc: string;
  /** "" is no limit */
  default: string;
  unit?: string;
  /** of a number */
  least: number;
  most: number;
  /** between distinct numbers */
  step?: number;
  choices?: Choice[];
  /** parts several choices, given in their order */
  join?: string;
}

/** Better is the direction in which a metric improves. */
export type Better = -1 | 0 | 1;

/** A Column defines one column of a table. */
export interface Column {
  name: string;
  type: string;
  /** "s", "processors", ... or "" for none */
  unit?: string;
  /** in terms of other columns, or "" for an input */
  formula?: string;
  /** one sentence */
  doc: string;
  /** Doc says what null means; only Float and Text can be */
  nullable?: boolean;
}

/**
 * A GridOptions has the options of a form for a Grid, beside its sites. An option is
 * named like its field of the grid, of its multisite or of its speedup.
 */
export interface GridOptions {
  /** the keys that choose home sites */
  homes: Choice[];
  multisite: PolicyOption[];
  speedup: PolicyOption[];
  seed: PolicyOption[];
}

/** A Demo is a Spec that is ready to run, and its workload. */
export interface Demo {
  example: Spec;
  example_workload: Workload;
}

/** A SharedOptions has the options of a form for Nodes, named like their fields. */
export interface SharedOptions {
  options: PolicyOption[];
  /**
   * An algorithm's name is dfrs:, one choice of each part, if policies have
   * that name, and options as /OPTION=VALUE.
   */
  parts: PolicyOption[];
  /** algorithms worth a look, whole names */
  presets: Choice[];
}

/** A Feature is a number that describes scheduling states. */
export interface Feature {
  /** in rule bases */
  name: string;
  title: string;
  doc: string;
  unit: string;
  /** of its range */
  least: number;
  most: number;
}

/** A Slider chooses a number of an experiment.Model. */
export interface Slider {
  /** of the model's field */
  name: string;
  title: string;
  doc: string;
  /** "%" of numbers from 0 to 1, "x" of factors, or "" */
  unit: string;
  /** rising; a Spec can have others */
  stops: number[];
}

/**
 * A Verdict says how close our number is to the published one, or whether our results
 * agree with a claim.
 */
export type Verdict = "same" | "close" | "differs" | "none" | "inside" | "near" | "outside" | "holds" | "fails" | "by construction" | "not testable" | "undecided";

/**
 * A NumberClass says what a printed number can show. Only measured ones are counted: schedulers
 * have no part in the others, or we saw to it that they agree, or they are counted elsewhere.
 *
 * The class is that of a run at the paper's size on the logs. It belongs to the printed
 * number and the cell beside it, and is decided by where the cell's value comes from:
 *
 *   - a number of a schedule, of a solver's answer or of a training is measured, whether ours
 *     agrees or not, and also if we cannot compute it (seconds of another machine);
 *   - a number that describes a log, or that we take from the paper (a size, a bound, a
 *     weight), is an input; so is one that describes jobs which we cut from the log;
 *   - a number that describes jobs which we drew is fitted if the distributions or the seed
 *     were chosen by the printed numbers, else measured;
 *   - a number that a schedule yields, and by which we chose a seed, a distribution or a step
 *     of ours, is fitted;
 *   - a count that follows from a definition, or is 0 since the scheduler cannot do such a
 *     thing, is by construction;
 *   - a number that the paper prints twice, or that is held against a second cell of ours, is
 *     measured where it comes first in the paper's order, and a repeat elsewhere;
 *   - a gain or a ratio within one sample that we compute from printed numbers is derived: it can
 *     agree where levels, which vary with the sample, do not, and the other way round.
 */
export type NumberClass = "measured" | "input" | "construction" | "fitted" | "ours" | "repeat" | "derived";

/** A Trace is a log that was read. */
export interface Trace {
  name: string;
  /** of the file */
  sha256: string;
  /** SHA-256 of what is in it, if it is compressed; else the same */
  uncompressed: string;
}

/** A Panel is one plot. */
export interface Panel {
  title?: string;
  kind?: PanelKind;
  x: Axis;
  y: Axis;
  /** of the groups of bars */
  names?: string[];
  series: Series[];
}

/** A FigureSite is one computer of a grid. */
export interface FigureSite {
  name: string;
  /** 0 means the peak of use */
  procs: number;
  /** of one processor; 0 means unknown */
  speed?: number;
}

/** A HomeName is one queue, user, ... */
export interface HomeName {
  name: string;
  jobs: number;
  /** processors of its widest job */
  widest: number;
}

/** Others are the names that are not listed, together. */
export interface Others {
  names: number;
  jobs: number;
  widest: number;
}

/** A CleaningRule says how one kind of odd row is handled. */
export interface CleaningRule {
  key: string;
  effect: Effect;
  /** one sentence */
  doc: string;
}

/** A Place is a value in a log, for people to look it up. */
export interface Place {
  /** from 1; the number of the row in files without lines, such as Parquet */
  line: number;
  /** the value, shortened */
  text?: string;
}

/** A Taken says where a field was read from. */
export interface Taken {
  field: string;
  /** or a number, the same for each job */
  column: string;
  /** as a Map has it, or date */
  unit?: string;
}

/** Platforms say what the policies of a Spec schedule: one machine, unless one of them is given. */
export interface Platforms {
  /**
   * Grid puts the jobs on several sites instead of one machine, under policies of
   * core/platform/grid. Procs is 0: the sites have their own.
   */
  grid?: Grid;
  /**
   * Shared puts the jobs on nodes that they share by fractions, under policies of
   * core/platform/shared; under others each task has a node to itself. Procs is 0 here, too.
   */
  shared?: SharedNodes;
  /**
   * Cluster puts the jobs on nodes with resources and partitions, under the policy slurm or those for one
   * machine that core/platform/cluster/queue has. Procs is 0.
   */
  cluster?: Record<string, unknown>;
  /** Events are what people did to the jobs of the log on the cluster. */
  events?: Event[];
}

/** A Shake says by how much submissions move. */
export interface Shake {
  /** 1 to trace.MostShake seconds, earlier or later */
  within_s: number;
  seed?: number;
}

/**
 * An Own is a policy of a Spec's author, which the Spec names as it names the others. What makes it is not
 * written to JSON: a Spec that is read back says which policy it was, but cannot play it.
 */
export interface Own {
  /** no built-in policy's; printable, without commas and colons */
  name: string;
  /** a number or digest that changes when the policy decides otherwise */
  version: string;
}

/**
 * A Step says that Procs processors are free from second At until the next step
 * begins; the last step never ends. Both increase from step to step, because running
 * jobs only end: the paper's machine history.
 */
export interface Step {
  at: number;
  procs: number;
}

/**
 * A Job is a waiting job. It may start at any second from Now on and then holds
 * Procs processors for Estimate seconds without a break.
 */
export interface Job {
  /** unique within the instance */
  id: number;
  /** 1..processors of the last step */
  procs: number;
  /** seconds, 1..job.MaxSeconds */
  estimate: number;
  /** seconds, 0..Now */
  submit: number;
}

/** A Standing says where a run stands among the others in a metric: see metrics.Standing. */
export type Standing = "" | "first" | "best";

/** RigidRules have one strategy for each part of the features' space. */
export interface RigidRules {
  partitions: Partition[];
  rules: RigidRule[];
}

/** FuzzyRules hold to a degree each. */
export interface FuzzyRules {
  rules: FuzzyRule[];
}

/** A TaskSet has the jobs of a cluster, in columns. */
export interface TaskSet {
  job: number[];
  tasks: number[];
  /** that each task can use, in nodes */
  cpu: number[];
  /** that each task needs, in nodes */
  memory: number[];
}

export interface NodeInfo {
  name: string;
  cores: number;
  gpus: number;
}

/** OnMachine is what a Span tells on one machine. */
export interface OnMachine {
  /** fewest and most free processors in these passes */
  free_min: number;
  free_max: number;
  /** or -1 */
  head_job: number;
  /** when the head has room by the estimates, in the last pass, or -1 */
  shadow_s: number;
  /** nothing overtakes the head: Shadow is no reservation */
  strict?: boolean;
  extra_procs: number;
  /** the job's own expected start in the last pass, or -1 */
  planned_s: number;
  /** the jobs whose ends make room */
  waits_for: number[] | null;
}

/** OnGrid is what a Span tells on a grid. */
export interface OnGrid {
  /** on which the job may run, in the grid's order */
  sites: SiteFree[];
  /**
   * What the policy allows beside a run on one site with the processors asked for.
   * not even that: Sites is the home site
   */
  home_only?: boolean;
  /** several sites */
  split?: boolean;
  /** fewer processors */
  mold?: boolean;
  /** the least computing power with which it starts on fewer */
  power?: number;
  /** fewest and most jobs before it in its queue in these passes */
  ahead_min: number;
  ahead_max: number;
  /** the first of them, which nothing may pass, or -1 */
  head_job: number;
  head_procs?: number;
  /** its planned start in the last pass, or -1 */
  planned_s: number;
  /** where */
  planned_on?: string;
  /** the jobs that are expected to end then */
  waits_for?: number[];
}

/** OnShared is what a Span tells on shared nodes. */
export interface OnShared {
  tasks: number;
  /** fewest and most of its tasks for which there was memory */
  room_min: number;
  room_max: number;
  /** fewest and most nodes with memory for a task */
  nodes_min: number;
  nodes_max: number;
  /** when the algorithm's next period begins, or -1 */
  next_s: number;
  /** it looks whenever a job arrives */
  arrivals?: boolean;
  /** whenever a job ends */
  ends?: boolean;
  /** jobs that the packing gave nodes to, all of a higher priority */
  above?: number;
  /** that of the lowest priority among them, or -1 */
  last_job: number;
  /** for which the job was paused or moved, or -1 */
  new_job: number;
  /** from where to where */
  moved?: string;
}

/** OnCluster is what a Span tells on nodes with resources. */
export interface OnCluster {
  /** that it is about */
  partition: string;
  /** of the job */
  tasks: number;
  /** fewest and most of them for which free nodes had room in these passes */
  room_min: number;
  room_max: number;
  /** fewest and most nodes with room for one */
  nodes_min: number;
  nodes_max: number;
  /** fewest and most jobs before it for nodes of the partition */
  ahead_min: number;
  ahead_max: number;
  /** the first of them, or -1 */
  first_job: number;
  /** the second for which that had a reservation in the last pass, or -1 */
  shadow_s: number;
  /** that for which the job itself was planned, or -1 */
  planned_s: number;
  /** jobs of which something must become first */
  depends_on?: number[];
  /** those of them for which it waited longest, if these are fewer */
  last?: number[];
  /** before which it may not start */
  begin_s?: number;
  /** where it ran in this time */
  ran?: string;
}

/** A ReadingAnswer is one value of a Choice. */
export interface ReadingAnswer {
  /** "event" */
  name: string;
  /** what is computed then, in a sentence */
  doc: string;
  /**
   * Fitted says that it was chosen by the printed numbers that it would be judged by. A
   * League leaves it out; with By, only where it scores a reading on one of those groups.
   */
  fitted?: boolean;
  /** the groups of job sets whose numbers chose it; nil for all */
  by?: string[];
}

/** ExperimentKind is what an experiment regenerates. */
export type ExperimentKind = "table" | "figure";

/** PanelKind says how the series of a panel are drawn. */
export type PanelKind = "lines" | "scatter" | "fronts" | "steps" | "cdf" | "bars";

/** An Axis is one axis of a panel. The zero value is linear and fits the data. */
export interface Axis {
  /** with the unit, unless Seconds */
  label?: string;
  /** values are seconds: ticks at round times */
  seconds?: boolean;
  log?: boolean;
  /** begins at 0 even if the data does not */
  zero?: boolean;
  /** the largest value on the left or at the foot */
  reversed?: boolean;
  /** where Min < Max, instead of the range of the data */
  min?: number;
  max?: number;
}

/** A Series is one curve or one kind of bar. A NaN is a gap. */
export interface Series {
  name: string;
  x?: (number | null)[];
  y: (number | null)[];
  /** ends of error bars, where known; of steps, the area from Low to High */
  low?: (number | null)[];
  high?: (number | null)[];
  /**
   * Printed says that these are a paper's own numbers. Points are open circles that no line
   * joins, and bars are open, too.
   */
  printed?: boolean;
}

/** An Effect is what a rule does to a row. */
export type Effect = "leaves out" | "changes" | "notes";

/**
 * A Grid is a set of sites and the costs of running a job on them. Zero values of all
 * fields but Sites are the paper's model.
 */
export interface Grid {
  sites: Site[];
  /**
   * Home says what decides a job's home site: "queue" (also ""), "user", "group" or
   * "partition". Names in no From are dealt to the sites in turn, in order of first
   * appearance.
   */
  home?: string;
  multisite?: MultiSite;
  speedup?: Speedup;
  /** of each job's slowdown and speed-up, and random choices of policies */
  seed?: number;
}

/**
 * SharedNodes are a number of equal nodes, as an experiment describes them. Under the policies of this package jobs share
 * them by fractions of their CPU; under any other each task of a job has a node to itself.
 *
 * FromLog makes tasks of a log's jobs, and of those of the empirical model, which
 * knows no memory. Synthetic makes those of a Lublin model (the built-in workloads
 * are some) with the model's seed: processors are then nodes of four cores, and Cores and
 * MemoryKiB are left out. Jobs run for the workload's run times, uncut, which are also
 * their estimates.
 */
export interface SharedNodes {
  /** 1..MaxNodes */
  nodes: number;
  /** processors of a node; 0 is 1 */
  cores?: number;
  /** of a node; 0 if the log has no memory of jobs: metrics then count 8 GiB */
  memory_kib?: number;
  /** seconds without progress after a resumption or migration; nil is DefaultPenaltyS */
  penalty_s?: number;
  /** What the paper leaves open: see Config. */
  virtual_in_penalty?: boolean;
  newest_first?: boolean;
}

/** An Event is what a user or an operator did to a job, which no accounting has. */
export interface Event {
  line?: number;
  /** microseconds since 1970 */
  unix_us: number;
  /** as in eventKinds, in letters of either case */
  what: string;
  /** as users know it: 123, 123_4 of an array, 123+1 of a heterogeneous job */
  job: string;
  value?: string;
}

/** A Partition parts the range of a feature. */
export interface Partition {
  feature: string;
  bounds: number[];
}

/** A RigidRule names the strategy of one part. */
export interface RigidRule {
  when: string;
  then: string;
}

/** A FuzzyRule has the names of the strategies that it speaks for and against. */
export interface FuzzyRule {
  when: Membership[];
  strongly_for?: string[];
  for?: string[];
  against?: string[];
  strongly_against?: string[];
}

/** A SiteFree is the fewest and most free processors of a site in some passes. */
export interface SiteFree {
  site: string;
  free_min: number;
  free_max: number;
  speed: number;
}

/** A Site is a parallel computer of the grid: identical processors that jobs share in space. */
export interface Site {
  /** unique within the grid */
  name: string;
  /** 1..job.MaxProcs */
  procs: number;
  /** of one processor, 1 is the log's own machine; 0 means 1 */
  speed?: number;
  /** multiplies run times and estimates of the jobs at home here; 0 means 1 */
  load?: number;
  /**
   * From names the queues (or what Grid.Home says) whose jobs belong here; "*" takes
   * those that no site names.
   */
  from?: string[];
}

/**
 * MultiSite is the cost of running on several sites at once: a job takes 1+x times as
 * long, where x depends on Spread.
 */
export interface MultiSite {
  /** Overhead is p, the largest x, 0 or more (equation 2 of the paper). */
  overhead?: number;
  /**
   * Spread says how x varies: "fixed" (also ""), p for all jobs; "uniform" in [0, p]
   * for each; "normal" with mean p/2 and deviation p/6, drawn again outside [0, p].
   * The paper gives the limit p, but no mean and deviation.
   */
  spread?: string;
  /**
   * Reading says which run time is stretched: "home" (also ""), that on the home site
   * (section 3's attribute slowdown), or "slowest", that on the slowest site taken
   * (section 4: faster parts wait for slower ones).
   */
  reading?: string;
}

/**
 * Speedup says how the speed of jobs grows with their processors. The zero value is the
 * paper's: linear.
 */
export interface Speedup {
  /** Model is "linear" (also ""), "amdahl" or "downey"; see Curve. */
  model?: string;
  /** amdahl: the serial fraction f of the work, 0..1 */
  serial?: number;
  /** downey: the average parallelism A, at least 1; 0 is what the job asked for */
  average?: number;
  /** downey: sigma, the coefficient of variance of the parallelism, 0 or more */
  variance?: number;
  /**
   * Spread says how jobs differ: "fixed" (also ""), all have the numbers above; or
   * "uniform", each draws its own: f and sigma from 0 to the number above, A from 1 to it
   * with log A uniform, as Downey found it.
   */
  spread?: string;
}

/** A Membership is a Gaussian membership function of a feature. */
export interface Membership {
  feature: string;
  mean: number;
  sigma: number;
}
