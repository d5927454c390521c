// Files of one's own that the browser remembers: they are found again for a link or after a reload, and forgotten on demand.
import { byID, make } from "../dom";
import { bytes } from "../format";
import { forget, recall, remember, remembered } from "../state/remembered";
import { logOf, type State } from "../state/state";
import type { Store } from "../state/store";
import type { ClusterForm } from "./clusterform";
import type { Workloads } from "./workloads";
import { forms as texts } from "texts/forms";

export class RememberedFiles {
  private readonly list = byID("remembered");

  constructor(
    private readonly store: Store<State>,
    private readonly workloads: Workloads,
    private readonly cluster: ClusterForm,
  ) {
    store.follow(["logs", "ownCluster"], (s, before) => {
      for (const log of Object.values(s.logs)) if (before.logs[log.name]?.sha256 !== log.sha256) void this.keep(log.name, log.sha256, log.file);
      const own = s.ownCluster;
      if (own && own.sha256 !== before.ownCluster?.sha256) void this.keep(own.name, own.sha256, new Blob([own.bytes as Uint8Array<ArrayBuffer>]));
    });
    void this.show();
  }

  /** Reads the files of the state that are not at hand and are remembered. */
  async restore(): Promise<void> {
    const { log, cluster } = this.store.state;
    if (cluster && this.store.state.ownCluster?.sha256 !== cluster.sha256) {
      const found = await recall(cluster.sha256);
      if (found) await this.cluster.restore(new File([found.blob], cluster.name));
    }
    if (log && !logOf(this.store.state)) {
      const found = await recall(log.sha256);
      if (found) await this.workloads.restore(new File([found.blob], log.name));
    }
  }

  private async keep(name: string, sha256: string, blob: Blob): Promise<void> {
    await remember(name, sha256, blob);
    await this.show();
  }

  private async show(): Promise<void> {
    const all = await remembered();
    this.list.hidden = all.length === 0;
    this.list.querySelector("summary")!.textContent = texts.filesRemembered(all.length);
    const entry = (text: string, label: string, sha256?: string) => {
      const button = make("button", { type: "button" }, texts.forget);
      button.setAttribute("aria-label", label);
      button.addEventListener("click", () => void forget(sha256).then(() => this.show()));
      return make("li", {}, text, " ", button);
    };
    const entries = all.map((f) => entry(`${f.name}, ${bytes(f.size)}`, texts.forgetFile(f.name), f.sha256));
    this.list.querySelector("ul")!.replaceChildren(...entries, ...(all.length > 1 ? [entry(texts.allFiles, texts.forgetAll)] : []));
  }
}
