// Laws of what is made of a run's tables for charts: it is the same as by counting, whatever the size.
import { before, test } from "node:test";
import assert from "node:assert/strict";
import { modulesOf, stream } from "./bundle.js";

let page;

before(async () => {
  page = await modulesOf(`
    export * from "./tables/numbers"; export { ColumnsReader } from "./tables/columns"; export { readTable } from "./tables/arrow"; export * from "./tables/order"; export * from "./tables/series"; export * from "./tables/prepared"; export { schedules } from "./tables/schedule"; export { moments } from "./tables/moments";
    export * from "./charts/raster"; export { Coverage } from "./charts/coverage"; export { buffers, free } from "./simulator/buffers"; export { Parts } from "./simulator/parts"; export { Spans } from "./tables/spans"; export { boxesOf } from "./tables/boxes"; export { facts } from "./tables/facts"; export { batchesOf, read } from "./tables/stream"; export { decisionAt } from "./tables/decisions"; export { textAt } from "./tables/rows";
    export { tableFromArrays, tableToIPC, dictionary, utf8 } from "@uwdata/flechette";`);
});

test("rows are in the order of their numbers, and in their own where those are the same", () => {
  const random = stream(3);
  for (const of of [(x) => Math.floor(10 * x), (x) => x - 0.5, (x) => Math.floor(20 * x) - 10, (x) => Math.floor(3 * x) * 2 ** 50, () => Infinity, (x) => (x < 0.5 ? -Infinity : 7)]) {
    for (const n of [0, 1, 2, 200]) {
      const key = Float64Array.from({ length: n }, () => of(random()));
      const naive = Array.from(key, (_, i) => i).sort((a, b) => (key[a] < key[b] ? -1 : key[a] > key[b] ? 1 : a - b));
      assert.deepEqual([...page.order(key)], naive, String(key));
    }
  }
});

test("a blob that comes in parts is that of its bytes, which are only lent", async () => {
  const parts = new page.Parts();
  const bytes = (...of) => Uint8Array.from(of);
  const lent = new Uint8Array(2);
  for (const [i, b] of [[0, [1, 2]], [2, [9]], [0, [3]]]) {
    lent.set(b);
    parts.add(i, lent.subarray(0, b.length));
  }
  assert.deepEqual((await parts.bytes([bytes(4), bytes(5), bytes()])).map((b) => [...b]), [[1, 2, 3, 4], [5], [9]]);
  const last = [bytes(7)];
  assert.equal(await new page.Parts().bytes(last), last, "what comes whole is not copied");
});

test("times in sight are found as by looking at each of them", () => {
  const random = stream(8);
  for (const n of [0, 1, 64, 1000]) {
    const start = Float64Array.from({ length: n }, (_, i) => 10 * i + Math.floor(300 * random()));
    const end = start.map((t) => t + Math.floor(200 * random()));
    const spans = new page.Spans(start, end);
    for (const [from, to] of [[-9, 1e9], [500, 700], [640, 640], [9000, 1e5], [-5, -1]]) {
      const found = [];
      for (let i = spans.next(0, from, to); i < n; i = spans.next(i + 1, from, to)) found.push(i);
      assert.deepEqual(found, [...start.keys()].filter((i) => start[i] <= to && end[i] >= from));
    }
  }
});

test("the extents of very many steps are those of going through them one by one", () => {
  const random = stream(4);
  const n = 5000;
  let t = 0;
  const at = Float64Array.from({ length: n }, () => (t += 1 + Math.floor(9 * random())));
  const value = Float64Array.from({ length: n }, () => Math.floor(1000 * random()) - 100);
  const steps = new page.Steps(at, value);
  for (const [from, to, parts] of [[-50, t + 50, 7], [0, t, 1000], [at[100], at[900], 8], [at[64], at[128], 1], [at[63], at[4000], 3]]) {
    page.extents(steps, from, to, parts).forEach((e, k) => {
      const [a, b] = [from + (k * (to - from)) / parts, from + ((k + 1) * (to - from)) / parts];
      const inside = [steps.when(a), ...[...value].filter((_, i) => at[i] > a && at[i] < b)];
      assert.deepEqual([e.least, e.most], [Math.min(...inside), Math.max(...inside)], `part ${k} of ${parts}`);
      assert.ok(Math.abs(e.mean - steps.mean(a, b)) < 1e-6);
    });
  }
});

/** A jobs table of two runs of n jobs. */
function jobs(n) {
  const random = stream(9);
  const rows = 2 * n;
  const column = (f) => Array.from({ length: rows }, (_, i) => f(i % n, i < n ? 0 : 1));
  const submit = column((i) => 10 * i);
  const start = submit.map((t) => t + Math.floor(500 * random()));
  return page.tableToIPC(page.tableFromArrays({
    run: column((_, r) => `run ${r}`),
    policy: column((_, r) => ["easy", "fcfs"][r]),
    job: column((i) => i + 1),
    id: column((i) => (i % 3 === 0 ? `j${i}` : null)),
    submit_s: submit,
    start_s: start,
    end_s: start.map((t) => t + Math.floor(900 * random())),
    estimate_s: column(() => 900),
    procs: column((i) => 1 + (i % 4)),
    asked_procs: column((i) => 1 + (i % 4)),
    multisite_slowdown: column((i) => (i % 5 === 0 ? 1.5 : null)),
    killed: column((i) => i % 7 === 0),
    user: column((i) => (i % 4 === 0 ? null : `user ${i % 6}`)),
    site: column(() => null).fill("a"),
    home_site: column((i) => (i % 2 ? "b" : null)),
  }), { format: "file" });
}

test("what a worker prepares and sends has the columns, steps and moments that the page would make itself", async () => {
  const file = jobs(120);
  const answer = { shared: null, workload: { procs: 4000 }, tables: { jobs: { blob: 0, rows: 240 } } };
  const sent = await page.prepare(answer, [new Blob([file])]);
  assert.deepEqual(await page.read(sent.files.jobs), file);
  const moved = [...page.buffers(sent)];
  assert.equal(new Set(moved).size, moved.length);
  const { runs, decided } = structuredClone({ runs: sent.runs, decided: sent.decided }, { transfer: moved });
  const { schedules: got } = page.prepared({ runs, decided });
  assert.equal(sent.runs[1].columns.start.length, 0, "the columns were moved");
  const own = await page.schedules(jobs(120), 4000);
  assert.deepEqual(got.map((s) => [s.run, s.policy, s.n]), [["run 0", "easy", 120], ["run 1", "fcfs", 120]]);
  got.forEach((s, r) => {
    for (const name of ["id", "known", "submit", "start", "end", "estimate", "width", "asked", "slowdown", "killed", "user", "site", "home", "overtook"]) assert.deepEqual([...s[name]], [...own[r][name]], name);
    assert.deepEqual(s.user.slice(0, 5), [null, "user 1", "user 2", "user 3", null]);
    assert.deepEqual(s.known.slice(0, 4), ["j0", null, null, "j3"]);
    assert.deepEqual(s.packing(), own[r].packing());
    assert.deepEqual(page.moments(s), page.moments(own[r]));
    const rows = [...s.start.keys()];
    assert.deepEqual(page.facts(s), {
      first: Math.min(...s.submit), last: Math.max(...s.end), longestWait: Math.max(...rows.map((i) => s.start[i] - s.submit[i])),
      overtook: rows.filter((i) => rows.some((k) => s.submit[k] < s.submit[i] && s.start[k] > s.start[i])).length, killed: rows.filter((i) => i % 7 === 0).length,
    });
    for (const steps of ["busy", "queued"]) {
      assert.deepEqual(page[steps](s), page[steps](own[r]));
      for (let t = 0; t < 2000; t += 7) {
        const held = [...s.start].reduce((sum, from, i) => sum + (steps === "busy" ? (from <= t && t < s.end[i] ? s.width[i] : 0) : s.submit[i] <= t && t < from ? 1 : 0), 0);
        assert.equal(page[steps](s).when(t), held);
      }
    }
  });
});

/** What three runs decided: between orders with three options each, about jobs, and between orders without options. */
function steps() {
  const random = stream(17);
  const rows = [];
  const orders = ["fcfs", "sjf", "ljf", "saf"];
  for (const [run, n] of [["run 0", 60], ["run 1", 50], ["run 2", 40]]) {
    let now = orders[1 + Math.floor(3 * random())];
    let t = 5;
    for (let step = 0; step < n; step++) {
      const base = { run, policy: "p", step, time_s: (t += Math.floor(9 * random()) + 0.5), waiting: Math.floor(300 * random()) };
      if (run === "run 1") {
        const job = String(1 + Math.floor(30 * random()));
        for (const option of ["a", "b"]) rows.push({ ...base, kind: "site", job, before: null, after: random() < 0.1 ? null : option, case: random() < 0.5 ? "adaptive" : null, option, value: random() < 0.2 ? null : random() });
        continue;
      }
      const next = random() < 0.7 ? now : orders[Math.floor(4 * random())];
      const options = run === "run 0" ? orders.slice(0, 3) : [null];
      for (const option of options) rows.push({ ...base, kind: "order", job: null, before: now, after: next, case: random() < 0.1 ? null : `${Math.floor(9 * random())}b`, option, value: option && 1000 * random() });
      now = next;
    }
  }
  return rows;
}

const inColumns = (rows) => page.tableToIPC(page.tableFromArrays(Object.fromEntries(Object.keys(rows[0]).map((name) => [name, rows.map((r) => r[name])]))), { format: "file" });

/** Prepares a run with a table of decisions, and moves it as a worker does. */
async function decidedIn(name, rows) {
  const answer = { shared: null, workload: { procs: 4000 }, tables: { jobs: { blob: 0, rows: 240 }, [name]: { blob: 1, rows: rows.length } } };
  const { runs, decided } = await page.prepare(answer, [new Blob([jobs(120)]), new Blob([inColumns(rows)])]);
  return page.prepared(structuredClone({ runs, decided }, { transfer: [...page.buffers({ runs, decided })] })).decided;
}

test("what a worker reads of the decisions is what the rows say, decision by decision", async () => {
  const rows = steps();
  const { orders, jobs: about, strategies } = await decidedIn("steps", rows);
  assert.deepEqual([orders.map((d) => d.run), about.map((d) => d.run), strategies], [["run 0", "run 2"], ["run 1"], []]);
  for (const d of orders) {
    const of = rows.filter((r) => r.run === d.run);
    const each = [...new Set(of.map((r) => r.step))].map((step) => of.filter((r) => r.step === step));
    assert.equal(d.n, each.length);
    each.forEach((options, i) => {
      const [r] = options;
      assert.deepEqual([d.policy, d.time[i], d.waiting[i], d.names[d.before[i]], d.names[d.after[i]], page.textAt(d.rule, i)], [r.policy, r.time_s, r.waiting, r.before, r.after, r.case ?? ""]);
      const weighed = [];
      for (let k = d.first[i]; k < d.first[i + 1]; k++) weighed.push([page.textAt(d.weighed, k), d.weighed.value[k]]);
      assert.deepEqual(weighed, options.filter((o) => o.option).map((o) => [o.option, o.value]));
    });
    assert.deepEqual(d.names, [...new Set([...each.map(([r]) => r.before), ...each.map(([r]) => r.after)])], "names come as before has them, then after");
    for (let t = 0; t < d.time[d.n - 1] + 5; t++) {
      const last = each.filter(([r]) => r.time_s <= t).at(-1);
      const now = last ? last[0].after : each[0][0].before;
      assert.deepEqual(d.share.map((s) => s.when(t)), d.names.map((name) => (name === now ? 1 : 0)), `second ${t}`);
    }
  }
});

test("what a worker reads of a rule base's decisions is what the rows say", async () => {
  const random = stream(23);
  const rows = [];
  for (const [run, n] of [["run 0", 70], ["run 1", 1]]) {
    for (let step = 0; step < n; step++) {
      const rule = 1 + Math.floor(4 * random());
      rows.push({ run, policy: "rules:x", step, time_s: 3 * step, waiting: Math.floor(9 * random()), sd: random() < 0.1 ? null : random(), um: Math.floor(100 * random()), before: null, strategy: `s${rule % 3}`, rule: `rule ${rule}`, fired: `${rule}:100`, value: 1 });
    }
  }
  const { strategies, orders } = await decidedIn("decisions", rows);
  assert.deepEqual([orders, strategies.map((d) => [d.run, d.n])], [[], [["run 0", 70], ["run 1", 1]]]);
  for (const d of strategies) {
    const of = rows.filter((r) => r.run === d.run);
    of.forEach((r, i) => {
      assert.deepEqual([d.time[i], d.waiting[i], d.names[d.after[i]], page.textAt(d.rule, i), page.textAt(d.fired, i), d.features.um[i]], [r.time_s, r.waiting, r.strategy, r.rule, r.fired, r.um]);
      assert.equal(d.before[i], d.after[Math.max(i - 1, 0)]);
      if (r.sd === null) assert.ok(Number.isNaN(d.features.sd[i]));
      else assert.equal(d.features.sd[i], r.sd);
    });
    assert.deepEqual(Object.keys(d.features), ["sd", "um"]);
    assert.deepEqual(d.share.map((s) => s.when(0)), d.names.map((_, k) => (k === d.after[0] ? 1 : 0)));
  }
});

test("a picture made in slices is the one made at once, and until it is there the first one fills what is in sight", () => {
  const frames = [];
  globalThis.requestAnimationFrame = (f) => frames.push(f);
  globalThis.OffscreenCanvas = class {
    getContext() {
      return { putImageData: (image) => (this.data = [...image.data]) };
    }
  };
  const n = 20_000;
  const boxes = { height: 8, n, start: new Float64Array(n), end: new Float64Array(n), job: page.upTo(n) };
  const random = stream(6);
  for (let i = 0; i < n; i++) boxes.end[i] = (boxes.start[i] = i * 10) + 20 * random();
  const low = Float64Array.from({ length: n }, (_, i) => i % 8);
  boxes.packing = () => ({ first: page.upTo(n + 1), low, high: low.map((v) => v + 1) });
  const spans = new page.Spans(boxes.start, boxes.end);
  const colour = (row) => (row % 3 === 0 ? 0xff0000 : 0x0000ff);
  const sight = (from, to) => ({ from, to, width: 100, height: 40, look: "" });
  const all = sight(0, 200_000);
  const atOnce = new page.Raster(boxes, spans, assert.fail).of(all, colour, () => false, true);
  let ready = 0;
  const raster = new page.Raster(boxes, spans, () => ready++);
  assert.deepEqual(raster.of(all, colour, () => false, false), []);
  const run = () => {
    for (const before = ready; ready === before; ) frames.shift()();
  };
  run();
  assert.deepEqual(raster.of(all, colour, () => false, false)[0].picture.canvas.data, atOnce[0].picture.canvas.data);
  const part = sight(50_000, 150_000);
  assert.deepEqual(raster.of(part, colour, () => false, false).map(({ from, to }) => [from, to]), [[0, 200_000]], "the old picture, stretched");
  run();
  assert.deepEqual(raster.of(part, colour, () => false, false)[0].picture.from, 50_000);
  const wider = raster.of(sight(40_000, 160_000), colour, () => false, false);
  assert.deepEqual(wider.map(({ picture, from, to }) => [picture.from, from, to]), [[50_000, 50_000, 150_000], [0, 40_000, 50_000], [0, 150_000, 160_000]]);
  run();
});

test("numbers are kept in the narrowest kind that holds each of them exactly", () => {
  const { narrow } = page;
  for (const [values, kind] of [
    [[], Uint8Array], [[0, 255], Uint8Array], [[256], Uint16Array], [[65535, 1], Uint16Array], [[65536], Int32Array], [[-1], Int32Array],
    [[-(2 ** 31), 2 ** 31 - 1], Int32Array], [[2 ** 31], Float64Array], [[-(2 ** 31) - 1], Float64Array], [[1, 0.5], Float64Array], [[NaN, 3], Float64Array], [[Infinity], Float64Array], [[2 ** 53 - 1], Float64Array],
  ]) {
    const got = narrow(values);
    assert.equal(got.constructor, kind, String(values));
    assert.deepEqual([...got], values);
  }
  assert.deepEqual(narrow(Float64Array.of(1, 2, 0.5), 2), Uint8Array.of(1, 2), "of the first values only");
});

test("the parts of a column are joined as they are, whatever kinds they have", () => {
  const random = stream(6);
  for (let k = 0; k < 50; k++) {
    const parts = Array.from({ length: 1 + Math.floor(4 * random()) }, () => Array.from({ length: Math.floor(5 * random()) }, () => Math.floor(random() * 10 ** (1 + Math.floor(11 * random()))) - (random() < 0.1 ? 5 : 0)));
    assert.deepEqual([...page.joined(parts.map((p) => page.narrow(p)))], parts.flat());
  }
});

test("columns that hold the same are one array, and others are not", () => {
  const pool = new page.Pool();
  const [first, second] = [Uint8Array.of(1, 2), Float64Array.of(NaN, 1)];
  assert.equal(pool.of(first), first);
  assert.equal(pool.of(Uint8Array.of(1, 2)), first);
  assert.equal(pool.of(second), second);
  assert.equal(pool.of(Float64Array.of(NaN, 1)), second);
  for (const other of [Uint8Array.of(1, 3), Uint8Array.of(1), Uint16Array.of(1, 2), Float64Array.of(1, NaN)]) assert.equal(pool.of(other), other);
});

test("runs are the same however their rows are cut into batches", async () => {
  const table = page.readTable(jobs(40));
  const part = (from, to) => ({ numRows: to - from, names: table.names, getChild: (name) => ({ at: (i) => table.getChild(name).at(from + i) }) });
  const read = async (...bounds) => {
    const runs = [];
    const reader = new page.ColumnsReader(4000, (run) => runs.push(run));
    for (const [k, to] of bounds.slice(1).entries()) await reader.add(part(bounds[k], to));
    reader.end();
    return runs;
  };
  const whole = await read(0, 80);
  assert.deepEqual(whole.map((r) => r.n), [40, 40]);
  for (const bounds of [[0, 40, 80], [0, 1, 39, 41, 80], [0, 0, 17, 80, 80]]) assert.deepEqual(await read(...bounds), whole, String(bounds));
});

test("runs share the columns that they have in common, and still do on the page", async () => {
  const answer = { shared: null, workload: { procs: 4000 }, tables: { jobs: { blob: 0, rows: 240 } } };
  const sent = await page.prepare(answer, [new Blob([jobs(120)])]);
  const { runs } = structuredClone({ runs: sent.runs }, { transfer: [...page.buffers(sent)] });
  const [a, b] = runs.map((r) => r.columns);
  for (const name of ["submit", "width", "asked", "killed"]) assert.equal(a[name], b[name], name);
  assert.equal(a.user.code, b.user.code);
  assert.notEqual(a.start, b.start);
});

test("memory that is given back is empty, that of several arrays at once", () => {
  const arrays = [Float64Array.of(1, 2), Uint8Array.of(3)];
  page.free(...arrays);
  if (ArrayBuffer.prototype.transfer) assert.deepEqual(arrays.map((a) => a.length), [0, 0]);
});

test("a column of a batch is read alone; a damaged file is an error", async () => {
  const file = jobs(300);
  const whole = page.readTable(file);
  let rows = 0;
  for await (const batch of page.batchesOf(new Blob([file]))) {
    for (const name of ["killed", "run", "start_s", "multisite_slowdown", "id", "job", "home_site", "run"]) {
      const column = await batch.getChild(name);
      assert.deepEqual(Array.from({ length: batch.numRows }, (_, i) => column.at(i)), Array.from({ length: batch.numRows }, (_, i) => whole.getChild(name).at(rows + i)), name);
    }
    assert.equal(await batch.getChild("nothing"), null);
    rows += batch.numRows;
  }
  assert.equal(rows, 600);
  const all = async (bytes) => {
    for await (const batch of page.batchesOf(new Blob([bytes]))) await batch.getChild("run");
  };
  await assert.rejects(all(file.slice(0, 2000)), /the Arrow file is cut off/);
  await assert.rejects(all(new Uint8Array(9)), /it is no Arrow file/);
  const random = stream(2);
  for (let k = 0; k < 200; k++) { // whatever is wrong, it ends
    const wrong = file.slice();
    for (let i = 0; i < 3; i++) wrong[Math.floor(random() * wrong.length)] ^= 1 << Math.floor(8 * random());
    await all(wrong).catch((e) => assert.ok(e instanceof Error));
  }
});

test("the boxes of a job are all of them, in their order", () => {
  const random = stream(12);
  for (const n of [0, 1, 60]) {
    const boxes = { n, job: Uint32Array.from({ length: n }, () => Math.floor(20 * random())) };
    for (let job = -1; job <= 20; job++) assert.deepEqual(page.boxesOf(boxes, job), [...boxes.job.keys()].filter((i) => boxes.job[i] === job));
  }
});
