// The page: events change the state, the state is a Spec, a Spec is run, a run becomes pictures.
import { inLanguage } from "./simulator/catalogue";
import { Client, RequestError } from "./simulator/client";
import { byID, make, showError } from "./dom";
import { CompareSection } from "./compare/section";
import { SharedForm } from "./forms/sharedform";
import { Generator } from "./forms/generator";
import { GridForm } from "./forms/gridform";
import { keepPlace } from "./state/language";
import { goOffline } from "./offline/offline";
import { Logs } from "./forms/logs";
import { Machine } from "./forms/machine";
import { followMode } from "./forms/mode";
import { laboratory } from "./forms/otherpage";
import { PolicyList } from "./forms/policies";
import { RememberedFiles } from "./forms/remembered";
import { RuleBases } from "./forms/rulesform";
import { ShapeView } from "./forms/shape";
import { SQLSection } from "./sql/section";
import { ClusterForm } from "./forms/clusterform";
import { showCounts, Workloads } from "./forms/workloads";
import { timeLeft } from "./simulator/pace";
import { Player } from "./charts/player";
import { swf, type Scenario } from "./scene/scenario";
import { SceneView, type Picture } from "./scene/view";
import type { Figure, Progress, Spec } from "./simulator/protocol";
import { run as runSpec } from "./simulator/several";
import { Results } from "./results/results";
import { Repeat } from "./results/repeat";
import { Take } from "./results/take";
import { setMode } from "./state/actions";
import { choicesFrom } from "./state/fromspec";
import { History, opened } from "./state/history";
import { modeIn } from "./state/link";
import { changesOf, exampleCluster, experimentKey, listedPolicies, missingOf, specOf } from "./state/spec";
import { choicesOf, initial, isLog, LOOKS, summaryOf, type Choices, type State } from "./state/state";
import { Store } from "./state/store";
import { listColours } from "./charts/theme";
import { markTerms } from "./story/glossary";
import { followPapers } from "./papers/open";
import { followStory } from "./story/open";
import { View } from "./charts/view";
import { main as texts } from "texts/main";

// Set by the build. The hash of a binary is in its address, so that a cache
// never gives an old one to a new page.
declare const PROGRAM: string; // the program's version
declare const WORKER: string; // worker.js?v=...
declare const SIMULATOR: string; // backfill.wasm?v=...
declare const SIMULATOR_BYTES: number; // its size, not compressed
declare const PICTURE: Picture; // drawn before the simulator is there
declare const PARQUET: string; // parquet.wasm?v=...
declare const FIGURE: string; // figure.wasm?v=...
declare const PAPERS: string; // papers.wasm?v=...
declare const CATALOGUE: string; // papers.json?v=...
declare const SERVICE_WORKER: string; // whose address never changes
declare const FIGURES: Figure[]; // those that figure.wasm draws, so that it need not be loaded to list them

const simulator = new Client(WORKER, SIMULATOR, PROGRAM);
const addOns = { parquet: new Client(WORKER, PARQUET, PROGRAM), figure: new Client(WORKER, FIGURE, PROGRAM) };

/** One column, as in style.css. */
const narrow = matchMedia("(max-width: 60rem)");

/** Milliseconds after the last change until it is simulated, and the most jobs for which that is not asked for. */
const AFTER = 150;
const AT_ONCE = 50_000;

/** The scene stands alone: it was asked for so, or is in a frame, where nothing else of the page ever is. */
const bare = new URLSearchParams(location.search).has("bare") || window.top !== window;

/** Whether an address leads to the scene, and not to something else. */
const isScene = (hash: string) => hash === "" || hash.startsWith("#scene");

async function main(): Promise<void> {
  const section = byID("scene");
  let wanted: { s: Scenario; untouched: boolean } | undefined; // its jobs, by who cannot wait for the simulator
  let openLab = (w: typeof wanted) => void (wanted = w);
  const scene = new SceneView(section, {
    picture: PICTURE,
    bare,
    begin: async () => {
      if (bare) return simulator;
      await simulator.start();
      return simulator.another(); // so that what the laboratory does is no reason to wait
    },
    onLab: (s, untouched) => openLab({ s, untouched }),
  });
  simulator.onLoading = (bytes) => {
    loading(bytes);
    scene.loading(Math.floor((100 * bytes) / SIMULATOR_BYTES));
  };
  const fold = (is: boolean) => section.classList.toggle("folded", is && !bare);
  let at: string | undefined; // the scene that was opened last: who comes back to it finds it as it was left
  const turn = (hash: string) => {
    if (modeIn(hash) || hash === "#log") fold(true);
    if (hash === "#log") {
      byID<HTMLDetailsElement>("setup").open = true;
      byID("drop").scrollIntoView();
    }
    if (!isScene(hash)) return;
    fold(false);
    if (hash !== at) void scene.open((at = hash));
  };
  fold(!isScene(location.hash));
  section.hidden = false;
  document.body.toggleAttribute("data-bare", bare);
  scene.resize();
  for (const below of document.querySelectorAll<HTMLElement>(".layout, footer")) below.hidden = false;
  addEventListener("hashchange", (e) => turn(new URL(e.newURL).hash)); // by now the address may be another
  byID("scene-unfold").addEventListener("click", () => {
    fold(false);
    scene.play();
  });
  if (isScene(location.hash)) turn(location.hash);
  if (location.hash === "" && !matchMedia("(prefers-reduced-motion: reduce)").matches) scene.play();
  if (bare) return;
  const described = simulator.ask("describe", {}).then(({ answer }) => inLanguage(answer));
  keepPlace(byID<HTMLAnchorElement>("language"));
  markTerms(byID("results"));
  followStory(simulator, described);
  followPapers(new Client(WORKER, PAPERS, PROGRAM), CATALOGUE);
  const [about, first] = await Promise.all([described, opened()]);
  byID("program").textContent = `backfill ${about.program}`;
  listedPolicies(about).forEach(listColours);
  const store = new Store(initial(about, first.choices));
  const view = new View();
  const logs = new Logs(simulator, addOns.parquet);
  const start = () => void run();
  const bases = new RuleBases(simulator, store, about, start);
  const policies = new PolicyList(store, about);
  new Machine(store, about);
  const grid = new GridForm(store, about);
  const shared = new SharedForm(store, about);
  const cluster = new ClusterForm(simulator, store, about, start);
  const workloads = new Workloads(store, about, logs, start, (file, kind) => {
    if (kind === "rules") return void bases.read(file);
    if (kind === "table") return void sql.take([file]);
    if (kind === "spec") return void takeSpec(file);
    if (kind === "cluster") return void cluster.read(file);
    store.set(setMode(store.state, "machine")); // where it is shown
    void results.exact.read(file);
  });
  const generator = new Generator(simulator, store, about);
  new ShapeView(simulator, store, about, logs);
  followMode(store);
  const player = new Player(view);
  const results = new Results(simulator, about, store, view, player, (name) => policies.said(name));
  new Take(simulator, addOns, results, view, inLanguage(FIGURES));
  const sql = new SQLSection(store, about, results, (name) => policies.title(name));
  new CompareSection(simulator, results, store, view, (name) => policies.title(name), about);
  new Repeat(results, (name) => store.state.logs[name]?.sha256);
  const files = new RememberedFiles(store, workloads, cluster);
  const key = () => experimentKey(store.state, about);
  let gone: Promise<void> | undefined; // where an address or the history led
  const history = new History(store, key, (choices, wrong) => void (gone = go(choices, wrong)));

  let request: number | undefined; // the id of the run that is going on
  let last: Promise<void> = Promise.resolve();
  let runs = 0; // asked for
  let going = false; // to what was chosen before
  let linked = false; // the next run is of a link or of the history
  let shown = ""; // the key of the experiment whose results are shown
  let asked = ""; // of the last run
  let soon = 0; // the timer of a run that nobody asked for

  const ofRuns = (Object.keys(store.state) as (keyof State)[]).filter((k) => !LOOKS.includes(k));
  store.follow(ofRuns, (s, before) => {
    if (s !== before) stale();
    say();
    clearTimeout(soon);
    if (s !== before && !going) soon = window.setTimeout(follow, AFTER);
    if (s.width !== before.width) void rewidth().catch(fail);
    if (s.mode !== before.mode) fold(true);
    if (s.mode !== before.mode && !going) start();
  });

  /** Marks results that are not of what is chosen, and says whose they are. */
  function stale(): void {
    if (!results.run) return;
    const { spec, answer } = results.run;
    const old = key() !== shown;
    byID("shown").classList.toggle("stale", old);
    byID("stale").hidden = !old;
    if (old) byID("stale-of").textContent = texts.resultsOf(answer.workload.name || spec.workload.file || "", spec.policies.length);
  }

  /** Runs what was chosen by itself, if that takes no time worth asking for. */
  function follow(): void {
    const small = (summaryOf(store.state, about)?.jobs ?? Infinity) <= AT_ONCE;
    if (runs > 0 && small && key() !== asked && missingOf(store.state, about) === "" && !wrongControl()) start();
  }

  /** Says what to do about the forms, and whether they can be run. */
  function say(): void {
    const missing = missingOf(store.state, about);
    byID<HTMLButtonElement>("run").disabled = missing !== "";
    if (!results.run && missing && store.state.log) wantLog(store.state.log.name);
    byID("status").textContent = missing || (results.run && key() !== shown ? texts.runToSee : "");
  }

  /** Reads the log again, whose summary is by another width. */
  async function rewidth(): Promise<void> {
    const log = await logs.hold(store.state);
    if (log) store.set({ logs: { ...store.state.logs, [log.name]: log } });
  }

  /** Goes to what was chosen before, or what a link says. */
  async function go(choices: Choices, wrong: string[]): Promise<void> {
    going = true;
    store.set(choices);
    going = false;
    await restore(wrong);
    if (key() === shown) return results.restore();
    linked = true;
    await run();
  }

  /** Shows all results of the scene's jobs: those that were changed are a log of one's own. */
  async function laboratoryOf({ s, untouched }: NonNullable<typeof wanted>): Promise<void> {
    const policies = [...new Set(s.policies)];
    const spec = untouched ? { ...PICTURE.spec, policies } : { workload: { file: "scene.swf" }, policies };
    if (!untouched) {
      const log = await logs.read(new Blob([swf(s.jobs, s.procs)]), "scene.swf", store.state.width);
      store.set({ logs: { ...store.state.logs, [log.name]: log } });
    }
    byID("results").focus();
    byID("results").scrollIntoView();
    await go({ ...choicesOf(store.state), ...choicesFrom(spec, store.state, about) }, []);
  }

  /** Takes an experiment that was saved. */
  async function takeSpec(file: File): Promise<void> {
    const error = byID("log-error");
    showError(error, "");
    try {
      const spec = JSON.parse(await file.text()) as Spec;
      const choices = choicesFrom(spec, store.state, about);
      if (spec.cluster) choices.cluster = await cluster.own(file.name, spec.cluster);
      await go({ ...choicesOf(store.state), ...choices }, []);
    } catch (e) {
      byID<HTMLDetailsElement>("setup").open = true; // on a phone it may be closed
      showError(error, `${file.name}: ${(e as Error).message}`, e);
    }
  }

  /** Says that an address leads nowhere. */
  function lost(): string[] {
    if (modeIn(location.hash)) return []; // what is wrong with such a link is said elsewhere
    const name = location.hash.slice(1);
    return isScene(location.hash) || document.body.dataset.page || document.getElementById(name) ? [] : [texts.noSuchPlace(name)];
  }

  /** Finds the files of what was chosen, and says what a link has that cannot be used. */
  async function restore(wrong: string[]): Promise<void> {
    const lines = [...wrong, ...(await bases.restore())];
    await files.restore();
    await generator.ready();
    showError(byID("link-error"), [...lines, ...lost()].join(" "));
  }

  /** Runs what is chosen, after cancelling the run that is going on. */
  function run(): Promise<void> {
    cancel();
    clearTimeout(soon);
    asked = key();
    const turn = ++runs;
    return (last = last.then(() => (turn === runs ? simulate() : undefined)));
  }

  /** The first control of the mode that is not filled in as it should be. */
  function wrongControl(): HTMLInputElement | null {
    const form = { machine: undefined, grid, shared, cluster }[store.state.mode];
    return form?.wrong ?? null;
  }

  async function simulate(): Promise<void> {
    if (missingOf(store.state, about)) return say();
    const wrong = wrongControl();
    if (wrong) return void wrong.reportValidity();
    showError(byID("error"), "");
    const begun = key();
    const { state } = store;
    const spec: Spec = specOf(state, about);
    // What is tried is compared with the same jobs, at the same load, on the cluster as it is described.
    const of = exampleCluster(state, about) ? "" : state.cluster?.name;
    const tried = state.mode === "cluster" ? { key: JSON.stringify([spec.workload, spec.shrink, spec.overrun, of]), changes: changesOf(state).length > 0 ? cluster.changed : [] } : undefined;
    busy(true);
    try {
      if (JSON.stringify(results.run?.spec.workload) !== JSON.stringify(spec.workload)) simulator.renew();
      if (tried) spec.cluster = await cluster.description();
      if (isLog(state)) await rewidth(); // the simulator may have been restarted
      const asked = runSpec(simulator, spec, (helper) => logs.lend(helper, state), (p) => progress(p, (name) => policies.title(name)));
      request = asked.id;
      const got = await asked.promise;
      shown = begun;
      if (key() === shown) await history.run(); // before anybody sees results and goes on
      await results.show(spec, got, tried, linked);
      linked = false;
      showCounts(got.answer.workload);
      stale();
      const { workload, runs } = got.answer;
      if (key() === shown) byID("status").textContent = texts.simulated(workload.jobs, runs.length);
      else say(); // what is shown is of the forms as they were
    } catch (e) {
      if (e instanceof RequestError && e.cancelled) byID("status").textContent = results.run ? texts.cancelledBefore : texts.cancelled;
      else fail(e);
    } finally {
      request = undefined;
      busy(false);
    }
  }

  function cancel(): void {
    if (request === undefined) return;
    byID("progress-text").textContent = texts.cancelling;
    simulator.cancel(request);
  }

  byID("form").addEventListener("submit", (e) => {
    e.preventDefault();
    if (narrow.matches) byID<HTMLDetailsElement>("setup").open = false; // the results are below it
    void run();
  });
  byID("run-again").addEventListener("click", start);
  byID("cancel").addEventListener("click", cancel);
  if (narrow.matches) byID<HTMLDetailsElement>("setup").open = false;
  await restore(first.wrong);
  openLab = (w) => void laboratoryOf(w!).catch(fail);
  if (wanted) return laboratoryOf(wanted);
  if (!document.body.dataset.page) return run();
  // Nobody sees results below the story or the papers. The address that leads from there may have something else run.
  void laboratory().then(() => gone).then(() => (runs === 0 ? run() : undefined)).catch(fail);
}

/** Asks for the log that a link is of where its results will stand. */
function wantLog(name: string): void {
  const archive = /\.swf(\.gz)?$/.test(name) ? [make("p", {}, texts.archive, " ", make("a", { href: ARCHIVE, rel: "noopener" }, ARCHIVE))] : [];
  byID("empty").replaceChildren(make("label", { htmlFor: "log", className: "drop" }, make("strong", {}, texts.needsLog(name)), make("small", {}, texts.staysHere)), ...archive);
}

/** Where most logs in SWF come from. */
const ARCHIVE = "https://www.cs.huji.ac.il/labs/parallel/workload/";

/** Tells how much of the simulator has been loaded. */
function loading(bytes: number): void {
  const percent = Math.floor((100 * bytes) / SIMULATOR_BYTES);
  byID("progress").hidden = percent >= 100;
  byID<HTMLProgressElement>("bar").value = percent / 100;
  byID("progress-text").textContent = texts.loaded(percent);
}

function busy(is: boolean): void {
  byID("run").hidden = is;
  byID("cancel").hidden = !is;
  byID("progress").hidden = !is;
  byID("status").hidden = is;
  byID<HTMLButtonElement>("run").disabled = false;
  if (is) {
    pace.clear();
    byID("bar").removeAttribute("value");
    byID("progress-text").textContent = texts.readingWorkload;
  }
}

/** How far each policy of the run is that goes on, by its number, and since when it goes. */
const pace = new Map<number, Progress & { since: number }>();

/** Tells of the first policy that is not done; others may be simulated beside it. */
function progress(p: Progress, title: (policy: string) => string): void {
  const now = performance.now();
  pace.set(p.run, { ...p, since: pace.get(p.run)?.since ?? now });
  const all = [...pace.values()].sort((a, b) => a.run - b.run);
  const going = all.filter((o) => o.done < o.total);
  const first = going[0];
  if (!first && all.length === p.runs) {
    byID("bar").removeAttribute("value");
    byID("progress-text").textContent = texts.preparing;
    return;
  }
  if (!first) return; // the next one begins
  byID<HTMLProgressElement>("bar").value = all.reduce((sum, o) => sum + o.done / Math.max(o.total, 1), 0) / p.runs;
  byID("progress-text").textContent = texts.progress(title(first.policy), first.done, first.total, first.run + 1, p.runs, timeLeft((now - first.since) / 1000, first.done, first.total), going.slice(1).map((o) => title(o.policy)));
}

function fail(e: unknown): void {
  showError(byID("error"), (e as Error).message, e);
  byID("status").textContent = "";
}

// When the page has what it needs itself, or has failed: a newer version may be the remedy.
void main()
  .catch(fail)
  .finally(() => bare || goOffline(SERVICE_WORKER, () => import("./story/page")));
