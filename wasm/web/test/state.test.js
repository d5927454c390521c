// Laws of the page's state: the store, links, and the sentence on what was found.
import { before, test } from "node:test";
import assert from "node:assert/strict";
import { modulesOf, stream } from "./bundle.js";

let page;

before(async () => {
  page = await modulesOf(`export { Store } from "./state/store"; export * from "./state/link"; export { UNCHOSEN } from "./state/state"; export { headline } from "./results/headline";`);
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
    const mode = pick("machine", "grid", "nodes", "slurm");
    const choices = {
      ...page.UNCHOSEN,
      mode,
      workloads: pick({}, { [mode]: "builtin:default" }, { machine: "builtin:campus", [mode]: `example:${mode}` }, { [mode]: "model:lublin" }),
      procs: pick("", "64"),
      shrink: pick("1", "0.75"),
      overrun: pick("cut", "extend"),
      width: pick("allocated", "requested"),
      grid: pick(null, { home: name(), sites: Array.from({ length: Math.floor(random() * 60) }, () => ({ name: name(), procs: 1 + Math.floor(random() * 99), speed: 0.5 })), options: { "speedup.model": "amdahl" } }),
      cluster: pick({}, { nodes: "7" }),
      system: pick(null, { name: "my cluster.json", sha256 }),
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

test("the headline names who waits least, who waits most and what it costs, and no winner by a hair", () => {
  const run = (title, mean, longest) => ({ title, mean, longest, util: 0.5 });
  assert.equal(page.headline([]), "");
  assert.equal(page.headline([run("EASY", 60, 7200)]), "Under EASY a job waits 60 s on average, the longest 2 h 00 min. 50 % of the machine is in use.");
  assert.equal(page.headline([run("FCFS", 7200, 9000), run("EASY", 600, 7200), run("SJF", 300, 90000)]), "Jobs wait least under SJF: 5 min on average, against 2 h 00 min under FCFS. The price: one job waits 1 d 1 h under SJF; under EASY none waits longer than 2 h 00 min.");
  assert.equal(page.headline([run("A", 1000, 1), run("B", 1010, 1)]), "All of them let jobs wait about as long: 17 min on average.");
  assert.equal(page.headline([run("A", 1000, 1), run("B", 1010, 1), run("C", 2000, 1)]), "Jobs wait least under A and B: 17 min on average, against 33 min under C.");
  assert.equal(page.headline([run("A", 0, 0), run("B", 0, 0)]), "All of them let jobs wait about as long: 0 s on average.");
});
