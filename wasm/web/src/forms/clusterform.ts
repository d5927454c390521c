// The form for nodes that jobs share: how many, what each has, and what it costs
// to resume or move a job.
import { byID } from "../dom";
import { field, type Field } from "./fields";
import { number, plural } from "../format";
import type { Cluster, Description, Workload } from "../simulator/protocol";

/** Of a log only: a ready-made workload is drawn with what its tasks need. */
const OF_LOGS = ["cores", "memory_kib"];

export class ClusterForm {
  private readonly fields: Map<string, Field>;
  private workload: Workload | undefined;
  private isLog = false;

  constructor(
    about: Description,
    onChange: () => void,
  ) {
    this.fields = new Map(about.cluster.options.map((o) => [o.name, field(o, `cluster-${o.name}`)]));
    byID("cluster-options").append(...[...this.fields.values()].map((f) => f.element));
    byID("cluster").addEventListener("input", () => {
      this.note();
      onChange();
    });
  }

  /** Follows the chosen workload; the nodes of its machine are the default. */
  setWorkload(w: Workload, isLog: boolean): void {
    if (this.workload === w) return;
    this.workload = w;
    this.isLog = isLog;
    for (const [name, f] of this.fields) {
      f.element.hidden = OF_LOGS.includes(name) && !isLog;
      f.set("");
    }
    this.note();
  }

  /** The cluster of a Spec, or the first control that is not filled in as it should be. */
  read(): Cluster | HTMLInputElement {
    const wrong = byID("cluster").querySelector<HTMLInputElement>("input:invalid");
    if (wrong) return wrong;
    const cluster: Cluster = { nodes: this.number("nodes") };
    if (this.isLog) {
      if (this.number("cores") > 1) cluster.cores = this.number("cores");
      if (this.number("memory_kib") > 0) cluster.memory_kib = this.number("memory_kib");
    }
    const penalty = this.fields.get("penalty_s")?.value();
    if (penalty) cluster.penalty_s = Number(penalty);
    return cluster;
  }

  /** Processors of all nodes. */
  get power(): number {
    return this.number("nodes") * (this.isLog ? this.number("cores") : 1);
  }

  /** What is typed, else the default for the workload. */
  private number(name: string): number {
    const given = this.fields.get(name)?.value() ?? "";
    return given === "" ? this.usual(name) : Number(given);
  }

  private usual(name: string): number {
    const { procs, memory_kib } = this.workload ?? { procs: 1, memory_kib: 0 };
    if (name === "cores") return 1;
    if (name === "nodes") return Math.ceil(procs / (this.isLog ? this.number("cores") : 1));
    return memory_kib > 0 ? 2 ** Math.ceil(Math.log2(memory_kib * this.number("cores"))) : 0;
  }

  private note(): void {
    for (const name of ["nodes", "memory_kib"]) byID<HTMLInputElement>(`cluster-${name}`).placeholder = this.usual(name) > 0 ? String(this.usual(name)) : "none";
    const memory = this.workload?.memory_kib ?? 0;
    const gib = `${number(memory / 2 ** 20)} GiB`;
    byID("cluster-note").textContent =
      `${plural(this.number("nodes"), "node")}, all alike. ` +
      (!this.isLog ? "What tasks need of a node is drawn with the workload." : memory > 0 ? `By the log a job needs up to ${gib} for each processor.` : "The log does not say what memory jobs need: it is taken as the least, a tenth of a node.");
  }
}
