// Rule bases from files: each is read by the simulator and becomes a policy.
import type { Client } from "../simulator/client";
import { byID, showError } from "../dom";
import { isStrategy, nameStrategies } from "../simulator/rulebase";
import type { Description, RuleBase } from "../simulator/protocol";
import { addPolicy, setMode } from "../state/actions";
import { RULES } from "../state/spec";
import type { State } from "../state/state";
import type { Store } from "../state/store";
import { forms as texts } from "texts/forms";

interface Known {
  base: RuleBase;
  kind: string;
}

export class RuleBases {
  constructor(
    private readonly client: Client,
    private readonly store: Store<State>,
    private readonly about: Description,
    /** A rule base was read, and its policy is ticked. */
    private readonly onRead: () => void,
  ) {
    nameStrategies(about.rules);
    const input = byID<HTMLInputElement>("rules-file");
    input.addEventListener("change", () => {
      const file = input.files?.[0];
      input.value = ""; // so that the same file can be chosen again
      if (file) void this.read(file);
    });
  }

  /** Reads a file and has its policy listed, or tells what is wrong with it. */
  async read(file: File): Promise<void> {
    const error = byID("rules-error");
    showError(error, "");
    try {
      const known = await this.check(new Uint8Array(await file.arrayBuffer()));
      const { store } = this;
      const { name } = known.base;
      const rules = [...store.state.rules.filter((b) => b.name !== name), known.base];
      const there = { ...store.state, mode: "machine" as const, rules };
      store.set({ ...setMode(store.state, "machine"), rules, bases: { ...there.bases, [name]: known }, ...addPolicy(there, this.about, RULES + name) });
      this.onRead();
    } catch (e) {
      byID<HTMLDetailsElement>("setup").open = true; // on a phone it may be closed
      showError(error, `${file.name}: ${(e as Error).message}`, e);
      error.scrollIntoView({ block: "nearest" });
    }
  }

  /** Has the rule bases of a link read, as those of files are. Those that cannot be are left out, with a sentence for each. */
  async restore(): Promise<string[]> {
    const { store } = this;
    if (store.state.rules.length === 0) return [];
    const wrong: string[] = [];
    const bases = { ...store.state.bases };
    for (const b of store.state.rules) {
      try {
        const known = await this.check(new TextEncoder().encode(JSON.stringify(b)));
        bases[known.base.name] = known;
      } catch (e) {
        wrong.push(texts.rulesLeftOut(String(b.name).slice(0, 40), (e as Error).message));
      }
    }
    store.set({ bases, rules: store.state.rules.filter((b) => b.name in bases) });
    return wrong;
  }

  private async check(bytes: Uint8Array): Promise<Known> {
    const { answer } = await this.client.ask("rules", {}, [bytes]);
    const { name } = answer.base;
    if (this.about.rules.examples.some((e) => e.base.name === name) || isStrategy(name)) throw new Error(texts.rulesThere(name));
    return answer;
  }
}
