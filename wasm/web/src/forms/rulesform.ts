// The rule bases that can be run: the examples, and those read from files.
import type { Client } from "../simulator/client";
import { byID, showError } from "../dom";
import type { Description, RuleBase, Spec } from "../simulator/protocol";
import { isStrategy, nameStrategies } from "../results/rulebase";

/** What the names of policies of rule bases and of single strategies begin with. */
export const RULES = "rules:";

interface Known {
  base: RuleBase;
  kind: string;
}

export class RuleBases {
  private readonly known = new Map<string, Known>();
  private readonly examples: string[];

  constructor(
    private readonly client: Client,
    about: Description,
    private readonly onRead: (policy: string) => void,
  ) {
    nameStrategies(about.rules);
    for (const e of about.rules.examples) this.known.set(e.base.name, e);
    this.examples = [...this.known.keys()].map((name) => RULES + name);
    const input = byID<HTMLInputElement>("rules-file");
    input.addEventListener("change", () => {
      const file = input.files?.[0];
      input.value = ""; // so that the same file can be chosen again
      if (file) void this.read(file);
    });
  }

  /** The policies of the examples. */
  get offered(): string[] {
    return this.examples;
  }

  /** The rule base of a policy, if it has one. */
  of(policy: string): RuleBase | undefined {
    return policy.startsWith(RULES) ? this.known.get(policy.slice(RULES.length))?.base : undefined;
  }

  /** What is to be said of a policy that a rule base makes. */
  describe(policy: string): { title: string; doc: string } | undefined {
    const k = policy.startsWith(RULES) ? this.known.get(policy.slice(RULES.length)) : undefined;
    return k && { title: `Rules: ${k.base.name}`, doc: k.base.about || `It is ${k.kind}.` };
  }

  /** Those that the policies of a Spec need. */
  needed(policies: string[]): Spec["rules"] {
    const bases = policies.map((p) => this.of(p)).filter((b): b is RuleBase => b !== undefined);
    return bases.length > 0 ? bases : undefined;
  }

  /** Reads a file and has its policy listed, or tells what is wrong with it. */
  async read(file: File): Promise<void> {
    const error = byID("rules-error");
    showError(error, "");
    try {
      const { answer } = await this.client.ask<Known>("rules", {}, [new Uint8Array(await file.arrayBuffer())]);
      const { name } = answer.base;
      if (this.examples.includes(RULES + name) || isStrategy(name)) throw new Error(`a rule base called ${name} is here already: give this one another name in its file`);
      this.known.set(name, answer);
      this.onRead(RULES + name);
    } catch (e) {
      byID<HTMLDetailsElement>("setup").open = true; // on a phone it may be closed
      showError(error, `${file.name}: ${(e as Error).message}`);
      error.scrollIntoView({ block: "nearest" });
    }
  }
}
