// Simulates the jobs of a step with the simulator, as any other workload, and makes pictures' data of the tables.
import { story as words } from "texts/story";
import { readTable } from "../tables/arrow";
import { swf } from "../scene/scenario";
import { pack } from "../tables/packing";
import { schedules, texts, type Schedule } from "../tables/schedule";
import { sharings } from "../tables/shares";
import { siteBoxes } from "../tables/sites";
import type { Client } from "../simulator/client";
import type { Description, Instance, SharedNodes, Site, Spec } from "../simulator/protocol";
import type { Box, Job, Placed, Reserved, Scene } from "./scene";
import { whole } from "./lanes";
import { stacked } from "./stack";

const MINUTE = 60;

/** KiB of a node's memory, of which a job's is a percentage. */
const NODE_KIB = 100;

/** Seconds for an optimum: instances of the story take some milliseconds. */
const SOLVING = 20;

/** What is simulated: some jobs under a policy. */
export interface Order {
  /** Names the log: two orders that are simulated at the same time need two names. */
  name: string;
  jobs: Job[];
  procs: number;
  policy: string;
  /** In the place of the policy's spoken name. */
  title?: string;
  aside?: string;
  shrink?: number;
  /** Asks for the reservations of the jobs that wait. */
  reserved?: boolean;
}

/** The jobs as a log in the Standard Workload Format. */
export function logOf(jobs: Job[], procs: number): string {
  return swf(jobs.map((j, i) => ({
    id: i + 1, submit: j.at * MINUTE, procs: j.width, run: j.run * MINUTE, estimate: (j.says ?? j.run) * MINUTE,
    memory: j.memory === undefined ? undefined : j.memory * (NODE_KIB / 100), user: j.user,
  })), procs);
}

export class Simulations {
  constructor(
    private readonly client: Client,
    private readonly about: Description,
  ) {}

  /** On one machine. */
  async machine(o: Order): Promise<Scene> {
    const spec: Spec = { ...(await this.load(o)), shrink: o.shrink };
    const { schedule, order } = await this.run(spec, o.procs);
    const jobs = placed(o, schedule, order);
    const reserved = o.reserved ? await this.reservations(spec, o.policy, jobs) : [];
    return { ...this.names(o), height: o.procs, unit: "processors", bands: [], jobs, boxes: boxesOf(jobs.map((j) => ({ job: j.id, from: j.start, to: j.end, width: j.got })), o.procs), reserved, orders: inForce(jobs) };
  }

  /** On a grid of sites; user n is at home on the n-th. */
  async sites(o: Order, sites: Site[], overhead: number): Promise<Scene> {
    const grid = { sites: sites.map((s, i) => ({ ...s, from: [String(i + 1)] })), home: "user", multisite: { overhead } };
    const { schedule, order, table } = await this.run({ ...(await this.load(o)), grid }, o.procs);
    const parts = table("parts");
    if (!parts) throw new Error("the answer has no parts of jobs on sites");
    let low = 0;
    const bands = sites.map((s) => ({ name: s.name, low, high: (low += s.procs) }));
    const boxes = siteBoxes(parts, [schedule], sites)[0].flatMap((at, k) =>
      boxesOf(Array.from({ length: at.n }, (_, i) => ({ job: Number(schedule.id[at.job[i]]), from: at.start[i] / MINUTE, to: at.end[i] / MINUTE, width: at.width[i] })), sites[k].procs)
        .map((b) => ({ ...b, low: bands[k].low + b.low, high: bands[k].low + b.high })));
    return { ...this.names(o), height: o.procs, unit: "processors", bands, jobs: placed(o, schedule, order), boxes, reserved: [], orders: [] };
  }

  /** On nodes that jobs may share. */
  async nodes(o: Order, penalty: number): Promise<Scene> {
    const shared: SharedNodes = { nodes: o.procs, cores: 1, memory_kib: NODE_KIB, penalty_s: penalty * MINUTE };
    const { schedule, order, table, answer, jobs } = await this.run({ ...(await this.load(o)), shared }, o.procs);
    const [sharing] = sharings(table("shares"), [schedule], answer.shared!.tasks, o.procs);
    const boxes = stacked(sharing, (row) => Number(schedule.id[row])).map((b) => ({ ...b, from: b.from / MINUTE, to: b.to / MINUTE }));
    const bands = Array.from({ length: o.procs }, (_, n) => ({ name: String(n + 1), low: n, high: n + 1 }));
    const counted = placed(o, schedule, order).map((j, i) => ({ ...j, pauses: jobs("pauses")[i], migrations: jobs("migrations")[i] }));
    return { ...this.names(o), height: o.procs, unit: "nodes", bands, jobs: counted, boxes, reserved: [], orders: [] };
  }

  /** The plans of the jobs that wait now, behind jobs that end at `busy` and hold processors until then: by the best of three orders, and the best there is. */
  async plans(jobs: Job[], procs: number, busy: { width: number; until: number }): Promise<Scene[]> {
    const instance: Instance = {
      procs, now: 0, free: [{ at: 0, procs: procs - busy.width }, { at: busy.until * MINUTE, procs }],
      jobs: jobs.map((j, i) => ({ id: i + 1, procs: j.width, estimate: j.run * MINUTE, submit: 0 })) };
    const bytes = () => new TextEncoder().encode(JSON.stringify(instance));
    const { answer: plans } = await this.client.ask("instance", {}, [bytes()]);
    const { answer: best } = await this.client.ask("solve", { seconds: SOLVING }, [bytes()]);
    if (!best.optimal || !best.starts) throw new Error(words.notInTime);
    const scene = (title: string, aside: string, starts: number[]): Scene => {
      const start = [0, ...starts.map((t) => t / MINUTE)];
      const end = start.map((t, i) => (i === 0 ? busy.until : t + jobs[i - 1].run));
      const boxes = boxesOf(start.map((from, i) => ({ job: i, from, to: end[i], width: i === 0 ? busy.width : jobs[i - 1].width })), procs);
      const rows = jobs.map((j, i): Placed => ({ ...j, id: i + 1, estimate: j.run, start: start[i + 1], end: end[i + 1], got: j.width, killed: false, site: "", order: "", pauses: 0, migrations: 0 }));
      return { title, aside, height: procs, unit: "processors", bands: [], jobs: rows, boxes, reserved: [], orders: [] };
    };
    const of = plans.policies.find((p) => p.name === plans.best)!;
    const kind = this.about.policies.find((p) => p.name === `plan-${of.name}`);
    return [scene(words.bestOfThree, kind?.spoken?.replace(/^[^,]*, /, "") ?? of.name, of.starts), scene(words.bestThereIs, words.proven, best.starts)];
  }

  /** The policy in plain words, and its name in the field. */
  private names(o: Order): { title: string; aside: string } {
    const p = this.about.policies.find((p) => p.name === o.policy) ?? this.about.policies.find((p) => o.policy.startsWith(`${p.name}/OPT`));
    return { title: o.title ?? p?.spoken ?? o.policy, aside: o.aside ?? p?.title ?? "" };
  }

  /** Gives the simulator the jobs; what runs them is added to the Spec. */
  private async load(o: Order): Promise<Spec> {
    const file = `story-${o.name}.swf`;
    await this.client.ask("load", { name: file }, [new TextEncoder().encode(logOf(o.jobs, o.procs))]);
    return { workload: { file }, policies: [o.policy] };
  }

  private async run(spec: Spec, procs: number) {
    const { answer, blobs } = await this.client.ask("run", { spec });
    const table = (name: string) => (answer.tables[name] ? blobs[answer.tables[name].blob] : undefined);
    const jobs = table("jobs");
    if (!jobs) throw new Error("the answer has no jobs");
    const column = (name: string) => {
      const c = readTable(jobs).getChild(name);
      if (!c) throw new Error(`the jobs table has no column ${name}`);
      return c;
    };
    const [schedule] = await schedules(jobs, procs);
    return { answer, table, schedule, order: texts(column("started_with")), jobs: (name: string) => Array.from(column(name).toArray() as ArrayLike<number | null>, (v) => v ?? 0) };
  }

  /** What was reserved for whom while it waited, as the simulator tells it. */
  private async reservations(spec: Spec, policy: string, jobs: Placed[]): Promise<Reserved[]> {
    const answers = await Promise.all(jobs.filter((j) => j.start > j.at).map(async (j) => ({ j, spans: (await this.client.ask("why", { spec, policy, job: j.id })).answer.spans ?? [] })));
    return answers.flatMap(({ j, spans }) => spans.flatMap((s) => {
      const at = s.head_job === j.id && !s.strict ? s.shadow_s : s.planned_s;
      return at === undefined || at < 0 ? [] : [{ job: j.id, from: s.from_s / MINUTE, to: s.to_s / MINUTE, at: at / MINUTE }];
    }));
  }
}

function placed(o: Order, s: Schedule, order: (string | null)[]): Placed[] {
  return Array.from({ length: s.n }, (_, i) => {
    const id = Number(s.id[i]);
    return {
      ...o.jobs[id - 1], id, at: s.submit[i] / MINUTE, width: s.asked[i], estimate: s.estimate[i] / MINUTE, start: s.start[i] / MINUTE, end: s.end[i] / MINUTE,
      got: s.width[i], killed: s.killed[i] === 1, site: (s.site[i] ?? "").replaceAll("+", " + "), order: order[i] ?? "", pauses: 0, migrations: 0,
    };
  });
}

/** Boxes that are whole where they can be. */
function boxesOf(held: { job: number; from: number; to: number; width: number }[], height: number): Box[] {
  const low = whole(held, height);
  if (low) return held.map((h, i) => ({ job: h.job, from: h.from, to: h.to, low: low[i], high: low[i] + h.width }));
  const torn = pack(Float64Array.from(held, (h) => h.from), Float64Array.from(held, (h) => h.to), Float64Array.from(held, (h) => h.width), height);
  return held.flatMap((h, i) => Array.from({ length: torn.first[i + 1] - torn.first[i] }, (_, k) => ({ job: h.job, from: h.from, to: h.to, low: torn.low[torn.first[i] + k], high: torn.high[torn.first[i] + k] })));
}

/** Queue orders in force, as far as the starts of jobs tell them. */
function inForce(jobs: Placed[]): Scene["orders"] {
  const out: Scene["orders"] = [];
  for (const j of jobs.filter((j) => j.order !== "").sort((a, b) => a.start - b.start || a.id - b.id)) {
    const last = out.at(-1);
    if (last?.name === j.order) last.to = j.end;
    else {
      if (last) last.to = j.start;
      out.push({ from: j.start, to: j.end, name: j.order });
    }
  }
  return out;
}
