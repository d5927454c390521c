// Laws of the page's state: the store, links, and the sentence on what was found.
import { before, test } from "node:test";
import assert from "node:assert/strict";
import { modulesOf, stream } from "./bundle.js";

let page;

before(async () => {
  page = await modulesOf(`export { Store } from "./state/store"; export * from "./state/link"; export { UNCHOSEN } from "./state/state"; export { changedBy, headline, leftOut } from "./results/headline"; export { beginningOf, mapOf } from "./forms/mapping"; export { withoutFlags } from "./simulator/flags";`);
});

test("the store tells of what is another now, once, and no view may change it while it is told", () => {
  const store = new page.Store({ a: 1, b: [] });
  const told = [];
  store.follow(["a"], (s, before) => told.push([before.a, s.a]));
  assert.deepEqual(told, [[1, 1]]);
  store.set({ a: 1 });
  store.set({ b: [2] });
  assert.equal(told.length, 1);
  store.set({ a: 3, b: [] });
  assert.deepEqual(told[1], [1, 3]);
  store.follow(["b"], (s) => s.b.length > 0 && store.set({ a: 4 }));
  assert.throws(() => store.set({ b: [1] }), /while it is told/);
  store.set({ a: 5 }); // it still works
  assert.equal(store.state.a, 5);
});

test("a link says what was chosen, whatever that is, and one that was changed says at most what is left of it", async () => {
  const random = stream(11);
  const pick = (...list) => list[Math.floor(random() * list.length)];
  const name = () => pick("a", "fcfs", "dynp:metric=x,step=1", "rules:my base", "-odd", "ünï ✓", "a&b=c#d+e%20", "x".repeat(200));
  const sha256 = "0123456789abcdef".repeat(4);
  for (let i = 0; i < 300; i++) {
    const ticked = [...new Set(Array.from({ length: Math.floor(random() * 4) }, name))].filter((n) => !n.startsWith("-"));
    const extra = ["easy", "cons"].filter(() => random() < 0.5);
    const mode = pick("machine", "grid", "shared", "cluster");
    const choices = {
      ...page.UNCHOSEN,
      mode,
      workloads: pick({}, { [mode]: "builtin:default" }, { machine: "builtin:campus", [mode]: `example:${mode}` }, { [mode]: "model:lublin" }),
      procs: pick("", "64"),
      shrink: pick("1", "0.75"),
      overrun: pick("cut", "extend"),
      width: pick("allocated", "requested"),
      grid: pick(null, { home: name(), sites: Array.from({ length: Math.floor(random() * 60) }, () => ({ name: name(), procs: 1 + Math.floor(random() * 99), speed: 0.5 })), options: { "speedup.model": "amdahl" } }),
      shared: pick({}, { nodes: "7" }),
      cluster: pick(null, { name: "my cluster.json", sha256 }),
      awaitsLog: pick(true, false),
      changes: { values: { "scheduling.backfill": pick("false", "true") }, add: pick("", "3"), like: "n1", other: pick("", "a=b\nc=d") },
      policies: pick({}, { [mode]: { shown: [...ticked, ...extra], ticked } }),
      rules: pick([], [{ name: name(), rigid: { rules: [] } }]),
      zoom: pick(null, [0, 60], [-5, 1e9]),
      colouring: pick("", "user"),
      waitsBy: pick("", "qos"),
      allMetrics: pick(true, false),
      model: pick({}, { jobs: "500", estimates: "exact" }),
      sql: pick("", "select 1 as \"ü\"\n-- a & b = c", "x".repeat(2000)),
      compare: pick({}, { from: name(), to: "easy", by: "user" }),
    };
    const hash = await page.hashOf(choices);
    assert.ok(/^#[\x21-\x7e]*$/.test(hash) && hash.length < 40_000, "it can be mailed");
    const got = await page.choicesIn(hash);
    if (hash.includes("?")) {
      assert.deepEqual(got.wrong, []);
      assert.deepEqual(got.choices, choices);
      const at = hash.indexOf("?") + 1 + Math.floor(random() * (hash.length - hash.indexOf("?") - 1));
      const cut = await page.choicesIn(random() < 0.5 ? hash.slice(0, at) : hash.slice(0, at) + pick("%", "~", "A", "{") + hash.slice(at + 1));
      assert.deepEqual(Object.keys(cut.choices).sort(), Object.keys(choices).sort());
      for (const line of cut.wrong) assert.ok(line.length < 400 && !line.includes("\n"), line);
    }
  }
});

test("a link that unpacks to more than a page can hold is refused", async () => {
  const packed = await new Response(new Blob(["procs=".padEnd(1 << 24, "1")]).stream().pipeThrough(new CompressionStream("deflate-raw"))).arrayBuffer();
  const { choices, wrong } = await page.choicesIn(`#machine?z=${Buffer.from(packed).toString("base64url")}`);
  assert.deepEqual(choices, page.UNCHOSEN);
  assert.equal(wrong.length, 1);
});

/** Runs for a headline: [title, mean wait, longest wait]. */
const found = (...runs) => runs.map(([title, mean, longest], place) => ({ title, place, mean, longest, util: 0.5 }));

/** Which of their means are alike: of each run, the others; with few, the weeks are too few to say so. */
const weeks = (...alike) => matrix("alike", alike);
const few = (...alike) => matrix("unknown", alike);
const matrix = (word, rows) => ({ alike: rows.map((row) => rows.map((_, k) => (row.includes(k) ? word : ""))), within: { unit: "week", n: 12 } });
const short = { alike: null, within: { unit: "", n: 0 } };

test("the headline names who waits least, who waits most and what it costs", () => {
  assert.equal(page.headline([], short), "");
  assert.equal(page.headline(found(["EASY", 60, 7200]), short), "Under EASY a job waits 60 s on average, the longest 2 h 00 min. 50 % of the machine is in use.");
  const three = found(["FCFS", 7200, 9000], ["EASY", 600, 7200], ["SJF", 300, 90000]);
  const least = "Jobs wait least under SJF: 5 min on average, against 2 h 00 min under FCFS.";
  const price = "The price: one job waits 1 d 1 h under SJF; under EASY none waits longer than 2 h 00 min.";
  assert.equal(page.headline(three, weeks([], [], [])), `${least} ${price}`);
  assert.equal(page.headline(three, weeks([], [2], [1])), `${least} On another log EASY could do as well: the 12 weeks of this one vary by more than that. ${price}`);
  assert.equal(page.headline(three, weeks([1], [0], [])), `${least} ${price}`, "which others are alike is not told");
  assert.equal(page.headline(three, short), `${least} This log is too short to say whether the order would be the same on another one. ${price}`);
  assert.equal(page.headline(three, few([], [2], [1])), `${least} The 12 weeks of this log are too few to say whether EASY would also be behind on another one. ${price}`);
});

test("the headline says first what was found on this log, and of others what weeks can tell", () => {
  const two = found(["A", 1200, 1], ["B", 600, 1]);
  const best = "Jobs wait least under B: 10 min on average, against 20 min under A.";
  assert.equal(page.headline(two, weeks([1], [0])), `${best} On another log the order could be different: the 12 weeks of this one vary by more than that.`);
  assert.equal(page.headline(two, few([1], [0])), `${best} The 12 weeks of this log are too few to say whether the order would be the same on another one.`);
  const close = found(["A", 1000, 1], ["B", 1010, 1]);
  assert.equal(page.headline(close, weeks([], [])), "Jobs wait least under A: 17 min (1,000 s) on average, against 17 min (1,010 s) under B.");
  assert.equal(page.headline(close, short), "All of them let jobs wait about as long: 17 min on average.");
  assert.equal(page.headline(found(["A", 1000, 1], ["B", 1000, 1], ["C", 1200, 1]), weeks([1], [0], [])), "Jobs wait least under A and B: 17 min on average, against 20 min under C.");
  for (const trust of [short, weeks([1], [0])]) assert.equal(page.headline(found(["A", 0, 0], ["B", 0, 0]), trust), "Jobs wait equally long under all of them: 0 s on average.");
  // The least and the most may not be apart where others are: then there is a difference.
  const wide = found(["A", 600, 1], ["B", 900, 1], ["C", 1200, 1]);
  assert.equal(page.headline(wide, weeks([2], [], [0])), "Jobs wait least under A: 10 min on average, against 20 min under C. On another log C could do as well: the 12 weeks of this one vary by more than that.");
  const many = found(...["A", "B", "C", "D", "E", "F"].map((title, i) => [title, 600 + i, 1]), ["G", 7200, 1]);
  assert.match(page.headline(many, weeks([1, 2, 3, 4, 5], [0], [0], [0], [0], [0], [])), /under G\. On another log 5 others could do as well: the 12 weeks of this one vary by more than that\.$/);
  // Places are those of the answer, of which some runs are left out.
  const [, a, b] = found(["log", 1, 1], ["A", 600, 1], ["B", 900, 1]);
  assert.match(page.headline([a, b], weeks([], [2], [1])), /the order could be different/);
});

test("on a Slurm cluster the headline is what a change does, and who gains and pays", () => {
  const slurm = { title: "Slurm", place: 0, mean: 20040, longest: 90000, util: 0.7 };
  const all = { was: 11340, gains: { name: "physics", by: -12960 }, pays: { name: "biology", by: 20100 } };
  assert.equal(page.changedBy(slurm, all), "With this change a job waits 5 h 34 min on average under Slurm instead of 3 h 09 min; physics gains 3 h 36 min, biology pays 5 h 35 min.");
  assert.equal(page.changedBy(slurm, { was: 20040 }), "With this change a job still waits 5 h 34 min on average under Slurm.");
  assert.match(page.changedBy(slurm, undefined), /^Under Slurm a job waits 5 h 34 min on average/);
  assert.match(page.changedBy(slurm, { was: NaN }), /^With this change: Under Slurm/);
});

test("jobs that are left out are told before all else where they are more than a twentieth", () => {
  const of = (jobs, left_out, ...runs) => page.leftOut({ workload: { jobs, left_out }, runs: runs.map((n) => ({ policy: "easy", left_out: n })), cluster: null }, () => "EASY");
  assert.deepEqual(of(1508, 3492, 0), ["3,492 of 5,000 jobs are left out of all that follows: the notes on the workload say why."]);
  assert.deepEqual(of(95, 5, 4), []);
  assert.equal(of(100, 0, 6).length, 1);
});

test("the beginning of a table is found whatever separates it, and a map names its columns as the command takes them", () => {
  for (const by of [",", ";", "\t", "|"]) {
    const { names, rows } = page.beginningOf(["arrival", "width", "duration"].join(by) + "\n" + ["0", "2", "100"].join(by) + "\n\n");
    assert.deepEqual([names, rows], [["arrival", "width", "duration"], [["0", "2", "100"]]]);
  }
  assert.equal(page.beginningOf("1,2,3\n4,5,6"), undefined, "it has no line of names");
  assert.equal(page.mapOf({ submit: "a", procs: "b,c", run: 'd"e' }), 'auto,submit=a,procs="b,c",run="d""e"');
});

test("no error of a log speaks of the command's flags", () => {
  for (const [said, want] of [
    ["no column is known to be the submission of jobs: --map says which (auto,submit=COLUMN); the columns are a, b", "no column is known to be the submission of jobs"],
    ["no header line with the names of sacct's columns: give them with --columns JobID,User,..., or run sacct with --parsable2 and without --noheader", "no header line with the names of sacct's columns: run sacct with --parsable2 and without --noheader"],
    ["128 processors are a guess: give --procs", "128 processors are a guess: enter its processors under Machine and load"],
    ["it is short: give the column of limits, such as --map auto,estimate=COLUMN, or estimate= for none", "it is short"],
    ["line 3: not a number", "line 3: not a number"],
  ]) assert.equal(page.withoutFlags(said), want);
});

test("the headline says the same in German", async () => {
  const { headline } = await modulesOf(`export { headline } from "./results/headline";`, "de");
  const two = found(["A", 1200, 1], ["B", 600, 1]);
  const best = "Am wenigsten warten Jobs unter B: im Mittel 10 min, gegenüber 20 min unter A.";
  assert.equal(headline(two, weeks([1], [0])), `${best} Auf einem anderen Log könnte die Reihenfolge anders sein: So sehr schwanken die 12 Wochen dieses Logs.`);
  assert.equal(headline(two, few([1], [0])), `${best} Die 12 Wochen dieses Logs sind zu wenige, um zu sagen, ob die Reihenfolge auf einem anderen dieselbe wäre.`);
  assert.equal(headline([...two, { title: "C", place: 2, mean: 7200, longest: 1, util: 0.5 }], weeks([1], [0], [])), "Am wenigsten warten Jobs unter B: im Mittel 10 min, gegenüber 2 h 00 min unter C. Auf einem anderen Log könnte A gleichziehen: So sehr schwanken die 12 Wochen dieses Logs.");
  assert.equal(headline(two, short), `${best} Dieses Log ist zu kurz, um zu sagen, ob die Reihenfolge auf einem anderen dieselbe wäre.`);
  assert.equal(headline(found(["A", 0, 0], ["B", 0, 0]), short), "Unter allen warten Jobs gleich lang: im Mittel 0 s.");
});
