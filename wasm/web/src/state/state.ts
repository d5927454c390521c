// All that the page's visitor has chosen, and what is known of the files that were chosen.
import type { ClusterAbout, Description, Model, RuleBase, Site, Spec, Workload } from "../simulator/protocol";

/** One machine, a grid of sites, nodes that jobs share, or a cluster. */
export const MODES = ["machine", "grid", "shared", "cluster"] as const;
export type Mode = (typeof MODES)[number];

/** A file of the visitor's own, by the SHA-256 of its bytes. */
export interface FileRef {
  name: string;
  sha256: string;
}

/** Sites as the form has them; options by "multisite.NAME", "speedup.NAME" and "seed", where they are not the default. */
export interface GridChoice {
  home: string;
  sites: Site[];
  options: Record<string, string>;
}

/** What is tried of a cluster: controls by name, nodes more, and further changes, a line each. */
export interface Changes {
  values: Record<string, string>;
  add: string;
  like: string;
  other: string;
}

/** Policies listed beside those that are at first, and all that are ticked. */
export interface PolicyChoice {
  shown: string[];
  ticked: string[];
}

/** What is chosen: a link has all of it. Numbers of forms are as they were typed, "" for the default. */
export interface Choices {
  mode: Mode;
  /** The workload of each mode, as WORKLOAD has it; missing is the mode's first. */
  workloads: Partial<Record<Mode, string>>;
  /** What is asked of the model that draws jobs, by Model's names, where it is not as usual. */
  model: Record<string, string>;
  /** Comes before them, in every mode. */
  log: FileRef | null;
  procs: string;
  shrink: string;
  overrun: string;
  width: string;
  /** Null: what suits the workload. */
  grid: GridChoice | null;
  shared: Record<string, string>;
  /** The description of a cluster of one's own. */
  cluster: FileRef | null;
  /** It was read, and the log of its cluster is still to come. */
  awaitsLog: boolean;
  changes: Changes;
  /** Of each mode; missing is what is offered at first. */
  policies: Partial<Record<Mode, PolicyChoice>>;
  /** Rule bases of one's own. */
  rules: RuleBase[];
  /** The time in sight in seconds; null is all of it. */
  zoom: [number, number] | null;
  colouring: string;
  waitsBy: string;
  allMetrics: boolean;
  /** The question in SQL that was asked last; "" for none. */
  sql: string;
  /** The policies that are compared, from and to; across what, and by which groups. Missing is what is shown at first. */
  compare: Record<string, string>;
}

/** A log that was read. */
export interface Log extends FileRef {
  file: Blob;
  summary: Workload;
  /** The width it was read with. */
  width: string;
  /** What its columns are, where the visitor said so. */
  map?: string;
}

/** A description that was read. */
export interface OwnCluster extends FileRef {
  bytes: Uint8Array;
  about: ClusterAbout;
}

export interface State extends Choices {
  /** Logs by name. */
  logs: Record<string, Log>;
  /** The jobs that were drawn last, and the model as JSON. */
  drawn: { model: string; summary: Workload } | null;
  ownCluster: OwnCluster | null;
  /** Rule bases by name, with what kind they are: the examples and those in rules. */
  bases: Record<string, { base: RuleBase; kind: string }>;
}

export const NOTHING_TRIED: Changes = { values: {}, add: "", like: "", other: "" };

/** What the page has when nobody has chosen anything. */
export const UNCHOSEN: Choices = {
  mode: "machine",
  workloads: {},
  model: {},
  log: null,
  procs: "",
  shrink: "1",
  overrun: "cut",
  width: "allocated",
  grid: null,
  shared: {},
  cluster: null,
  awaitsLog: false,
  changes: NOTHING_TRIED,
  policies: {},
  rules: [],
  zoom: null,
  colouring: "",
  waitsBy: "",
  allMetrics: false,
  sql: "",
  compare: {},
};

/** What is chosen of how results are shown: none of it needs another run. */
export const LOOKS: (keyof State)[] = ["zoom", "colouring", "waitsBy", "allMetrics", "sql", "compare"];

export function choicesOf(s: State): Choices {
  return Object.fromEntries(Object.keys(UNCHOSEN).map((k) => [k, s[k as keyof Choices]])) as unknown as Choices;
}

export function initial(about: Description, choices: Choices): State {
  return { ...choices, logs: {}, drawn: null, ownCluster: null, bases: Object.fromEntries(about.rules.examples.map((e) => [e.base.name, e])) };
}

/** The model that draws jobs as they are asked for. */
export function modelOf(s: Choices, about: Description): Model {
  const asked = Object.entries(s.model).map(([name, v]) => [name, name === "estimates" ? v : Number(v)]);
  const all = { ...about.generator.usual, ...Object.fromEntries(asked) };
  return Object.fromEntries(Object.entries(all).filter(([, v]) => v !== 0)) as unknown as Model; // 0 is the model's own
}

/** Tells whether the jobs are drawn by the model. */
export function isDrawn(s: State, about: Description): boolean {
  return workloadKey(s, about) === MODEL;
}

export const MODEL = "model:lublin";

/** Which workload is chosen: log:NAME, builtin:NAME, MODEL, or example:MODE. */
export function workloadKey(s: State, about: Description): string {
  if (s.log) return `log:${s.log.name}`;
  return s.workloads[s.mode] ?? (s.mode === "machine" ? `builtin:${about.workloads[0].name}` : `example:${s.mode}`);
}

export function isLog(s: Choices): boolean {
  return s.log !== null;
}

export function isExample(s: State, about: Description): boolean {
  return workloadKey(s, about).startsWith("example:");
}

/** The example of a mode: its experiment, and its workload. */
export function exampleOf(about: Description, mode: string): { example: Spec; example_workload: Workload } {
  if (mode === "grid") return about.grid;
  return mode === "shared" ? about.shared : about.cluster;
}

/** What is known of the chosen workload, as it was before any change of load or machine. Undefined while its log is not at hand. */
export function summaryOf(s: State, about: Description): Workload | undefined {
  const key = workloadKey(s, about);
  const name = key.slice(key.indexOf(":") + 1);
  if (key.startsWith("example:")) return exampleOf(about, name).example_workload;
  if (key === MODEL) return s.drawn?.model === JSON.stringify(modelOf(s, about)) ? s.drawn.summary : undefined;
  return key.startsWith("log:") ? logOf(s)?.summary : about.workloads.find((w) => w.name === name);
}

/** The chosen log, if it is at hand: a file of the same name with other bytes is not. */
export function logOf(s: State): Log | undefined {
  const log = s.log && s.logs[s.log.name];
  return log && log.sha256 === s.log!.sha256 ? log : undefined;
}
