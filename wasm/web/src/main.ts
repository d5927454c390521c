// The page: forms to Specs, Specs to runs, runs to pictures.
import { ClusterForm } from "./forms/clusterform";
import { Client, RequestError } from "./simulator/client";
import { byID, showError } from "./dom";
import { count, duration, plural } from "./format";
import { GridForm } from "./forms/gridform";
import { Machine, type Place } from "./forms/machine";
import { followMode, type Mode } from "./forms/mode";
import { timeLeft } from "./simulator/pace";
import { Player } from "./charts/player";
import { PolicyList } from "./forms/policies";
import type { Description, Figure, Progress, RunAnswer, Spec } from "./simulator/protocol";
import { Results } from "./results/results";
import { RuleBases } from "./forms/rulesform";
import { SQLSection } from "./sql/section";
import { SystemForm } from "./forms/systemform";
import { Take } from "./results/take";
import { View } from "./charts/view";
import { showCounts, Workloads } from "./forms/workloads";

// Set by the build. The hash of a binary is in its address, so that a cache
// never gives an old one to a new page.
declare const PROGRAM: string; // the program's version
declare const WORKER: string; // worker.js?v=...
declare const SIMULATOR: string; // backfill.wasm?v=...
declare const ADD_ON: string; // extra.wasm?v=...
declare const FIGURES: Figure[]; // those that the add-on draws, so that it need not be loaded to list them

const simulator = new Client(WORKER, SIMULATOR, PROGRAM);
const addOn = new Client(WORKER, ADD_ON, PROGRAM);

/** One column, as in style.css. */
const narrow = matchMedia("(max-width: 60rem)");

async function main(): Promise<void> {
  const { answer: about } = await simulator.ask<Description>("describe");
  byID("program").textContent = `backfill ${about.program}`;
  const view = new View();
  const bases = new RuleBases(simulator, about, (policy) => {
    policies.list(policy);
    changed();
    if (mode === "machine") void run();
    else location.hash = "machine"; // which runs it
  });
  const policies = new PolicyList(about, bases, changed);
  const machine = new Machine(about, changed, (width) => {
    void workloads.reload(width).then(follow).catch(fail);
    changed();
  });
  const grid = new GridForm(about, () => {
    machine.note();
    changed();
  });
  const cluster = new ClusterForm(about, () => {
    machine.note();
    changed();
  });
  const system = new SystemForm(simulator, about, changed, () => {
    if (mode !== "slurm") location.hash = "slurm"; // which runs it
    else {
      follow();
      changed();
      void run();
    }
  }, () => {
    if (mode !== "slurm") location.hash = "slurm"; // where it is said
  });
  const workloads = new Workloads(simulator, about, (loaded) => {
    machine.reset();
    follow();
    changed();
    if (loaded) void run();
  }, (file, kind) => {
    if (kind === "rules") return void bases.read(file);
    if (kind === "table") return void sql.take([file]);
    if (kind === "system" || kind === "spec") return void system.read(file);
    if (mode !== "machine") location.hash = "machine"; // where it is shown
    void results.exact.read(file);
  });
  const results = new Results(simulator, about, view, new Player(view), (name) => policies.title(name), (name) => bases.of(name));
  new Take(simulator, addOn, results, view, FIGURES);
  const sql = new SQLSection(about, results);

  /** Makes the other forms follow the workload. */
  function follow(): void {
    machine.setWorkload(workloads.summary, workloads.isLog);
    offerRecorded();
    if (mode === "grid") grid.setWorkload(workloads.summary, workloads.isExample);
    if (mode === "nodes") cluster.setWorkload(workloads.summary, workloads.isLog);
    if (mode === "slurm") system.setWorkload(workloads.isExample);
    machine.setPlace(places[mode]);
  }

  /** A recorded schedule is of the jobs and of the machine or cluster that the log is of. */
  function offerRecorded(): void {
    const asItWas = machine.unchanged && (mode !== "slurm" || system.changes.length === 0);
    policies.setRecorded(workloads.summary.waits > 0, workloads.summary.replay && asItWas);
  }

  const places: Record<Mode, Place | undefined> = {
    machine: undefined,
    grid: { name: "these sites", power: () => grid.power, uncut: false },
    nodes: { name: "these nodes", power: () => cluster.power, uncut: true },
    slurm: { name: "this cluster as it is described", power: () => system.power, uncut: false, asked: true },
  };

  function setMode(to: Mode): void {
    mode = to;
    policies.setMode(mode);
    workloads.setMode(mode);
    follow();
  }

  let mode = followMode((to) => {
    setMode(to);
    void run();
  });
  setMode(mode);

  let request: number | undefined; // the id of the run that is going on
  let changes = 0; // of the forms, since the page was opened
  let last: Promise<void> = Promise.resolve();

  function changed(): void {
    changes++;
    offerRecorded();
    if (results.run) byID("shown").classList.add("stale");
    say();
  }

  /** Says what to do about the forms, and whether they can be run. */
  function say(): void {
    const none = policies.chosen.length === 0;
    const missing = mode === "slurm" ? system.missing : "";
    byID<HTMLButtonElement>("run").disabled = none || missing !== "";
    byID("status").textContent = missing || (none ? "Tick at least one policy." : results.run ? "Run to see the change." : "");
  }

  /** Runs what the forms say, after cancelling the run that is going on. */
  function run(): Promise<void> {
    cancel();
    return (last = last.then(simulate));
  }

  async function simulate(): Promise<void> {
    const begun = changes;
    const spec: Spec = { workload: workloads.source, policies: policies.chosen, ...machine.spec(workloads.isLog) };
    showError(byID("error"), "");
    if (spec.policies.length === 0) return changed();
    if (mode === "grid") {
      const read = grid.read();
      if (read instanceof HTMLInputElement) {
        read.reportValidity();
        return;
      }
      spec.grid = read;
    }
    if (mode === "nodes") {
      const read = cluster.read();
      if (read instanceof HTMLInputElement) {
        read.reportValidity();
        return;
      }
      spec.cluster = read;
    }
    if (mode === "slurm") {
      if (system.missing) return changed();
      if (system.wrong) {
        system.wrong.reportValidity();
        return;
      }
    }
    spec.rules = bases.needed(spec.policies);
    // What is tried is compared with the same jobs, at the same load, on the cluster as it is described.
    const tried = mode === "slurm" ? { key: JSON.stringify([spec.workload, spec.shrink, spec.overrun, system.key]), changes: system.changed } : undefined;
    busy(true);
    try {
      if (tried) spec.system = await system.description();
      if (workloads.isLog) await workloads.reload(machine.chosenWidth); // the simulator may have been restarted
      const asked = simulator.request<RunAnswer, Progress>("run", { spec }, [], progress);
      request = asked.id;
      const got = await asked.promise;
      results.show(spec, got, tried);
      showCounts(got.answer.workload);
      byID("shown").classList.toggle("stale", changes !== begun);
      const { workload, runs } = got.answer;
      if (changes === begun) byID("status").textContent = `Simulated ${plural(workload.jobs, "job")} under ${runs.length} ${runs.length === 1 ? "policy" : "policies"}.`;
      else say(); // what is shown is of the forms as they were
    } catch (e) {
      if (e instanceof RequestError && e.cancelled) byID("status").textContent = results.run ? "Cancelled. What is shown is the run before." : "Cancelled.";
      else fail(e);
    } finally {
      request = undefined;
      busy(false);
    }
  }

  function cancel(): void {
    if (request === undefined) return;
    byID("progress-text").textContent = "Cancelling…";
    simulator.cancel(request);
  }

  byID("form").addEventListener("submit", (e) => {
    e.preventDefault();
    if (narrow.matches) byID<HTMLDetailsElement>("setup").open = false; // the results are below it
    void run();
  });
  byID("cancel").addEventListener("click", cancel);
  if (narrow.matches) byID<HTMLDetailsElement>("setup").open = false;
  await run();
}

function busy(is: boolean): void {
  byID("run").hidden = is;
  byID("cancel").hidden = !is;
  byID("progress").hidden = !is;
  byID("status").hidden = is;
  byID<HTMLButtonElement>("run").disabled = false;
  if (is) {
    policy.run = -1;
    byID("bar").removeAttribute("value");
    byID("progress-text").textContent = "Reading the workload…";
  }
}

let policy = { run: -1, since: 0 }; // whose progress was last told of, and since when

function progress(p: Progress): void {
  if (p.run !== policy.run || p.done === 0) policy = { run: p.run, since: performance.now() };
  const left = timeLeft((performance.now() - policy.since) / 1000, p.done, p.total);
  byID<HTMLProgressElement>("bar").value = (p.run + p.done / Math.max(p.total, 1)) / p.runs;
  byID("progress-text").textContent = `${p.policy}: ${count(p.done)} of ${plural(p.total, "job")} (policy ${p.run + 1} of ${p.runs})${left === undefined ? "" : `; about ${duration(left)} more for this one`}`;
}

function fail(e: unknown): void {
  showError(byID("error"), (e as Error).message);
  byID("status").textContent = "";
}

main().catch(fail);
