// An experiment that was saved, as the command and this page write it (spec.json), as choices of the page.
import type { Description, Model, Spec } from "../simulator/protocol";
import { exampleOf, MODEL, MODES, UNCHOSEN, type Choices, type FileRef, type State } from "./state";
import { state as texts } from "texts/state";

/** What the page has forms for. */
const KNOWN = ["workload", "policies", "procs", "shrink", "width", "overrun", "grid", "shared", "cluster", "rules"];

/** What may stand in an experiment because it is as usual. */
const USUAL: Record<string, unknown> = { estimates: "", arrival: "submission" };

/**
 * The choices that make a Spec, apart from its cluster, whose description is to be read. Throws an Error with one line
 * for what the page cannot show.
 */
export function choicesFrom(spec: Spec, s: State, about: Description): Partial<Choices> {
  const beyond = Object.entries(spec).flatMap(([k, v]) => (KNOWN.includes(k) || v === USUAL[k] ? [] : [k]));
  if (beyond.length > 0) throw new Error(texts.noForm(beyond.join(", ")));
  if (!Array.isArray(spec.policies) || spec.policies.some((p) => typeof p !== "string")) throw new Error(texts.namesNone);
  const mode = spec.grid ? "grid" : spec.shared ? "shared" : spec.cluster ? "cluster" : "machine";
  const { grid, shared } = spec;
  const text = (v: unknown) => (v === undefined || v === null || v === 0 ? "" : String(v));
  const options = (prefix: string, from: object | undefined) => Object.entries(from ?? {}).map(([name, v]) => [`${prefix}.${name}`, String(v)]);
  return {
    ...UNCHOSEN,
    workloads: s.workloads,
    mode,
    ...workloadFrom(spec, mode, s, about),
    procs: text(spec.procs),
    shrink: text(spec.shrink) || "1",
    width: spec.width || "allocated",
    overrun: spec.overrun || "cut",
    policies: { ...s.policies, [mode]: { shown: spec.policies, ticked: spec.policies } },
    rules: spec.rules ?? [],
    grid: grid ? { home: grid.home ?? "queue", sites: grid.sites, options: Object.fromEntries([...options("multisite", grid.multisite), ...options("speedup", grid.speedup), ...options("seed", grid.seed === undefined ? {} : { seed: grid.seed })]) } : null,
    shared: shared ? Object.fromEntries(Object.entries(shared).map(([name, v]) => [name, text(v)]).filter(([, v]) => v !== "")) : {},
  };
}

function workloadFrom({ workload }: Spec, mode: Choices["mode"], s: State, about: Description): Partial<Choices> {
  const { file, sha256, builtin, model, ...other } = (workload ?? {}) as Spec["workload"] & { sha256?: string };
  if (Object.keys(other).length > 0) throw new Error(texts.noReading(Object.keys(other).join(", ")));
  const example = MODES.find((m) => m !== "machine" && JSON.stringify(exampleOf(about, m).example.workload) === JSON.stringify(workload));
  if (example && example === mode) return { log: null, workloads: { ...s.workloads, [mode]: `example:${mode}` } };
  if (file) return { log: logFrom(file, sha256, s) };
  if (model) return { log: null, workloads: { ...s.workloads, [mode]: MODEL }, model: modelFrom(model, about) };
  const name = builtin || about.workloads[0].name;
  if (!about.workloads.some((w) => w.name === name)) throw new Error(texts.noSuchWorkload(name));
  return { log: null, workloads: { ...s.workloads, [mode]: `builtin:${name}` } };
}

function modelFrom(model: Model, about: Description): Record<string, string> {
  const asked = { ...Object.fromEntries(Object.keys(about.generator.usual).map((k) => [k, 0])), jobs: 5000, procs: 128, run_factor: 1, estimates: "exact", ...model };
  const { name, ...rest } = asked as Model;
  const beyond = Object.keys(rest).filter((k) => !(k in about.generator.usual));
  if (name !== "lublin" || beyond.length > 0) throw new Error(texts.noModelForm([name, ...beyond].join(", ")));
  return Object.fromEntries(Object.entries(rest).map(([k, v]) => [k, String(v)]));
}

function logFrom(file: string, sha256: string | undefined, s: State): FileRef {
  const name = file.split(/[\\/]/).pop()!;
  const there = s.logs[name];
  if (sha256) return { name, sha256 };
  if (!there) throw new Error(texts.logFirst(name));
  return { name, sha256: there.sha256 };
}
