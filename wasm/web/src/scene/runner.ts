// Has the simulator play scenarios. While it is at work on one, only the newest of those that come is kept.
import { explainWait } from "../results/why";
import type { Client } from "../simulator/client";
import { outcome, type Outcome } from "./outcome";
import { swf, type Scenario } from "./scenario";

const FILE = "scene.swf";

function log(s: Scenario): Uint8Array {
  return new TextEncoder().encode(swf(s.jobs, s.procs));
}

export class Runner {
  private client: Promise<Client> | undefined;
  private newest: Scenario | undefined;
  private going = false;
  /** The simulator has answered: it will do so at once from now on. */
  ready = false;

  constructor(
    private readonly begin: () => Promise<Client>,
    private readonly onDone: (s: Scenario, outcomes: Outcome[]) => void,
    private readonly onFail: (e: unknown) => void,
  ) {}

  /** Starts the simulator, unless that has been done. */
  warm(): void {
    this.start().catch(() => {}); // who asks it is told
  }

  private start(): Promise<Client> {
    return (this.client ??= this.begin().then(async (client) => {
      await client.start();
      return client;
    }).catch((e) => {
      this.client = undefined;
      throw e;
    }));
  }

  run(s: Scenario): void {
    this.newest = s;
    if (!this.going) void this.loop();
  }

  private async loop(): Promise<void> {
    this.going = true;
    for (let s = this.newest; s; s = this.newest) {
      this.newest = undefined;
      try {
        this.onDone(s, await this.simulate(s));
        this.ready = true;
      } catch (e) {
        this.onFail(e);
      }
    }
    this.going = false;
  }

  private async simulate(s: Scenario): Promise<Outcome[]> {
    const client = await this.start();
    const policies = [...new Set(s.policies)];
    const { answer } = await client.ask("waits", { spec: { workload: { file: FILE }, policies } }, [log(s)]);
    const row = new Map(answer.jobs.map((id, i) => [id, i]));
    return s.policies.map((policy) => {
      const waits = answer.waits[policies.indexOf(policy)];
      return outcome(s, policy, s.jobs.map((j) => j.submit + waits[row.get(j.id)!]));
    });
  }

  /** Opens the explanation of a job's wait. */
  async why(s: Scenario, policy: string, title: string, job: number): Promise<void> {
    const client = await this.start();
    await client.ask("load", { name: FILE }, [log(s)]);
    await explainWait(client, { workload: { file: FILE }, policies: [policy] }, policy, title, String(job), 0);
  }
}
