// The Spec that the state stands for: a function of it and of nothing else.
import type { ClusterAbout, Description, Grid, RuleBase, SharedNodes, Site, Spec, Workload } from "../simulator/protocol";
import { exampleOf, isDrawn, isExample, isLog, logOf, modelOf, summaryOf, workloadKey, type Choices, type GridChoice, type State } from "./state";
import { state as texts } from "texts/state";

/** What jobs run on that is not one machine. */
export interface Place {
  /** As a sentence has it. */
  name: string;
  /** Processors times their speeds. */
  power: number;
  /** Jobs run as long as they do, past their estimates too. */
  uncut: boolean;
  /** Jobs ask for what the log says, whatever their width is taken to be. */
  asked: boolean;
}

/** What policies of rule bases and of single strategies begin with. */
export const RULES = "rules:";

/** Ticked at first, on one machine. */
const FIRST = ["fcfs", "easy", "cons", "sjf-easy"];

/** Listed at first, and not ticked. */
const OFFERED = ["dynp-advanced"];

/** Where the state's jobs run; undefined on one machine. */
export function placeOf(s: State, about: Description): Place | undefined {
  switch (s.mode) {
    case "grid":
      return { name: texts.theseSites, power: gridOf(s, about).sites.reduce((sum, x) => sum + (x.procs || 0) * (x.speed ?? 1), 0), uncut: false, asked: false };
    case "shared":
      return { name: texts.theseNodes, power: sharedOf(s, about, "nodes") * (isLog(s) ? sharedOf(s, about, "cores") : 1), uncut: true, asked: false };
    case "cluster":
      return { name: texts.thisCluster, power: clusterOf(s, about)?.cores ?? 1, uncut: false, asked: true };
  }
  return undefined;
}

/** The Spec's part that is of the machine, with what is left as it is left out. */
export function machineOf(s: State, about: Description, asked = false): Partial<Spec> {
  const place = placeOf(s, about);
  const out: Partial<Spec> = {};
  const procs = Number(s.procs);
  if (!place && s.procs !== "" && procs !== summaryOf(s, about)?.procs) out.procs = procs;
  if (Number(s.shrink) !== 1) out.shrink = Number(s.shrink);
  if (s.overrun !== "cut" && !place?.uncut) out.overrun = s.overrun;
  if ((isLog(s) || asked) && !place?.asked && s.width !== "allocated") out.width = s.width;
  return out;
}

/** Tells whether the log's load, widths and, where the log knows it, machine are left as they are. */
export function unchanged(s: State, about: Description): boolean {
  const { procs, shrink, width } = machineOf(s, about, true);
  return shrink === undefined && width === undefined && (procs === undefined || !summaryOf(s, about)?.sized);
}

/** The sites in force: those chosen, else those that suit the workload. */
export function gridOf(s: State, about: Description): GridChoice {
  if (s.grid) return s.grid;
  const grid = about.grid.example.grid!;
  if (s.mode === "grid" && isExample(s, about)) {
    const options = Object.fromEntries(Object.entries(grid.multisite ?? {}).map(([name, v]) => [`multisite.${name}`, String(v)]));
    return { home: grid.home ?? "queue", sites: grid.sites, options };
  }
  return suggestedGrid(summaryOf(s, about));
}

/** A site for each of what the workload's jobs are told apart by, else two of different speed. */
export function suggestedGrid(w: Workload | undefined): GridChoice {
  const by = w && suggestion(w.homes);
  if (by) return { home: by.by, sites: sitesOf(by), options: {} };
  const procs = w?.procs ?? 64;
  return { home: "user", sites: [{ name: "slow", procs }, { name: "fast", procs, speed: 2 }], options: {} };
}

/** Queues before partitions before groups: the first of which there are several, but not many. */
export function suggestion(homes: Workload["homes"]): Workload["homes"][number] | undefined {
  return ["queue", "partition", "group"].flatMap((by) => homes.filter((h) => h.by === by)).find((h) => h.names.length > 1 && h.names.length + h.others.names <= 64);
}

/** A site per name, as large as its widest job, and one for all other names. */
export function sitesOf(h: Workload["homes"][number]): Site[] {
  const sites: Site[] = h.names.map((n) => ({ name: `${h.by} ${n.name}`, procs: n.widest, from: [n.name] }));
  if (h.others.names > 0) sites.push({ name: `other ${h.by}s`, procs: h.others.widest, from: ["*"] });
  return sites;
}

/** The speed-up models that an option is of. */
const MODELS: Record<string, string[]> = { serial: ["amdahl"], average: ["downey"], variance: ["downey"], spread: ["amdahl", "downey"] };

/** Tells whether the chosen speed-up model has an option of that name. */
export function inModel(name: string, options: Record<string, string>): boolean {
  return !MODELS[name] || MODELS[name].includes(options["speedup.model"] ?? "");
}

function gridSpec(s: State, about: Description): Grid {
  const { home, sites, options } = gridOf(s, about);
  const part = (prefix: string, all: { name: string; choices?: unknown }[]) =>
    Object.fromEntries(all.flatMap((o) => {
      const v = options[`${prefix}.${o.name}`] ?? "";
      return v === "" || (prefix === "speedup" && !inModel(o.name, options)) ? [] : [[o.name, o.choices ? v : Number(v)]];
    })) as Record<string, string | number>;
  const grid: Grid = { sites };
  if (home !== "queue") grid.home = home;
  const [multisite, speedup] = [part("multisite", about.grid.multisite), part("speedup", about.grid.speedup)];
  if (Object.keys(multisite).length > 0) grid.multisite = multisite;
  if (Object.keys(speedup).length > 0) grid.speedup = speedup;
  return Object.assign(grid, part("seed", about.grid.seed));
}

/** An option of the shared nodes: what is typed, else the default for the workload. */
export function sharedOf(s: State, about: Description, name: string): number {
  return (s.shared[name] ?? "") === "" ? usualShared(s, about, name) : Number(s.shared[name]);
}

export function usualShared(s: State, about: Description, name: string): number {
  const { procs, memory_kib } = summaryOf(s, about) ?? { procs: 1, memory_kib: 0 };
  if (name === "cores") return 1;
  if (name === "nodes") return Math.ceil(procs / (isLog(s) ? sharedOf(s, about, "cores") : 1));
  return memory_kib > 0 ? 2 ** Math.ceil(Math.log2(memory_kib * sharedOf(s, about, "cores"))) : 0;
}

function sharedSpec(s: State, about: Description): SharedNodes {
  const shared: SharedNodes = { nodes: sharedOf(s, about, "nodes") };
  if (isLog(s)) {
    if (sharedOf(s, about, "cores") > 1) shared.cores = sharedOf(s, about, "cores");
    if (sharedOf(s, about, "memory_kib") > 0) shared.memory_kib = sharedOf(s, about, "memory_kib");
  }
  if (s.shared.penalty_s) shared.penalty_s = Number(s.shared.penalty_s);
  return shared;
}

/** The example's description is used, not one of the visitor's own. */
export function exampleCluster(s: State, about: Description): boolean {
  return workloadKey({ ...s, mode: "cluster" }, about).startsWith("example:") && !s.awaitsLog;
}

/** The description in force; undefined where it is one of the visitor's own that is not at hand. */
export function clusterOf(s: State, about: Description): ClusterAbout | undefined {
  return exampleCluster(s, about) ? about.cluster.about : s.ownCluster?.about;
}

/** What is tried of the cluster, as backfill whatif writes it. */
export function changesOf({ changes }: Choices): string[] {
  const out = Object.entries(changes.values).flatMap(([name, v]) => (v === "" ? [] : [`${name}=${v}`]));
  if (Number(changes.add) > 0) out.push(`add=${Number(changes.add)}:${changes.like}`);
  return [...out, ...changes.other.split("\n").map((l) => l.trim()).filter((l) => l !== "")];
}

/** The policies listed in the mode, without the recorded schedule, and those of them that are ticked. */
export function policiesOf(s: State, about: Description): { shown: string[]; ticked: string[] } {
  const usual = usualPolicies(s, about);
  const { shown, ticked } = s.policies[s.mode] ?? usual;
  return { shown: [...usual.shown, ...shown.filter((p) => !usual.shown.includes(p))], ticked };
}

/** The policies that colours are given to first, list by list. */
export function listedPolicies(about: Description): string[][] {
  return [[...FIRST, ...about.kinds.map((k) => k.name), about.recorded.name, ...OFFERED, "slurm"], about.policies.filter((p) => p.family === "grid").map((p) => p.name), ["fcfs", "easy", ...about.shared.presets.map((p) => p.name)]];
}

function usualPolicies(s: State, about: Description): { shown: string[]; ticked: string[] } {
  const kinds = about.kinds.map((k) => k.name);
  switch (s.mode) {
    case "machine":
      return { shown: [...kinds, ...FIRST.filter((f) => f.includes("-")), ...OFFERED, ...about.rules.examples.map((e) => RULES + e.base.name)], ticked: FIRST };
    case "grid":
      return { shown: about.policies.filter((p) => p.family === "grid").map((p) => p.name), ticked: about.grid.example.policies };
    case "shared":
      return { shown: [...kinds.filter((k) => k === "fcfs" || k === "easy"), ...about.shared.presets.map((p) => p.name)], ticked: about.shared.example.policies };
    case "cluster":
      return { shown: about.cluster.policies, ticked: about.cluster.example.policies };
  }
}

/** What the recorded schedule is: not in the log, there but of other jobs or another machine, or to be replayed. */
export function recordedIs(s: State, about: Description): "missing" | "barred" | "offered" {
  const w = summaryOf(s, about);
  if (!w || w.waits === 0 || (s.mode !== "machine" && s.mode !== "cluster")) return "missing";
  const asItWas = unchanged(s, about) && (s.mode !== "cluster" || changesOf(s).length === 0);
  return w.replay && asItWas ? "offered" : "barred";
}

/** The ticked policies in the order shown. */
export function tickedOf(s: State, about: Description): string[] {
  const { shown, ticked } = policiesOf(s, about);
  const recorded = recordedIs(s, about) === "offered" ? [about.recorded.name] : [];
  return [...shown, ...recorded].filter((p) => ticked.includes(p));
}

/** The workload of a Spec. */
export function sourceOf(s: State, about: Description): Spec["workload"] {
  const key = workloadKey(s, about);
  const name = key.slice(key.indexOf(":") + 1);
  if (key.startsWith("example:")) return exampleOf(about, name).example.workload;
  if (isDrawn(s, about)) return { model: modelOf(s, about) };
  const map = key.startsWith("log:") ? logOf(s)?.map : undefined;
  return key.startsWith("log:") ? { file: name, ...(map ? { map } : {}) } : { builtin: name };
}

/** The Spec; that of a cluster lacks its description, to which the simulator makes the changes. */
export function specOf(s: State, about: Description): Spec {
  const spec: Spec = { workload: sourceOf(s, about), policies: tickedOf(s, about), ...machineOf(s, about) };
  if (s.mode === "grid") spec.grid = gridSpec(s, about);
  if (s.mode === "shared") spec.shared = sharedSpec(s, about);
  const rules = spec.policies.flatMap((p): RuleBase[] => (p.startsWith(RULES) ? [s.bases[p.slice(RULES.length)]?.base].filter((b) => b !== undefined) : []));
  if (rules.length > 0) spec.rules = rules;
  return spec;
}

/** What is to be done before anything can be run, or "". */
export function missingOf(s: State, about: Description): string {
  if (isLog(s) && !summaryOf(s, about)) return texts.chooseLog(s.log!.name);
  if (isDrawn(s, about) && !summaryOf(s, about)) return texts.beingDrawn;
  if (s.mode === "cluster") {
    if (s.cluster && !s.ownCluster && !exampleCluster(s, about)) return texts.chooseDescription(s.cluster.name);
    if (s.awaitsLog) return texts.chooseClusterLog(s.cluster?.name ?? "");
    if (!clusterOf(s, about)) return texts.chooseLogDescription;
  }
  return tickedOf(s, about).length === 0 ? texts.tickOne : "";
}

/** What two runs have in common if they are of the same experiment. */
export function experimentKey(s: State, about: Description): string {
  return JSON.stringify([s.mode, specOf(s, about), s.log?.sha256, s.mode === "cluster" ? [exampleCluster(s, about) ? "" : s.cluster?.sha256, changesOf(s)] : null]);
}
