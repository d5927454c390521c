// A run that several workers share: where it takes long, others play policies that it has not begun, and hand it their
// rows. It comes to the same answer and tables as alone, to the byte.
import { RequestError, type Answer, type Client } from "./client";
import type { PlayAnswer, Progress, RunAnswer, Spec } from "./protocol";

/** A policy is slow that takes so long, in seconds, and so much more for each job, since a helper has to read them first. */
const SLOW = 2;
const SLOW_JOB = 20e-6;

/** The memory that the programs of all workers may take together, in bytes. */
const MEMORY = 1.2e9;

/** Whether a policy at this pace is so slow that it pays to have the next ones simulated beside it. Before a second has passed, that is not known. */
export function slow(seconds: number, done: number, total: number): boolean {
  return seconds >= 1 && seconds * total >= (SLOW + SLOW_JOB * total) * done;
}

/** How many workers may help one whose program has so much memory, on a machine of so many cores. */
export function most(cores: number, memory: number): number {
  return Math.max(0, Math.min(cores, Math.floor(MEMORY / memory)) - 1);
}

/** Runs a Spec. Helpers are ready when hold has told them of the Spec's log. progress is told of every worker's policy. */
export function run(client: Client, spec: Spec, hold: (helper: Client) => Promise<unknown>, progress: (p: Progress) => void): { id: number; promise: Promise<Answer<RunAnswer>> } {
  const helpers = new Helpers(client, spec, hold, progress);
  const asked = client.request("run", { spec }, [], (p) => {
    progress(p);
    helpers.see(asked.id, p);
  }, "prepared");
  return { id: asked.id, promise: asked.promise.finally(() => helpers.end()) };
}

class Helpers {
  private readonly clients = new Set<Client>();
  private since = { run: -1, at: 0 };
  private called = false;
  private over = false; // no policy is begun any more
  private ended = false; // nor waited for

  constructor(
    private readonly client: Client,
    private readonly spec: Spec,
    private readonly hold: (helper: Client) => Promise<unknown>,
    private readonly progress: (p: Progress) => void,
  ) {}

  /** Calls helpers once a policy is slow and others wait. */
  see(target: number, p: Progress): void {
    if (this.called || p.run + 1 >= p.runs) return;
    if (p.run !== this.since.run) this.since = { run: p.run, at: performance.now() };
    if (!slow((performance.now() - this.since.at) / 1000, p.done, p.total)) return;
    this.called = true;
    for (let n = Math.min(most(navigator.hardwareConcurrency, this.client.memory), p.runs - p.run - 1); n > 0; n--) void this.help(target);
  }

  /** Plays what the run spares, one policy after the other. */
  private async help(target: number): Promise<void> {
    const helper = this.client.another();
    this.clients.add(helper);
    let ready: Promise<unknown> | undefined;
    try {
      while (!this.over) {
        const { run } = (await this.client.ask("spare", { target })).answer;
        if (run < 0) return;
        try {
          await (ready ??= this.hold(helper));
          if (this.over) throw new RequestError("ended");
          const { answer, files = [] } = await helper.request("play", { spec: this.spec, run }, [], this.progress, "files").promise;
          void this.hand(target, run, answer, files);
        } catch {
          this.fail(target, run);
        }
      }
    } catch {
      // The run has ended, with its worker.
    } finally {
      helper.stop(new RequestError("ended"));
      this.clients.delete(helper);
    }
  }

  /** A helper fails most likely for want of memory: the run plays its policy itself, and what no other has begun. */
  private fail(target: number, run: number): void {
    this.over = true;
    if (!this.ended) this.client.ask("played", { target, run }).catch(() => {});
  }

  /** Hands a policy's rows to the run, which takes each batch when it has written the one before. */
  private async hand(target: number, run: number, { run: row, blocks }: PlayAnswer, files: Blob[]): Promise<void> {
    try {
      const { found } = (await this.client.ask("played", { target, run, row, blocks: blocks ?? undefined, batches: files.length })).answer;
      for (const f of found ? files : []) await this.client.ask("played", { target, run }, [f]);
    } catch {
      // The run has ended, and says itself why.
    }
  }

  /** Ends all helpers: the run is over. */
  end(): void {
    this.over = this.ended = true;
    for (const c of this.clients) c.stop(new RequestError("ended"));
  }
}
