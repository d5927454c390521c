// The form for a cluster: the description of its nodes and rules, and what
// one may try to change in it. The simulator makes the changes.
import type { Client } from "../simulator/client";
import { byID, english, make, setValue, showError } from "../dom";
import { count } from "../format";
import type { ClusterAbout, ClusterDescription, Description, PolicyOption } from "../simulator/protocol";
import { setMode, takeCluster } from "../state/actions";
import { changesOf, exampleCluster, missingOf, clusterOf } from "../state/spec";
import { NOTHING_TRIED, type FileRef, type OwnCluster, type State } from "../state/state";
import type { Store } from "../state/store";
import { field, setField, type Field } from "./fields";
import { forms as texts } from "texts/forms";

export class ClusterForm {
  private fields = new Map<string, Field>();
  private readonly added: Field;
  private readonly like = make("select", { id: "cluster-like" });
  private readonly back = make("button", { type: "button" }, texts.backToExample);
  private readonly other = byID<HTMLTextAreaElement>("cluster-other");
  /** Whose values the controls have. */
  private shown: ClusterAbout | undefined;

  constructor(
    private readonly client: Client,
    private readonly store: Store<State>,
    private readonly about: Description,
    /** A description was read, or the example's is used again. */
    private readonly onRead: () => void,
  ) {
    this.like.setAttribute("aria-label", texts.kindAdded);
    this.added = field(about.cluster.added, "cluster-add");
    byID("cluster").addEventListener("input", (e) => {
      if ((e.target as HTMLElement).id === "cluster-file") return; // nothing changes before it is read
      const values = Object.fromEntries([...this.fields].map(([name, f]) => [name, f.value()]).filter(([, v]) => v !== ""));
      const add = this.added.value();
      store.set({ changes: { values, add, like: add === "" ? "" : this.like.value, other: this.other.value } });
    });
    byID("cluster-reset").addEventListener("click", () => store.set({ changes: NOTHING_TRIED }));
    this.back.addEventListener("click", () => {
      store.set({ awaitsLog: false, changes: NOTHING_TRIED });
      onRead();
    });
    const input = byID<HTMLInputElement>("cluster-file");
    input.addEventListener("change", () => {
      const file = input.files?.[0];
      input.value = ""; // so that the same file can be chosen again
      if (file) void this.read(file);
    });
    store.follow(["mode", "workloads", "log", "logs", "cluster", "ownCluster", "awaitsLog", "changes"], (s) => this.draw(s));
  }

  /** The changes in words. */
  get changed(): string[] {
    const { state } = this.store;
    const title = (name: string) => this.about.cluster.controls.find((c) => c.name === name);
    return changesOf(state).map((change) => {
      const [name, value] = [change.slice(0, change.indexOf("=")), change.slice(change.indexOf("=") + 1)];
      const c = title(name);
      if (c?.choices) return `${c.title}: ${c.choices.find((x) => x.name === value)?.title ?? value}`;
      if (c) return texts.changedValue(c.title, count(Number(value)), count(Number(clusterOf(state, this.about)?.values[name] ?? NaN)));
      const add = /^add=(\d+):(.*)$/.exec(change);
      return add ? texts.nodesMore(Number(add[1]), add[2]) : change;
    });
  }

  /** The first control that is not filled in as it should be. */
  get wrong(): HTMLInputElement | null {
    return byID("cluster").querySelector<HTMLInputElement>("input:invalid");
  }

  /** The description of a Spec, with the changes. */
  async description(): Promise<ClusterDescription> {
    const { state } = this.store;
    const own = exampleCluster(state, this.about) ? null : state.ownCluster;
    const { answer } = await this.client.ask("cluster", { name: own?.name ?? "", changes: changesOf(state) }, [own?.bytes ?? new Uint8Array()]);
    return answer.cluster!;
  }

  /** Reads a file with a description. */
  async read(file: File): Promise<void> {
    const error = byID("cluster-error");
    showError(error, "");
    try {
      const bytes = new Uint8Array(await file.arrayBuffer());
      const { answer } = await this.client.ask("cluster", { name: file.name, changes: [] }, [bytes]);
      this.store.set(takeCluster(this.store.state, { name: file.name, sha256: answer.file_sha256, bytes, about: answer }));
      this.onRead();
    } catch (e) {
      this.store.set(setMode(this.store.state, "cluster")); // where it is said
      byID<HTMLDetailsElement>("setup").open = true; // on a phone it may be closed
      const text = (e as Error).message;
      showError(error, text.startsWith(file.name) ? text : `${file.name}: ${text}`, e);
      error.scrollIntoView({ block: "nearest" });
    }
  }

  /** Reads a description that was remembered. */
  async restore(file: File): Promise<void> {
    await this.hold(file.name, new Uint8Array(await file.arrayBuffer()));
  }

  /** Takes the description of an experiment; nothing for the example's. */
  async own(name: string, description: ClusterDescription): Promise<FileRef | null> {
    if (JSON.stringify(description) === JSON.stringify(this.about.cluster.example.cluster)) return null;
    const { sha256 } = await this.hold(name, new TextEncoder().encode(JSON.stringify(description)));
    return { name, sha256 };
  }

  private async hold(name: string, bytes: Uint8Array): Promise<OwnCluster> {
    const { answer } = await this.client.ask("cluster", { name, changes: [] }, [bytes]);
    const ownCluster = { name, sha256: answer.file_sha256, bytes, about: answer };
    this.store.set({ ownCluster });
    return ownCluster;
  }

  /** Shows the current description, its controls with the changes tried, and what is missing. */
  private draw(s: State): void {
    if (s.mode !== "cluster") return;
    const now = clusterOf(s, this.about);
    byID("cluster-body").hidden = !now;
    const missing = byID("cluster-missing");
    const text = missingOf({ ...s, policies: {} }, this.about); // the policies have a place of their own
    missing.hidden = text === "";
    missing.replaceChildren(text, ...(s.awaitsLog ? [" ", this.back] : []));
    if (!now) return;
    if (now !== this.shown) this.offer(s, now);
    for (const [name, f] of this.fields) setField(f, s.changes.values[name] ?? "");
    setField(this.added, s.changes.add);
    if (s.changes.like !== "") setValue(this.like, s.changes.like);
    setValue(this.other, s.changes.other);
    const n = changesOf(s).length;
    byID<HTMLButtonElement>("cluster-reset").disabled = n === 0;
    const basic = now.basic ? ` ${texts.basicPriority}` : "";
    byID("cluster-note").textContent = (n === 0 ? texts.allAsDescribed : texts.changesTried(n)) + basic;
  }

  /** Makes the controls for a description, and says what it is. */
  private offer(s: State, now: ClusterAbout): void {
    this.shown = now;
    this.fields = new Map(this.about.cluster.controls.map((c) => [c.name, field({ ...c, default: now.values[c.name] ?? "" }, `cluster-${c.name}`)]));
    this.like.replaceChildren(...now.like.map((l) => make("option", { value: l.name, title: l.doc }, l.title)));
    const where = make("div", { className: "option" }, make("span", {}), this.like);
    where.hidden = now.like.length < 2;
    byID("cluster-controls").replaceChildren(...this.about.cluster.controls.map((c) => explained(this.fields.get(c.name)!, c)), explained(this.added, this.about.cluster.added), where);
    const facts = [texts.nodes(now.nodes), texts.cores(now.cores), ...(now.gpus > 0 ? [texts.gpus(now.gpus)] : [])];
    const parts = now.partitions.length > 6 ? texts.partitions(count(now.partitions.length)) : texts.partitionsNamed(now.partitions);
    const who = now.accounts > 0 ? [texts.accounts(now.accounts), texts.users(now.users)] : [texts.noAccounts];
    const name = exampleCluster(s, this.about) ? texts.example(now.name) : texts.yours(now.name || s.ownCluster!.name);
    byID("cluster-summary").replaceChildren(make("strong", {}, name), make("br"), [...facts, parts, ...who].join(" · "));
    const outside = byID("cluster-outside");
    const lines = [...now.assumed, ...now.outside];
    outside.hidden = lines.length === 0;
    outside.querySelector("summary")!.textContent = texts.linesAssumed(lines.length);
    outside.querySelector("ul")!.replaceChildren(...lines.slice(0, 200).map((l) => make("li", {}, english(l))), ...(lines.length > 200 ? [make("li", {}, texts.andMore(count(lines.length - 200)))] : []));
  }
}

/** A control with what it does below it. */
function explained(f: Field, o: PolicyOption): HTMLElement {
  const id = `doc-${o.name}`;
  f.element.querySelector("input, select")?.setAttribute("aria-describedby", id);
  return make("div", { className: "control" }, f.element, make("small", { id }, o.doc));
}
