// The form for nodes that jobs share: how many, what each has, and what it costs
// to resume or move a job.
import { byID } from "./dom";
import { field, type Field } from "./fields";
import { number, plural } from "./format";
import type { Cluster, Description, Workload } from "./protocol";

/** Of a log only: a ready-made workload is drawn with what its tasks need. */
const OF_LOGS = ["cores", "memory_kib"];

export class ClusterForm {
  private readonly fields: Map<string, Field>;
  private workload: Workload | undefined;
  private isLog = false;

  constructor(
    private readonly about: Description,
    onChange: () => void,
  ) {
    this.fields = new Map(about.cluster.options.map((o) => [o.name, field(o, `cluster-${o.name}`)]));
    byID("cluster-options").append(...[...this.fields.values()].map((f) => f.element));
    byID("cluster").addEventListener("input", () => {
      this.note();
      onChange();
    });
  }

  /** Follows the chosen workload: the example has its own nodes, others get as many as their machine had. */
  setWorkload(w: Workload, isExample: boolean, isLog: boolean): void {
    if (this.workload === w) return;
    this.workload = w;
    this.isLog = isLog;
    for (const [name, f] of this.fields) {
      f.element.hidden = OF_LOGS.includes(name) && !isLog;
      f.set("");
    }
    this.fields.get("nodes")?.set(String(isExample ? this.about.cluster.example.cluster.nodes : w.procs));
    if (isLog && w.memory_kib > 0) this.fields.get("memory_kib")?.set(String(2 ** Math.ceil(Math.log2(w.memory_kib))));
    this.note();
  }

  /** The cluster of a Spec, or the first control that is not filled in as it should be. */
  read(): Cluster | HTMLInputElement {
    const wrong = byID("cluster").querySelector<HTMLInputElement>("input:invalid");
    if (wrong) return wrong;
    const set = [...this.fields].filter(([, f]) => !f.element.hidden && f.value() !== "").map(([name, f]) => [name, Number(f.value())]);
    return { nodes: this.nodes, ...(Object.fromEntries(set) as Partial<Cluster>) };
  }

  /** Processors of all nodes. */
  get power(): number {
    return this.nodes * (this.isLog ? this.number("cores") : 1);
  }

  private get nodes(): number {
    return this.number("nodes");
  }

  private number(name: string): number {
    const given = Number(this.fields.get(name)?.value());
    return given > 0 ? given : Number(this.about.cluster.options.find((o) => o.name === name)?.default);
  }

  private note(): void {
    const memory = this.workload?.memory_kib ?? 0;
    const gib = `${number(memory / 2 ** 20)} GiB`;
    byID("cluster-note").textContent =
      `${plural(this.nodes, "node")}, all alike. ` +
      (!this.isLog ? "What tasks need of a node is drawn with the workload." : memory > 0 ? `By the log a job needs up to ${gib} for each processor.` : "The log does not say what memory jobs need: it is taken as the least, a tenth of a node.");
  }
}
