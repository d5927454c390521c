// The requests and answers of wasm/bridge, and the messages between the page
// and its workers that carry them.

/** The protocol's version; bridge.Version in Go. */
export const VERSION = 8;

export interface Choice {
  name: string;
  title: string;
  /** A policy's name in plain words. */
  spoken?: string;
  doc: string;
  source?: string;
}

/** The policies of one package, for the platform `on`. */
export interface Family {
  /** Scheduler.family of its policies. */
  name: string;
  prefix: string;
  on: string;
  /** What sets it apart from others for that platform, or "". */
  title: string;
  /** How the names of its policies are made. */
  example?: string;
}

/** A policy with the options of its form: NAME:OPTION=VALUE,OPTION=VALUE. */
export interface Scheduler extends Choice {
  /** Family.name. */
  family: string;
  options: PolicyOption[];
}

/** One of choices; or several of them, joined; or, without choices, a number. */
export interface PolicyOption {
  name: string;
  title: string;
  doc: string;
  /** "" is no limit. */
  default: string;
  unit?: string;
  least: number;
  most: number;
  step?: number;
  choices?: Choice[];
  join?: string;
}

export interface Metric {
  name: string;
  title: string;
  unit: string;
  formula: string;
  source: string;
  better: -1 | 0 | 1;
}

export interface Workload {
  name: string;
  source: string;
  procs: number;
  jobs: number;
  /** Seconds from the first submission to the last. */
  span: number;
  load: number;
  users: number;
  /** Where the size of the machine comes from; "" for a model's. */
  procs_from: string;
  /** The log's header names that size. */
  sized: boolean;
  /** Jobs whose wait the log records. */
  waits: number;
  /** The recorded schedule can stand beside those of policies. */
  replay: boolean;
  unix_start: number;
  left_out: number;
  /** What home sites of a grid can be chosen by, where the log tells it. */
  homes: Homes[];
  /** The most that a job needs for each of its processors, in KiB; 0 where the log says nothing of it. */
  memory_kib: number;
  /** Odd rows by rule. */
  counts: { key: string; effect: string; doc: string; rows: number }[];
  sha256: string;
  /** Of the bytes of the log; "" for what is built in. */
  file_sha256: string;
  /** Its jobs by width, rising; area is in processor seconds. */
  widths: { procs: number; jobs: number; area: number; first: number; last: number }[];
}

/** The queues, users, ... of a workload: those with the most jobs, and all others together. */
export interface Homes {
  by: string;
  names: { name: string; jobs: number; widest: number }[];
  others: { names: number; jobs: number; widest: number };
}

/** A site of a grid; 0 or nothing stands for 1, as speed and as load. */
export interface Site {
  name: string;
  procs: number;
  speed?: number;
  load?: number;
  from?: string[];
}

export interface Grid {
  sites: Site[];
  home?: string;
  multisite?: Record<string, string | number>;
  speedup?: Record<string, string | number>;
  seed?: number;
}

/** What a form for a grid offers, and one that is ready. */
export interface GridForm {
  homes: Choice[];
  multisite: PolicyOption[];
  speedup: PolicyOption[];
  seed: PolicyOption[];
  example: Spec & { grid: Grid };
  example_workload: Workload;
}

/** Nodes that jobs share; what is left out is the default. */
export interface Cluster {
  nodes: number;
  cores?: number;
  memory_kib?: number;
  penalty_s?: number;
}

/** What a form for a cluster offers, and one that is ready. */
export interface ClusterForm {
  options: PolicyOption[];
  /** A policy's name is dfrs:, then one choice of each. */
  parts: PolicyOption[];
  presets: Choice[];
  example: Spec & { cluster: Cluster };
  example_workload: Workload;
}

/** A system.Description, which the page only passes on. */
export type SystemDescription = Record<string, unknown>;

/** A description, and what is shown of it. */
export interface SystemAbout {
  /** Of the bytes that were read; "" for the example's. */
  file_sha256: string;
  system?: SystemDescription;
  name: string;
  nodes: number;
  cores: number;
  gpus: number;
  memory_mib: number;
  partitions: string[];
  accounts: number;
  users: number;
  /** Priority is by submission. */
  basic: boolean;
  /** Of the controls, by name. */
  values: Record<string, string>;
  /** One node of each kind. */
  like: Choice[];
  /** What the files do not say, and what they say and no simulation models. */
  assumed: string[];
  outside: string[];
}

/** What a form for a system offers, and one that is ready. */
export interface SystemForm {
  /** Named by fields of a description: changes are NAME=VALUE. */
  controls: PolicyOption[];
  /** How many nodes more: add=N:LIKE. */
  added: PolicyOption;
  policies: string[];
  example: Spec & { system: SystemDescription };
  example_workload: Workload;
  about: SystemAbout;
}

/** A Gaussian membership function. */
interface Membership {
  feature: string;
  mean: number;
  sigma: number;
}

/** A fuzzy rule, and the names of the strategies that it speaks for and against. */
export interface FuzzyRule {
  when: Membership[];
  strongly_for?: string[];
  for?: string[];
  against?: string[];
  strongly_against?: string[];
}

/** A rule base: the parts of its file that the page shows. */
export interface RuleBase {
  name: string;
  about?: string;
  rigid?: { rules: { when: string; then: string }[] };
  fuzzy?: { rules: FuzzyRule[] };
  orders?: { rules: FuzzyRule[] };
  algorithms?: { rules: FuzzyRule[] };
}

/** What is offered and told of rule bases. */
export interface RulesForm {
  features: { name: string; title: string; doc: string; unit: string; least: number; most: number }[];
  orders: string[];
  /** What each of them puts first. */
  order_titles: string[];
  algorithms: string[];
  /** Each an order with an algorithm, sjf-easy; the last has no order. */
  strategies: string[];
  examples: { base: RuleBase; kind: string }[];
}

export interface Description {
  program: string;
  policies: Scheduler[];
  families: Family[];
  kinds: Choice[];
  orders: Choice[];
  recorded: Choice;
  metrics: Metric[];
  tables: { name: string; doc: string; columns: { name: string; unit?: string; doc: string }[] }[];
  workloads: Workload[];
  widths: Choice[];
  overruns: Choice[];
  grid: GridForm;
  cluster: ClusterForm;
  system: SystemForm;
  rules: RulesForm;
}

export interface Spec {
  workload: { builtin?: string; file?: string; model?: Record<string, string | number> };
  policies: string[];
  procs?: number;
  shrink?: number;
  width?: string;
  overrun?: string;
  grid?: Grid;
  cluster?: Cluster;
  system?: SystemDescription;
  /** Those that policies rules:NAME name. */
  rules?: RuleBase[];
}

export interface Progress {
  policy: string;
  run: number;
  runs: number;
  done: number;
  total: number;
}

export interface RunAnswer {
  workload: Workload;
  runs: { run: string; policy: string; metrics: (number | null)[]; seconds: number; left_out: number }[];
  /** By name; a table without rows is missing. */
  tables: Record<string, SentTable>;
  /** Tables that would have been too large. */
  left_out: string[];
  /** What the log says and the runs leave out, a line each. */
  ignored: string[];
  /** What must be said of schedules that stand beside each other; "" of most. */
  beside: string;
  /** Null unless the jobs ran on a cluster. */
  cluster: Clustered | null;
  /** Null unless they ran on a system. */
  system: Systemed | null;
}

/** What is known of a run's cluster of nodes with resources. */
export interface Systemed {
  nodes: number;
  cores: number;
  /** All nodes, none where they are too many to be drawn one by one. */
  listed: { name: string; cores: number; gpus: number }[];
  /** What the simulation takes for granted and leaves out, in sentences. */
  notes: string[];
}

/** What an answer says of a table. */
export interface SentTable {
  /** Which of the blobs is its Arrow file. */
  blob: number;
  rows: number;
  sha256: string;
  /** The file holds the changes of policy only. */
  thinned: boolean;
}

/** What is known of a run's cluster. */
export interface Clustered {
  nodes: number;
  penalty_s: number;
  load: number;
  /** The least maximum stretch that any schedule can have; null where there are too many jobs. */
  bound: number | null;
  tasks: TaskSet;
}

/** The jobs of a cluster, in columns; CPU and memory of a task in nodes. */
export interface TaskSet {
  job: number[];
  tasks: number[];
  cpu: number[];
  memory: number[];
}

/** The jobs that wait at one second, and what is free from when on; package core/exact documents it. */
export interface Instance {
  name?: string;
  procs: number;
  now: number;
  free: { at: number; procs: number }[];
  jobs: { id: number; procs: number; estimate: number; submit: number }[];
}

export interface InstanceAnswer {
  instance: Instance;
  /** FCFS, SJF and LJF; starts are parallel to the jobs. */
  policies: { name: string; starts: number[]; cost: number; artww_s: number }[];
  best: string;
}

/** What is known while an instance is solved, and in the end. */
export interface Solving {
  /** In processor seconds, as bound is. */
  cost: number;
  bound: number;
  artww_s: number;
  bound_artww_s: number;
  gap: number;
  nodes: number;
  seconds: number;
  optimal: boolean;
  stopped: "" | "done" | "nodes" | "work" | "time" | "cancelled" | "size";
  /** Of progress only where they are better than those before. */
  starts: number[] | null;
}

export interface Figure {
  id: string;
  title: string;
  doc: string;
  /** The table, or "rules", without which it shows nothing. */
  needs?: string;
}

/** From the page to a worker. */
export type ToWorker =
  | { kind: "start"; wasm: string; program: string }
  | { kind: "request"; json: string; blobs: Uint8Array[] };

/** From a worker to the page. */
export type FromWorker =
  | { kind: "ready" }
  | { kind: "sent"; json: string; blobs: Uint8Array[] }
  | { kind: "dead"; why: string };
