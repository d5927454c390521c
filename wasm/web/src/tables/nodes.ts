// Which nodes jobs held on a cluster, out of the allocations table: a row for each
// node, in which a job is as high as its part of the node's cores.
import { readTable } from "./arrow";
import { PAUSED, RESUMED, type Boxes } from "./boxes";
import { pack } from "./packing";
import type { ClusterMachine } from "../simulator/protocol";
import { texts, type Schedule } from "./schedule";

/** A run of a job; one that was requeued or preempted has several. */
export interface Held {
  /** Row of the schedule. */
  job: number;
  start: number;
  end: number;
  partition: string;
  /** As Slurm writes them. */
  names: string;
  /** Indices of nodes that are listed, with the cores held of each. */
  nodes: { node: number; cores: number }[];
  gpus: number;
  memoryMiB: number;
  state: string;
}

/** The names of a list of nodes as Slurm writes it: n[1-3,07],g1. */
export function expand(list: string): string[] {
  return split(list).flatMap((item) => {
    const m = /^([^[]*)\[([^\]]*)\](.*)$/.exec(item);
    if (!m) return [item];
    const rest = expand(m[3]);
    return m[2].split(",").flatMap((range) => {
      const [from, to] = [range.split("-")[0], range.split("-")[1] ?? range];
      const out = [];
      for (let k = Number(from); k <= Number(to); k++) for (const r of rest) out.push(m[1] + String(k).padStart(from.length, "0") + r);
      return out;
    });
  });
}

/** Parts a list at the commas that are not in brackets. */
function split(list: string): string[] {
  return list.split(/,(?![^[]*\])/);
}

/** What each run's jobs held, of the nodes that the answer lists. */
export function allocations(arrow: Uint8Array, runs: Schedule[], cluster: ClusterMachine): Held[][] {
  const table = readTable(arrow);
  const column = (name: string) => {
    const c = table.getChild(name);
    if (!c) throw new Error(`the allocations table has no column ${name}`);
    return c;
  };
  const [run, partition, names, cores, state] = ["run", "partition", "nodes", "node_cores", "state"].map((name) => texts(column(name)));
  const [job, start, end, gpus, memory] = ["job", "start_s", "end_s", "gpus", "memory_mib"].map((name) => column(name).toArray() as ArrayLike<number | bigint>);
  const at = new Map(cluster.listed.map((n, i) => [n.name, i]));
  const runAt = new Map(runs.map((s, i) => [s.run, i]));
  const parsed = new Map<string, Held["nodes"]>();
  const out: Held[][] = runs.map(() => []);
  for (let i = 0; i < run.length; i++) {
    const r = runAt.get(run[i] ?? "");
    const row = r === undefined ? -1 : runs[r].row(Number(job[i]));
    if (r === undefined || row < 0) continue; // a job that ended in no result
    const text = cores[i] ?? "";
    let nodes = parsed.get(text);
    if (!nodes) parsed.set(text, (nodes = parseCores(text, at)));
    out[r].push({
      job: row, start: Number(start[i]), end: Number(end[i]), partition: partition[i] ?? "", names: names[i] ?? "", nodes,
      gpus: Number(gpus[i]), memoryMiB: Number(memory[i]), state: state[i] ?? "",
    });
  }
  return out;
}

/** n[1-3]*8,n4*2 is eight cores on each of n1, n2 and n3 and two on n4. */
export function parseCores(text: string, at: Map<string, number>): Held["nodes"] {
  return split(text).flatMap((part) => {
    const star = part.lastIndexOf("*");
    const cores = Number(part.slice(star + 1));
    return expand(part.slice(0, star)).flatMap((name) => {
      const node = at.get(name);
      return node === undefined ? [] : [{ node, cores }];
    });
  });
}

/** What the log says of nodes, for its recorded schedule: its jobs' cores in equal parts on the nodes that they had. */
export function recorded(s: Schedule, nodeList: (string | null)[], partition: (string | null)[], cluster: ClusterMachine): Held[] {
  const at = new Map(cluster.listed.map((n, i) => [n.name, i]));
  return Array.from({ length: s.n }, (_, job) => {
    const names = nodeList[job] ?? "";
    const known = names === "" ? [] : expand(names).flatMap((name) => at.get(name) ?? []);
    return { job, start: s.start[job], end: s.end[job], partition: partition[job] ?? "", names, nodes: known.map((node) => ({ node, cores: s.width[job] / known.length })), gpus: 0, memoryMiB: 0, state: "" };
  });
}

/** A band for each node, the first of the list on top. */
export function nodeRows(held: Held[], cluster: ClusterMachine): Boxes {
  const { listed } = cluster;
  const of: { job: number; start: number; end: number; cores: number; mark: number }[][] = listed.map(() => []);
  const last = new Map<number, number>(); // of each job, the end of its last run
  const first = new Map<number, number>();
  for (const h of held) {
    last.set(h.job, Math.max(last.get(h.job) ?? -Infinity, h.end));
    first.set(h.job, Math.min(first.get(h.job) ?? Infinity, h.start));
  }
  for (const { job, start, end, nodes } of held) {
    const mark = (end < last.get(job)! ? PAUSED : 0) + (start > first.get(job)! ? RESUMED : 0);
    for (const { node, cores } of nodes) of[node].push({ job, start, end, cores, mark });
  }
  const out = { start: [] as number[], end: [] as number[], job: [] as number[], mark: [] as number[] };
  const packing = { first: [0], low: [] as number[], high: [] as number[] };
  of.forEach((list, node) => {
    const { cores } = listed[node];
    const column = (f: (b: (typeof list)[number]) => number) => Float64Array.from(list, f);
    const p = pack(column((b) => b.start), column((b) => b.end), column((b) => b.cores), cores);
    const base = listed.length - 1 - node;
    list.forEach((b, i) => {
      out.start.push(b.start);
      out.end.push(b.end);
      out.job.push(b.job);
      out.mark.push(b.mark);
      for (let k = p.first[i]; k < p.first[i + 1]; k++) {
        packing.low.push(base + FLOOR + (p.low[k] / cores) * (1 - 2 * FLOOR));
        packing.high.push(base + FLOOR + (p.high[k] / cores) * (1 - 2 * FLOOR));
      }
      packing.first.push(packing.low.length);
    });
  });
  const made = { first: Uint32Array.from(packing.first), low: Float64Array.from(packing.low), high: Float64Array.from(packing.high) };
  return {
    height: listed.length, bands: listed.map((n) => n.name).reverse(), n: out.job.length, start: Float64Array.from(out.start), end: Float64Array.from(out.end),
    job: out.job, mark: Uint8Array.from(out.mark), packing: () => made,
  };
}

/** The part of a band that stays empty below and above what is in it. */
const FLOOR = 0.04;
