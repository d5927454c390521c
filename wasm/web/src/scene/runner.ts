// Has the simulator play scenarios. While it is at work on one, only the newest of those that come is kept.
import { explainWait } from "../results/why";
import type { Client } from "../simulator/client";
import { prepared, type Prepared } from "../tables/prepared";
import type { Outcome } from "./outcome";
import { swf, type Scenario } from "./scenario";

const FILE = "scene.swf";

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
    await client.ask("load", { name: FILE }, [new TextEncoder().encode(swf(s.jobs, s.procs))]);
    const policies = [...new Set(s.policies)];
    const { prepared: made } = await client.request("run", { spec: { workload: { file: FILE }, policies } }, [], undefined, "prepared").promise;
    const { schedules } = prepared(made as Prepared);
    return s.policies.map((policy) => {
      const schedule = schedules[policies.indexOf(policy)];
      const { first, low, high } = schedule.packing();
      const rows = s.jobs.map((j) => schedule.row(j.id));
      const bands = rows.map((r) => Array.from({ length: first[r + 1] - first[r] }, (_, k): [number, number] => [low[first[r] + k], high[first[r] + k]]));
      const shift = s.jobs[0].submit - schedule.submit[rows[0]]; // a log's clock may begin with its first job
      return { policy, start: rows.map((r) => schedule.start[r] + shift), end: rows.map((r) => schedule.end[r] + shift), bands };
    });
  }

  /** Opens the explanation of a job's wait. */
  async why(s: Scenario, policy: string, title: string, job: number): Promise<void> {
    await this.simulate(s);
    await explainWait(await this.start(), { workload: { file: FILE }, policies: [policy] }, policy, title, String(job), 0);
  }
}
