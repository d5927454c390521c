// The form for nodes that jobs share: how many, what each has, and what it costs
// to resume or move a job.
import { byID } from "../dom";
import { number } from "../format";
import type { Description } from "../simulator/protocol";
import { sharedOf, usualShared } from "../state/spec";
import { isLog, summaryOf, type State } from "../state/state";
import type { Store } from "../state/store";
import { field, setField, type Field } from "./fields";
import { forms as texts } from "texts/forms";

/** Of a log only: a ready-made workload is drawn with what its tasks need. */
const OF_LOGS = ["cores", "memory_kib"];

export class SharedForm {
  private readonly fields: Map<string, Field>;

  constructor(
    store: Store<State>,
    private readonly about: Description,
  ) {
    this.fields = new Map(about.shared.options.map((o) => [o.name, field(o, `shared-${o.name}`)]));
    byID("shared-options").append(...[...this.fields.values()].map((f) => f.element));
    byID("shared").addEventListener("input", () => {
      store.set({ shared: Object.fromEntries([...this.fields].map(([name, f]) => [name, f.value()]).filter(([, v]) => v !== "")) });
    });
    store.follow(["mode", "workloads", "log", "logs", "shared"], (s) => this.draw(s));
  }

  /** The first control that is not filled in as it should be. */
  get wrong(): HTMLInputElement | null {
    return byID("shared").querySelector<HTMLInputElement>("input:invalid");
  }

  private draw(s: State): void {
    if (s.mode !== "shared") return;
    const { about } = this;
    for (const [name, f] of this.fields) {
      f.element.hidden = OF_LOGS.includes(name) && !isLog(s);
      setField(f, s.shared[name] ?? "");
    }
    for (const name of ["nodes", "memory_kib"]) {
      const usual = usualShared(s, about, name);
      byID<HTMLInputElement>(`shared-${name}`).placeholder = usual > 0 ? String(usual) : texts.none;
    }
    const memory = summaryOf(s, about)?.memory_kib ?? 0;
    const gib = `${number(memory / 2 ** 20)} GiB`;
    byID("shared-note").textContent =
      texts.alike(sharedOf(s, about, "nodes")) +
      " " +
      (!isLog(s) ? texts.tasksDrawn : memory > 0 ? texts.memoryUpTo(gib) : texts.memoryUnknown);
  }
}
