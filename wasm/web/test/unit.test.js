// Laws of the page's own arithmetic, without a browser: the modules are bundled
// as they are and imported.
import { before, test } from "node:test";
import assert from "node:assert/strict";
import { build } from "esbuild";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { modulesOf, stream } from "./bundle.js";
import { against, circle, modules } from "./modules.js";
import { temporary } from "./temp.js";

let page;

before(async () => {
  const contents = `
    export * from "./tables/packing"; export * from "./tables/series"; export * from "./format"; export * from "./charts/coverage"; export * from "./charts/plot"; export * from "./tables/decisions";
    export * from "./tables/plan"; export * from "./tables/moments"; export * from "./forms/kind"; export { planned } from "./charts/planchart"; export { percent, verdict } from "./results/exactview"; export * from "./simulator/pace"; export * from "./tables/ruled"; export * from "./simulator/rulebase"; export { stateOf } from "./results/rulesview";
    export * from "./tables/sites"; export * from "./tables/boxes"; export * from "./tables/shares"; export * from "./tables/nodes"; export { groups } from "./results/waits"; export { dated, longest } from "./results/why"; export * from "./tables/jobsteps"; export { StepsReader, jobStepsOf } from "./tables/steps"; export { readTable } from "./tables/arrow"; export { suggestion, sitesOf } from "./state/spec"; export { details } from "./results/gantts"; export { inkOn, colourPolicies, listColours, policyColour, policyDash, policySwatch } from "./charts/theme"; export { covered } from "./charts/chart";
    export { tableFromArrays, tableToIPC } from "@uwdata/flechette";
    export { streamOf } from "./tables/stream"; export { tableFromIPC } from "@uwdata/flechette";
    export { nearest, spoken } from "./forms/generator";
    export * from "./sql/statements"; export * from "./sql/suits"; export { csv } from "./sql/answer";
    export { explain } from "./results/switching"; export { sentence } from "./forms/planner";
    export { pieces, meaning, TERMS } from "./terms"; export { whole, lanesFor } from "./story/lanes"; export { told } from "./story/told"; export { addressOf, placeOf } from "./story/place"; export { flat } from "./charts/chart";
    export { overtakers } from "./tables/columns"; export * from "./scene/scenario"; export * from "./scene/outcome"; export { View } from "./charts/view"; export { waitingAt } from "./charts/waiting";`;
  page = await modulesOf(contents);
});

/** A legal schedule: jobs start first come, first served on procs processors. */
function schedule(n, procs, seed) {
  const random = stream(seed);
  const s = { n, procs, submit: [], start: [], end: [], width: [] };
  const running = [];
  let now = 0;
  for (let i = 0; i < n; i++) {
    s.submit.push(i);
    const width = 1 + Math.floor(random() * random() * procs);
    now = Math.max(now, i);
    const used = () => running.filter((r) => r.end > now).reduce((sum, r) => sum + r.width, 0);
    while (used() + width > procs) now = Math.min(...running.filter((r) => r.end > now).map((r) => r.end));
    const end = now + Math.floor(random() * 30);
    running.push({ end, width });
    s.start.push(now);
    s.end.push(end);
    s.width.push(width);
  }
  for (const k of ["submit", "start", "end", "width"]) s[k] = Float64Array.from(s[k]);
  return s;
}

test("a packing gives every job its processors, and no processor two jobs at once", () => {
  for (let seed = 1; seed <= 20; seed++) {
    const s = schedule(200, 37, seed);
    const p = page.pack(s.start, s.end, s.width, s.procs);
    const boxes = [];
    for (let i = 0; i < s.n; i++) {
      let held = 0;
      for (let k = p.first[i]; k < p.first[i + 1]; k++) {
        assert.ok(0 <= p.low[k] && p.low[k] < p.high[k] && p.high[k] <= s.procs);
        held += p.high[k] - p.low[k];
        if (s.end[i] > s.start[i]) boxes.push({ i, low: p.low[k], high: p.high[k], from: s.start[i], to: s.end[i] });
      }
      assert.equal(held, s.width[i], `seed ${seed}, job ${i}`);
    }
    for (const a of boxes) {
      for (const b of boxes) {
        if (a === b) continue;
        assert.ok(a.to <= b.from || b.to <= a.from || a.high <= b.low || b.high <= a.low, `seed ${seed}: jobs ${a.i} and ${b.i} share a processor`);
      }
    }
  }
});

test("steps agree with counting second by second", () => {
  const s = schedule(120, 16, 3);
  const busy = page.busy(s);
  const queued = page.queued(s);
  const end = Math.max(...s.end);
  const at = (t) => ({
    busy: s.width.reduce((sum, w, i) => sum + (s.start[i] <= t && t < s.end[i] ? w : 0), 0),
    queued: s.width.reduce((sum, _, i) => sum + (s.submit[i] <= t && t < s.start[i] ? 1 : 0), 0),
  });
  let area = 0;
  for (let t = 0; t < end; t++) {
    assert.equal(busy.when(t), at(t).busy, `busy at ${t}`);
    assert.equal(queued.when(t), at(t).queued, `queued at ${t}`);
    assert.equal(page.waitingAt(s, t).length, at(t).queued, `waiting at ${t}`);
    area += at(t).busy;
  }
  assert.ok(Math.abs(busy.mean(0, end) - area / end) < 1e-9);
  assert.ok(Math.abs(busy.mean(3.5, 4) - at(3).busy) < 1e-9);
  assert.equal(busy.when(-1), 0);
  assert.equal(busy.mean(end + 5, end + 9), 0);
});

test("extents have the least, the mean and the most of each part, however many steps are in it", () => {
  const s = new page.Steps(Float64Array.of(2, 5, 6, 7, 90), Float64Array.of(1, 9, 0, 4, 0));
  const at = (t) => s.when(t);
  for (const [from, to, n] of [[0, 100, 10], [0, 100, 1], [3, 8, 5], [50, 60, 2], [-20, 0, 4]]) {
    page.extents(s, from, to, n).forEach((e, k) => {
      const dt = (to - from) / n;
      const values = Array.from({ length: 100 * dt }, (_, i) => at(from + k * dt + i / 100));
      assert.deepEqual([e.least, e.most], [Math.min(...values), Math.max(...values)], `part ${k} of ${n} of ${from}..${to}`);
      assert.ok(Math.abs(e.mean - values.reduce((a, b) => a + b) / values.length) < 1e-9);
    });
  }
});

test("coverage keeps area and mean colour, whatever the scale", () => {
  const random = stream(5);
  const c = new page.Coverage(40, 20);
  let area = 0;
  for (let y = 0; y < 20; y += 2) {
    for (let x = 0; x < 40; ) {
      const to = Math.min(x + 0.1 + random(), 40);
      if (random() < 0.5) {
        c.add(x, to, y + 0.25, y + 1.75, 0xff0000);
        area += (to - x) * 1.5;
      }
      x = to;
    }
  }
  const px = c.image().data;
  let alpha = 0;
  for (let i = 0; i < px.length; i += 4) {
    alpha += px[i + 3] / 255;
    if (px[i + 3] > 0) assert.deepEqual([...px.slice(i, i + 3)], [255, 0, 0]);
  }
  assert.ok(Math.abs(alpha - area) / area < 0.01, `${alpha} of ${area}`);
  c.add(-5, 100, -5, 100, 0x00ff00); // clipped
  c.add(3, 3, 0, 20, 0x0000ff); // empty
});

test("a job overtook if one submitted in an earlier second starts after it", () => {
  const overtakers = (submit, start) => [...page.overtakers(Float64Array.from(submit), Float64Array.from(start))];
  assert.deepEqual(overtakers([0, 1, 2, 3], [0, 50, 20, 50]), [0, 0, 1, 0]);
  assert.deepEqual(overtakers([5, 5, 5], [30, 20, 10]), [0, 0, 0]);
  assert.deepEqual(overtakers([0, 5, 5, 6], [30, 40, 20, 39]), [0, 0, 1, 1]);
  const s = schedule(300, 8, 9); // first come, first served
  assert.equal(page.overtakers(s.submit, s.start).reduce((a, b) => a + b, 0), 0);
});

test("numbers as people read them", () => {
  const cases = [
    [page.duration, [[0, "0 s"], [0.25, "0.25 s"], [45, "45 s"], [599, "10 min"], [3599, "60 min"], [3600, "1 h 00 min"], [7499, "2 h 05 min"], [86400, "1 d 0 h"], [-90, "−90 s"], [86400 * 5000, "5,000 d"]]],
    [page.number, [[0, "0"], [0.12345, "0.123"], [12.345, "12.3"], [8299.4, "8,299"], [2.5e12, "2.50e12"]]],
    [page.bytes, [[999, "999 B"], [180196, "180 kB"], [2_400_000, "2.4 MB"]]],
    [(t) => page.moment(t, 0), [[0, "day 1, 00:00"], [90061, "day 2, 01:01"]]],
    [(t) => page.moment(t, 1_700_000_000), [[0, "2023-11-14 22:13"], [1e18, "1000000000000000000 s"]]],
  ];
  for (const [f, list] of cases) for (const [x, want] of list) assert.equal(f(x), want);
});

test("ticks are round, in order, within bounds and not too many", () => {
  for (const [from, to] of [[0, 7], [0, 100], [12, 4000], [0, 86400], [1e5, 9e5], [0, 3e7], [0, 1e11]]) {
    for (const unix of [0, 1_700_000_123]) {
      const ticks = page.timeTicks(from, to, 7, unix);
      assert.ok(ticks.length >= 1 && ticks.length <= 8, `${ticks.length} ticks in ${from}..${to}`);
      ticks.forEach(({ t, label }, i) => assert.ok(t >= from && t < to && label && (i === 0 || t > ticks[i - 1].t)));
    }
  }
  for (const max of [1, 5, 7, 8, 10, 17, 100, 256, 5000, 2 ** 30]) {
    for (const n of [2, 3, 4, 10, 20]) {
      const ticks = page.valueTicks(max, n);
      assert.ok(ticks.length >= 2 && ticks.length <= 1.75 * n && ticks[0] === 0 && ticks.at(-1) <= max * 1.001, `${max}: ${ticks}`);
      assert.ok(ticks.every(Number.isInteger), `${max}: ${ticks}`); // they are labelled as counts
    }
  }
});

test("an axis of time has two labels or more, which lie within the chart and apart, on phones too", () => {
  const wide = (s) => 6.5 * s.length;
  for (const right of [285, 310, 365, 700, 1300]) {
    for (const span of [10, 60, 333, 3600, 5 * 3600, 86400, 1.7 * 86400, 4 * 86400, 9 * 86400, 30 * 86400, 77 * 86400, 3e7, 1e9]) {
      for (const [from, unix] of [[0, 0], [12_345, 0], [1e6, 1_700_000_123], [7, 1_700_000_123]]) {
        const marks = page.timeMarks({ from, to: from + span }, unix, 58, right, 8, wide);
        const labels = marks.filter((m) => m.label);
        const gaps = labels.slice(1).map((m, i) => marks.indexOf(m) - marks.indexOf(labels[i]));
        assert.ok(gaps.every((g) => g === gaps[0]), "labels are evenly apart");
        assert.ok(labels.length >= 2, `${span} s from ${from} on ${right} pixels: ${JSON.stringify(marks)}`);
        labels.forEach(({ x, label }, i) => {
          assert.ok(x - wide(label) / 2 >= 2 && x + wide(label) / 2 <= right + 8);
          if (i > 0) assert.ok(x - labels[i - 1].x >= (wide(label) + wide(labels[i - 1].label)) / 2);
        });
      }
    }
  }
});

test("a view stays within its bounds and zooms about a point", () => {
  globalThis.requestAnimationFrame = (f) => f() ?? 1;
  const v = new page.View();
  v.bound(100, 1100);
  v.zoom(0.5, 350);
  assert.deepEqual([v.from, v.to], [225, 725]);
  v.pan(-1000);
  assert.deepEqual([v.from, v.to], [100, 600]);
  v.pan(1e9);
  assert.deepEqual([v.from, v.to], [600, 1100]);
  v.zoom(1e9);
  assert.deepEqual([v.from, v.to], [100, 1100]);
  v.zoom(1e-9);
  assert.equal(v.to - v.from, 10);
  v.watch(5000);
  assert.equal(v.now, 1100);
  v.bound(0, 0); // one moment only
  assert.ok(v.to > v.from);
});

/** Decisions at random seconds between three orders, as a steps table has them. */
function decided(n, seed) {
  const random = stream(seed);
  const names = ["fcfs", "sjf", "ljf"];
  const d = { policy: "dynp-advanced", names, n, time: [], before: [], after: [], waiting: [], rule: { names: ["6b"], code: [] }, first: [0], weighed: { names, code: [], value: [] } };
  let t = 10;
  let now = 0;
  for (let i = 0; i < n; i++) {
    d.time.push((t += 1 + Math.floor(random() * 5)));
    d.before.push(now);
    now = random() < 0.6 ? now : Math.floor(random() * 3);
    d.after.push(now);
    d.waiting.push(Math.floor(random() * 9));
    d.rule.code.push(0);
    names.forEach((_, k) => d.weighed.code.push(k) && d.weighed.value.push(100 + i));
    d.first.push(d.weighed.code.length);
  }
  return d;
}

test("one order is in force at every second, the one that was decided last", () => {
  for (let seed = 1; seed <= 10; seed++) {
    const d = decided(80, seed);
    const parts = page.shares(d, 3);
    const end = d.time.at(-1) + 10;
    const seconds = [0, 0, 0];
    for (let t = 3; t < end; t++) {
      let want = d.before[0];
      let last = -1;
      for (let i = 0; i < d.n && d.time[i] <= t; i++) [want, last] = [d.after[i], i];
      assert.equal(page.inForce(d, t), want, `seed ${seed}, second ${t}`);
      assert.equal(page.decisionAt(d, t), last);
      assert.deepEqual(parts.map((s) => s.when(t)), [0, 1, 2].map((k) => (k === want ? 1 : 0)));
      seconds[want]++;
    }
    parts.forEach((s, k) => assert.ok(Math.abs(s.mean(3, end) - seconds[k] / (end - 3)) < 1e-9));
    let changes = 0;
    for (let i = 0; i < d.n; i++) changes += d.after[i] !== (i ? d.after[i - 1] : d.before[0]) ? 1 : 0;
    assert.equal(page.switches(d), changes);
  }
});

test("a second's note tells the last decision, in the unit of what was weighed", () => {
  const d = decided(5, 2);
  const backlog = page.queued(schedule(20, 4, 1));
  const list = (t, policy) => Object.fromEntries(page.explain({ ...d, policy }, backlog, false, 0, t).list);
  assert.equal(list(0, "dynp-advanced").Decided, "nothing yet");
  const at = list(d.time[3], "dynp-advanced");
  assert.equal(at["Last step"], "now");
  assert.equal(at["FCFS judged"], "1.7 min (103 s)");
  assert.equal(at["Waiting at it"], String(d.waiting[3]));
  assert.match(list(d.time[4] + 2, "dynp-advanced")["Last step"], /^2 s ago, day 1/);
  assert.equal(list(d.time[3], "dynp-advanced:slack=2,quality=sldww")["FCFS judged"], "103");
  assert.equal(list(d.time[3], "dynp-simple:quality=art+ms")["FCFS judged"], "103");
  assert.equal(list(d.time[3], "dynp-simple:quality=ms-then-sld")["FCFS judged"], "1.7 min (103 s)");
  for (const rest of ["Options after a colon: a=1.", "Option after a colon: a=1 (seconds)."]) assert.equal(page.sentence(`Plans. ${rest}`), "Plans.");
});

/** Jobs on three sites at random: one run's jobs table and the rows of its parts table. */
function onSites(n, seed) {
  const random = stream(seed);
  const names = ["a", "b", "c"];
  const s = { run: "x/y", policy: "y", procs: 24, n, id: [], submit: [], start: [], end: [], estimate: [], width: [], asked: [], slowdown: [], killed: new Uint8Array(n), overtook: new Uint8Array(n), user: [], site: [], home: [] };
  const parts = { run: [], job: [], site: [], procs: [] };
  for (let i = 0; i < n; i++) {
    const first = Math.floor(random() * 3);
    const on = random() < 0.3 ? [first, (first + 1) % 3] : [first];
    let width = 0;
    for (const k of on) {
      const procs = 1 + Math.floor(random() * 8);
      width += procs;
      parts.run.push(s.run);
      parts.job.push(1000 + i);
      parts.site.push(names[k]);
      parts.procs.push(procs);
    }
    s.id.push(1000 + i);
    s.submit.push(i);
    s.start.push(i + Math.floor(random() * 9));
    s.end.push(s.start[i] + 1);
    s.estimate.push(5);
    s.width.push(width);
    s.asked.push(random() < 0.5 ? width : width + 1);
    s.slowdown.push(on.length > 1 ? 1.25 : NaN);
    s.user.push("u");
    s.home.push("a");
    s.site.push(on.map((k) => names[k]).join("+"));
  }
  s.row = (id) => s.id.indexOf(id);
  return { s, parts, sites: names.map((name) => ({ name, procs: 8 })) };
}

const ipc = (columns) => page.tableToIPC(page.tableFromArrays(columns), { format: "file" });

test("sites hold the parts of their jobs, all of them and nothing else, each with its job's marks", () => {
  for (let seed = 1; seed <= 5; seed++) {
    const { s, parts, sites } = onSites(80, seed);
    const [boxes] = page.siteBoxes(ipc(parts), [s], sites);
    assert.deepEqual(boxes.map((p) => [p.name, p.height]), sites.map((at) => [at.name, at.procs]));
    const held = new Map(s.id.map((id) => [id, 0]));
    for (const p of boxes) {
      for (let i = 0; i < p.n; i++) {
        const row = p.job[i];
        held.set(s.id[row], held.get(s.id[row]) + p.width[i]);
        assert.deepEqual([p.start[i], p.end[i]], [s.start[row], s.end[row]]);
        assert.ok(s.site[row].split("+").includes(p.name));
        assert.equal(p.mark[i], (s.site[row].includes("+") ? page.SPLIT : 0) + (s.asked[row] === s.width[row] ? 0 : page.MOLDED));
      }
    }
    s.id.forEach((id, i) => assert.equal(held.get(id), s.width[i], `job ${id}`));
  }
  const { s, parts, sites } = onSites(5, 9);
  for (const [column, value] of [["site", "nowhere"], ["run", "another"], ["job", 7]]) {
    const wrong = { ...parts, [column]: parts[column].map((v, i) => (i === 2 ? value : v)) };
    assert.throws(() => page.siteBoxes(ipc(wrong), [s], sites), new RegExp(String(value)));
  }
});

test("a job's note tells where it ran and what was decided about it", async () => {
  const { s } = onSites(40, 3);
  const steps = { run: [], policy: [], time_s: [], waiting: [], before: [], job: [], step: [], kind: [], after: [], case: [], option: [], value: [] };
  s.id.forEach((id, i) => {
    const split = s.site[i].includes("+");
    for (const [option, value] of split ? [["larger", 3], ["faster", 4]] : [["a", 1], ["b", 2.5]]) {
      for (const [k, v] of Object.entries({ run: s.run, policy: s.policy, time_s: i, waiting: 0, before: null, job: String(id), step: i, kind: split ? "split" : "site", after: s.site[i], case: split ? "adaptive" : null, option, value })) steps[k].push(v);
    }
  });
  const about = [];
  const reader = new page.StepsReader((rows) => about.push(page.jobStepsOf(rows)));
  await reader.add(page.readTable(ipc(steps)));
  reader.end();
  const decided = page.jobSteps(about);
  assert.deepEqual(page.jobSteps([])(s.run, s.id[0]), []);
  assert.deepEqual(decided("another", s.id[0]), []);
  s.id.forEach((id, i) => {
    const list = Object.fromEntries(page.details({ unix: 0, decided }, s, i).list.map(([k, v]) => [k.trim(), v]));
    const where = s.site[i].replace("+", " and ");
    assert.equal(list["Ran on"], where);
    assert.equal(list.Processors, s.asked[i] === s.width[i] ? String(s.width[i]) : `${s.width[i]} (it asked for ${s.asked[i]})`);
    if (s.site[i].includes("+")) assert.deepEqual([list["For being split"], list["Split over"], list["faster first leaves room for"]], ["took 1.25 times as long", `${where} (adaptive)`, "4"]);
    else assert.deepEqual([list["For being split"], list["Sent to"], list["b judged"]], [undefined, where, "2.5"]);
  });
});

test("suggested sites hold every job's queue, each as large as its widest job", () => {
  const homes = (by, names, others = { names: 0, jobs: 0, widest: 0 }) => ({ by, names: names.map(([name, widest]) => ({ name, jobs: 1, widest })), others });
  const queue = homes("queue", [["2", 8], ["1", 4]], { names: 3, jobs: 9, widest: 64 });
  const group = homes("group", [["g", 2], ["h", 3]]);
  assert.equal(page.suggestion([group, queue]), queue);
  assert.equal(page.suggestion([homes("queue", [["1", 4]]), group]), group);
  assert.equal(page.suggestion([homes("user", [["1", 4], ["2", 4]])]), undefined);
  assert.equal(page.suggestion([homes("queue", [["1", 4], ["2", 4]], { names: 100, jobs: 1, widest: 1 })]), undefined);
  assert.deepEqual(page.sitesOf(queue), [
    { name: "queue 2", procs: 8, from: ["2"] },
    { name: "queue 1", procs: 4, from: ["1"] },
    { name: "other queues", procs: 64, from: ["*"] },
  ]);
});

test("a policy has its colour for ever, keeps its look, and no two of a run have the same", () => {
  page.listColours(["fcfs", "easy", "cons"]);
  const looks = (...policies) => (page.colourPolicies(policies), policies.map((p) => `${page.policyColour(p)} ${page.policyDash(p)} ${page.policySwatch(p)}`));
  const apart = (list) => assert.equal(new Set(list).size, list.length, list.join(" "));
  const [fcfs, easy, cons] = looks("fcfs", "easy", "cons");
  assert.deepEqual(looks("easy", "cons"), [easy, cons]);
  assert.deepEqual([fcfs, easy, cons].map((l) => l.split(" ")[0]), ["#0072b2", "#d55e00", "#009e73"], "whatever stands beside them, at every visit");
  assert.equal(looks("dynp:metric=sldwa")[0].split(" ")[0], "#cc79a7", "of a policy that is in no list, too");
  assert.deepEqual(looks("saf", "cons", "easy").slice(1), [cons, easy]);
  for (let i = 0; i < 12; i++) apart(looks(...Array.from({ length: 1 + (i % 7) }, (_, k) => `p${i + k}`), "easy"));
  assert.deepEqual(looks("cons", "fcfs", "easy"), [cons, fcfs, easy], "whatever has run meanwhile");
  const many = looks(...Array.from({ length: 30 }, (_, k) => `q${k}`)); // more than have a colour of their own
  apart(many);
  assert.equal(new Set(many.map((l) => l.split(" ")[0])).size, 8);
  page.listColours(["easy", "new 1", "new 2", "fcfs"]);
  apart(looks("easy", "new 1", "new 2", "fcfs").map((l) => l.split(" ")[0]));
  assert.ok(looks(...Array.from({ length: 50 }, (_, k) => `r${k}`)).every(Boolean));
});

test("a line is in pieces where it lies on others, and only there", () => {
  const heights = [[5, 5, 5, 9, 9], [5, 5.5, 5, 5, 9], [1, 5, 5, 9, 9]];
  assert.deepEqual(page.covered(heights, 0), [0, 0, 0, 0]);
  assert.deepEqual(page.covered(heights, 1), [1, 1, 0, 0]);
  assert.deepEqual(page.covered(heights, 2), [0, 2, 1, 1]);
  assert.deepEqual(page.covered([[3]], 0), []);
});

/** Some of what the simulator says of strategies. */
const STRATEGIES = { orders: ["narrow", "sjf", "submit", "group"], order_titles: ["narrowest first", "shortest first", "longest wait first", "user groups first"], strategies: ["narrow-fcfs", "sjf-easy", "greedy"] };

test("strategies are called as the simulator describes them", () => {
  page.nameStrategies(STRATEGIES);
  assert.deepEqual(["sjf-easy", "narrow", "easy", "greedy"].map(page.strategyWords), ["EASY, shortest first", "narrowest first", "EASY", "Greedy"]);
  assert.deepEqual(["sjf-easy", "sjf", "sjf-list"].map(page.isStrategy), [true, false, false]);
});

test("numbers in boxes can be read on every colour", () => {
  const level = (c) => [16, 8, 0].map((s) => ((c >> s) & 255) / 255).map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)).reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  for (let c = 0; c < 0x1000000; c += 0x010507) {
    const ink = parseInt(page.inkOn(c).slice(1), 16);
    const [a, b] = [level(c), level(ink)].sort((x, y) => y - x);
    assert.ok((a + 0.05) / (b + 0.05) >= 3, `#${c.toString(16)} with ${page.inkOn(c)}`);
  }
});

/** Shares of a run of n jobs on nodes: never more than a node has; jobs are paused, and their yields change. */
function sharingOf(n, nodes, seed) {
  const random = stream(seed);
  const s = { n, procs: nodes, id: [], submit: [], start: [], end: [] };
  const shares = [];
  const of = [];
  for (let job = 0; job < n; job++) {
    let t = Math.floor(random() * 50);
    s.id.push(job + 1);
    s.submit.push(t);
    of.push([]);
    const places = [{ from: job % nodes, to: job % nodes, count: 1 + (job % 2) }];
    for (let k = 0; k < 4; k++) {
      if (k === 2) t += 3; // paused
      const end = t + 1 + Math.floor(random() * 9);
      of[job].push(shares.length);
      shares.push({ job, start: t, end, places, yield: 0.25 + random() / 2, cpu: random() / (2 * n), memory: 1 / (4 * n), penalty: k === 2 });
      t = end;
    }
    s.start.push(shares[of[job][0]].start);
    s.end.push(t);
  }
  return { s, sharing: { nodes, shares, of, whole: false } };
}

test("the boxes of shared nodes are as large as the shares, and never over each other", () => {
  for (let seed = 0; seed < 40; seed++) {
    const { s, sharing } = sharingOf(1 + (seed % 9), seed % 3 === 0 ? page.MOST_BANDS + 1 : 3, seed);
    const { shares } = sharing;
    const boxes = page.nodeBoxes(sharing);
    const { low, high } = boxes.packing();
    const together = sharing.nodes > page.MOST_BANDS;
    assert.equal(boxes.height, together ? 1 : sharing.nodes);
    const area = { cpu: new Float64Array(s.n), memory: new Float64Array(s.n) };
    for (let i = 0; i < boxes.n; i++) {
      area[boxes.mark[i] & page.PALE ? "memory" : "cpu"][boxes.job[i]] += (high[i] - low[i]) * (boxes.end[i] - boxes.start[i]);
      assert.ok(Math.floor(low[i]) === Math.floor(high[i]), "a box is on one node");
      for (let k = 0; k < i; k++) {
        const apart = boxes.end[k] <= boxes.start[i] || boxes.end[i] <= boxes.start[k] || high[k] <= low[i] + 1e-9 || high[i] <= low[k] + 1e-9;
        assert.ok(apart, `seed ${seed}: boxes ${k} and ${i} overlap`);
      }
    }
    const scale = together ? 1 / sharing.nodes : 1;
    s.id.forEach((_, job) => {
      const want = (what) => sharing.of[job].reduce((sum, i) => sum + shares[i][what] * shares[i].places[0].count * (shares[i].end - shares[i].start), 0) * scale;
      assert.ok(Math.abs(area.cpu[job] - 0.73 * want("cpu")) < 1e-9, `seed ${seed}: CPU of job ${job}`);
      assert.ok(Math.abs(area.memory[job] - 0.14 * want("memory")) < 1e-9, `seed ${seed}: memory of job ${job}`);
    });
    // A pause, and what comes of it, is marked once on the node.
    const marked = (bit) => boxes.mark.reduce((sum, m) => sum + (m & bit ? 1 : 0), 0);
    assert.equal(marked(page.PAUSED), s.n);
    assert.equal(marked(page.RESUMED), s.n);
    assert.equal(marked(page.MIGRATED), 0);
  }
});

test("virtual time is the yield over the time without a penalty; who holds no node waits", () => {
  const { s, sharing } = sharingOf(6, 3, 4);
  const { shares, of } = sharing;
  for (let job = 0; job < s.n; job++) {
    let had = 0;
    for (let t = s.submit[job]; t < s.end[job]; t++) { // in steps of a second, which all bounds are
      assert.ok(Math.abs(page.workDone(sharing, job, t) - had) < 1e-9);
      const at = page.shareAt(sharing, job, t);
      assert.equal(at, of[job].map((i) => shares[i]).find((h) => h.start <= t && t < h.end));
      if (at && !at.penalty) had += at.yield;
    }
  }
  const idle = page.notRunning(s, sharing);
  for (let t = -1; t < 120; t++) {
    const want = s.id.filter((_, j) => s.submit[j] <= t && t < s.end[j] && !page.shareAt(sharing, j, t)).length;
    assert.equal(idle.when(t), want, `second ${t}`);
  }
});

test("nodes are read as the shares table has them", () => {
  assert.deepEqual(page.parsePlaces("0-2,5*2,7-8*3"), [{ from: 0, to: 2, count: 1 }, { from: 5, to: 5, count: 2 }, { from: 7, to: 8, count: 3 }]);
  for (const bad of ["", "1,", "a", "1-", "1*"]) assert.throws(() => page.parsePlaces(bad), /shares table/);
});

test("what fired is read from the table's text, of one list or of two", () => {
  assert.deepEqual(page.firings("3:62 7:38"), [{ list: "rules", rule: 3, percent: 62 }, { list: "rules", rule: 7, percent: 38 }]);
  assert.deepEqual(page.firings("orders 3:62 7:38, algorithms 1:100"), [
    { list: "orders", rule: 3, percent: 62 },
    { list: "orders", rule: 7, percent: 38 },
    { list: "algorithms", rule: 1, percent: 100 },
  ]);
  assert.deepEqual(page.firings(""), []);
  const d = { fired: { names: ["2:90 1:10", "1:100", "orders 3:100, algorithms 1:100", "2:60 1:40"], code: [0, 1, 3, 2] } };
  assert.deepEqual(page.led(d, "rules", 3), [1, 2, 0]);
  assert.deepEqual(page.led(d, "algorithms", 1), [1]);
});

test("a decision is told in words, whatever kind of rule base it is of", () => {
  page.nameStrategies(STRATEGIES);
  const features = ["sd", "um", "prcwq1"].map((name) => ({ name, unit: name === "sd" ? "1" : "%" }));
  const form = { features };
  const rule = (over) => ({ when: [], strongly_for: [], for: [], against: [], strongly_against: [], ...over });
  const d = (fired, strategy) => ({ names: [strategy], after: [0], fired: { names: [fired], code: [0] }, features: { sd: [1.5], um: [42], prcwq1: [0] } });
  const told = (base, fired, strategy) => page.stateOf(d(fired, strategy), 0, base, form);
  const fuzzy = { name: "f", fuzzy: { rules: [rule({ strongly_for: ["sjf-easy", "greedy"], against: ["submit-cons"] }), rule({ strongly_against: ["sjf-easy"] })] } };
  const s = told(fuzzy, "1:70 2:30", "sjf-easy");
  assert.deepEqual(s.features, [["Slowdown so far, weighted", "1.5"], ["Processors in use", "42 %"], ["Waiting work of user group 1", "0 %"]]);
  assert.deepEqual(s.rules, [
    { name: "Rule 1", percent: 70, text: "Strongly for EASY, shortest first. As strongly for Greedy." },
    { name: "Rule 2", percent: 30, text: "Strongly against EASY, shortest first." },
  ]);
  assert.equal(told(fuzzy, "1:100", "submit-cons").rules[0].text, "Against CONS, longest wait first. Strongly for EASY, shortest first; Greedy.");
  const pair = { name: "p", orders: { rules: [rule({ for: ["sjf"], strongly_for: ["group"] })] }, algorithms: { rules: [rule({ strongly_for: ["cons"] }), rule({ strongly_for: ["greedy"] })] } };
  assert.deepEqual(told(pair, "orders 1:100, algorithms 1:99", "sjf-cons").rules.map((r) => `${r.name}: ${r.text}`), ["Order rule 1: For shortest first. Strongly for user groups first.", "Algorithm rule 1: Strongly for CONS."]);
  assert.deepEqual(told(pair, "orders 1:100, algorithms 2:100", "greedy").rules.map((r) => r.text), ["Strongly for user groups first.", "Strongly for Greedy."]);
  const rigid = { name: "r", rigid: { rules: [{ when: "um <= 75, sd > 2", then: "sjf-fcfs" }, { when: "75 < um <= 90, sd > 2, prcwq1 <= 20", then: "greedy" }] } };
  assert.equal(told(rigid, "2:100", "greedy").rules[0].text, "Where 75 < in use ≤ 90 % and slowdown > 2 and group 1 ≤ 20 %: Greedy.");
  assert.deepEqual(told(undefined, "1:100", "sjf-easy").rules, []);
});

test("where one line of many would press the others flat, their scale is logarithmic", () => {
  assert.deepEqual([[2000, 150, 90], [2000, 250, 90], [2000, 1], []].map(page.flat), [true, false, false, false]);
});

test("the time left is told once the pace is known", () => {
  assert.equal(page.timeLeft(9, 500, 1000), undefined);
  assert.equal(page.timeLeft(60, 1, 1000), undefined);
  assert.equal(page.timeLeft(60, 250, 1000), 180);
  assert.equal(page.timeLeft(60, 1000, 1000), undefined, "nothing is left");
});

/** A problem with n waiting jobs, and legal starts: one job after the other once all are free. */
function problem(n, seed) {
  const random = stream(seed);
  const some = (most) => 1 + Math.floor(random() * most);
  const now = 1000;
  const free = [{ at: now, procs: some(4) - 1 }];
  for (let k = 0; k < 3; k++) free.push({ at: free[k].at + some(50), procs: free[k].procs + some(5) });
  const procs = free[3].procs + (seed % 2 ? 0 : 3); // or some never come back
  const jobs = Array.from({ length: n }, (_, i) => ({ id: 10 + i, procs: some(free[3].procs), estimate: some(60), submit: now - some(500) + 1 }));
  let t = free[3].at;
  const starts = jobs.map((j) => (t += j.estimate) - j.estimate);
  return { instance: { procs, now, free, jobs }, starts };
}

test("a plan's boxes hold what runs and what waits, and never lie on each other", () => {
  for (let seed = 1; seed <= 30; seed++) {
    const { instance, starts } = problem(6, seed);
    const end = page.makespan(instance, [starts]);
    assert.equal(end, starts.at(-1) + instance.jobs.at(-1).estimate);
    const p = page.plan(instance, starts, end);
    for (const shift of [0, 7]) {
      p.set(starts.map((t) => t + shift));
      const { first, low, high } = p.boxes.packing();
      const at = (t) => {
        const taken = new Uint8Array(instance.procs);
        let waiting = 0;
        for (let i = 0; i < p.boxes.n; i++) {
          if (p.boxes.start[i] > t || p.boxes.end[i] <= t) continue;
          for (let k = first[i]; k < first[i + 1]; k++) for (let c = low[k]; c < high[k]; c++) assert.equal(taken[c]++, 0, `seed ${seed}, second ${t}`);
          if (i >= p.held) waiting += p.schedule.width[i];
        }
        return { all: taken.reduce((a, b) => a + b, 0), waiting };
      };
      for (let t = instance.now; t < end; t++) {
        const free = instance.free.filter((s) => s.at <= t).at(-1).procs;
        const waiting = instance.jobs.reduce((sum, j, i) => sum + (starts[i] + shift <= t && t < starts[i] + shift + j.estimate ? j.procs : 0), 0);
        assert.deepEqual(at(t), { all: instance.procs - free + waiting, waiting }, `seed ${seed}, second ${t}`);
      }
    }
    const other = page.plan(instance, starts.map((t) => t - 60), end);
    const told = page.planned(instance, [p, other], ["one", "two"], 0, p.held, 0);
    assert.equal(told.heading, "Job 10");
    assert.equal(Object.fromEntries(told.list)["In two"], "67 s earlier");
    if (p.held) assert.equal(page.planned(instance, [p, other], ["one", "two"], 1, 0, 0).heading, "Running jobs");
  }
});

test("the moments of a run are the submissions at which several jobs wait", () => {
  for (let seed = 1; seed <= 12; seed++) {
    const s = schedule(60, 128, seed);
    const m = page.moments(s);
    const want = [...new Set(s.submit)].flatMap((t) => {
      const rows = s.submit.map((_, i) => i).filter((i) => s.submit[i] <= t && s.start[i] >= t);
      return rows.length > 1 ? [[t, rows.length, rows.filter((i) => s.width[i] >= 4).length]] : [];
    });
    assert.deepEqual(Array.from(m.at, (t, k) => [t, m.waiting[k], m.seen[k]]), want, `seed ${seed}`);
    assert.equal(page.momentAt(m, -1), want.length ? 0 : -1);
    want.forEach(([t], k) => {
      assert.equal(page.momentAt(m, t), k);
      assert.equal(page.momentAt(m, t + 0.5), k);
    });
    const shown = page.worthwhile(m);
    assert.ok(want.length ? shown >= 0 && shown < m.n : shown === -1);
  }
});

test("files are told apart by how they begin", async () => {
  const kind = (text) => page.kindOf(new Blob([text]));
  assert.equal(await kind("; SWF"), "log");
  assert.equal(await kind(""), "log");
  assert.equal(await kind('{"format": "backfill rule base 1", "name": "jobs"}'), "rules");
  assert.equal(await kind("{}"), "rules");
  assert.equal(await kind('{\n "meta": {"plugin": {"type": "openapi"}}, "jobs": []}'), "log");
  assert.equal(await kind('{"jobs": [{"account": "phys", "job_id": 7}]}'), "log");
  assert.equal(await kind('{"nb_res": 4, "jobs": [{"id": "1", "subtime": 0}], "profiles": {}}'), "log");
  assert.equal(await kind('[{"status": "Pass", "attempts": []}]'), "log");
  assert.equal(await kind(' {"procs": 4, "now": 0}'), "instance");
  assert.equal(await kind('{"name": "x", "jobs": []'), "instance");
  const cluster = '{"backfill_cluster": 1, "name": "a \\"workload\\": {", "nodes": []}';
  assert.equal(await kind(cluster), "cluster");
  assert.equal(await kind(`{"workload": {"builtin": "campus"}, "policies": ["slurm"], "cluster": ${cluster}}`), "spec");
  assert.equal(await kind('{"policies": ["easy"], "format": 1}'), "rules");
  assert.equal(await kind(`{"workload": {"file": "${"x".repeat(100_000)}`), "spec");
  assert.deepEqual(page.topKeys('{"a": {"b": [1, {"c": 2}]}, "d\\"": "e", "f": 1} {"g": 1}'), ["a", 'd\\"', "f"]);
});

test("nodes are read as Slurm writes them, and a job is as high as its part of each", () => {
  assert.deepEqual(page.expand("n[1-3,07],g1"), ["n1", "n2", "n3", "n07", "g1"]);
  assert.deepEqual(page.expand("r[08-10]n[1-2]"), ["r08n1", "r08n2", "r09n1", "r09n2", "r10n1", "r10n2"]);
  const listed = ["n1", "n2", "g1"].map((name) => ({ name, cores: 8, gpus: 0 }));
  const at = new Map(listed.map((n, i) => [n.name, i]));
  assert.deepEqual(page.parseCores("n[1-2]*8,g1*2", at), [{ node: 0, cores: 8 }, { node: 1, cores: 8 }, { node: 2, cores: 2 }]);
  const run = (job, start, end, cores) => ({ job, start, end, partition: "p", names: "", nodes: page.parseCores(cores, at), gpus: 0, memoryMiB: 0, state: "" });
  const boxes = page.nodeRows([run(0, 0, 10, "n[1-2]*4"), run(1, 5, 20, "n1*4"), run(0, 30, 40, "g1*8")], { nodes: 3, cores: 24, listed, notes: [] });
  assert.deepEqual(boxes.bands, ["g1", "n2", "n1"]); // from below
  assert.deepEqual([...boxes.job], [0, 1, 0, 0]);
  assert.deepEqual([...boxes.mark], [page.PAUSED, 0, page.PAUSED, page.RESUMED]);
  const { low, high } = boxes.packing();
  [2, 2.5, 1, 0].forEach((base, i) => {
    const [from, to] = [Math.floor(base), base === 0 ? 1 : 0.5];
    assert.ok(low[i] >= from && high[i] <= from + 1 && Math.abs((high[i] - low[i]) / 0.92 - to) < 1e-9, `box ${i} is from ${low[i]} to ${high[i]}`);
  });
  assert.ok(high[0] <= low[1] + 1e-9, "two jobs on one node are above each other");
});

test("the recorded schedule has its cores on the nodes of the log", () => {
  const listed = ["n1", "n2"].map((name) => ({ name, cores: 8, gpus: 0 }));
  const s = { n: 3, start: [0, 1, 2], end: [5, 6, 7], width: [8, 4, 2] };
  const held = page.recorded(s, ["n[1-2]", null, "x9"], ["p", null, "p"], { nodes: 2, cores: 16, listed, notes: [] });
  assert.deepEqual(held.map((h) => h.nodes), [[{ node: 0, cores: 4 }, { node: 1, cores: 4 }], [], []]);
});

test("mean waits of groups are those of their jobs, the most work first", () => {
  const a = { n: 3, submit: [0, 0, 0], start: [0, 10, 20], end: [10, 20, 30], width: [1, 5, 1] };
  const b = { ...a, start: [5, 5, 5], end: [15, 15, 15] };
  const column = ["x", "y", null, "x", "y", null];
  assert.deepEqual(page.groups([a, b], column), [
    { name: "y", jobs: 1, work: 50 / 70, waits: [10, 5] },
    { name: "(none)", jobs: 1, work: 10 / 70, waits: [20, 5] },
    { name: "x", jobs: 1, work: 10 / 70, waits: [0, 5] },
  ]);
  assert.deepEqual(page.groups([a, b], undefined), [{ name: "all jobs", jobs: 3, work: 1, waits: [10, 5] }]);
});

test("what a solution came to is said in a sentence", () => {
  const s = { cost: 1000, bound: 990, gap: 0.01, nodes: 1, seconds: 10, optimal: false, stopped: "time" };
  assert.equal(page.verdict(s), "Stopped at the time limit after 10 s and 1 node: no schedule is more than 1.00 % better than this one.");
  assert.equal(page.verdict({ ...s, stopped: "cancelled" }).split(" after")[0], "Cancelled");
  assert.equal(page.verdict({ ...s, optimal: true, stopped: "done", seconds: 0.5, nodes: 1234 }), "Proven optimal after 0.5 s and 1,234 nodes.");
  assert.equal(page.percent(0), "0 %");
  assert.equal(page.percent(0.001), "< 0.01 %");
  assert.equal(page.percent(12.345), "12.35 %");
});

test("a temporary folder of a killed run is removed by the next, one in use is not", async () => {
  const other = (then) => spawn(process.execPath, ["--input-type=module", "-e", `import { temporary } from ${JSON.stringify(new URL("./temp.js", import.meta.url).href)}; console.log(await temporary()); ${then}`], { stdio: ["pipe", "pipe", "inherit"] });
  const child = other("process.stdin.resume();");
  const left = (await once(child.stdout, "data"))[0].toString().trim();
  await rm(await temporary(), { recursive: true });
  assert.ok(existsSync(left), "it is in use");
  child.kill("SIGKILL");
  await once(child, "exit");
  await rm(await temporary(), { recursive: true });
  assert.ok(!existsSync(left), "nobody uses it");
});

test("the longest spans of a wait are told in order of time", () => {
  const spans = [3, 9, 1, 9, 5, 2].map((length, i) => ({ from_s: 10 * i, to_s: 10 * i + length }));
  assert.deepEqual(page.longest(spans, 3), [spans[1], spans[3], spans[4]]);
  assert.deepEqual(page.longest(spans, 9), spans);
});

test("why a job waited is told with dates for the seconds that it rests on, and nothing else is", () => {
  const dated = (text, moments) => page.dated({ text, ...moments }, 1772438400);
  const begins = "2026-03-02 09:23";
  assert.equal(dated("x: 3 to 5,000 free; a reservation at 5,000 that leaves 5,000 over", { shadow_s: 5000 }), `x: 3 to 5,000 free; a reservation at ${begins} that leaves 5,000 over`);
  assert.equal(dated("x: before it stands job 7, planned for 5,000; it should start at 5,060", { cluster: { shadow_s: 5000, planned_s: 5060 } }), `x: before it stands job 7, planned for ${begins}; it should start at 2026-03-02 09:24`);
  assert.equal(dated("x: it should end soonest on a, from 5,000 on", { grid: { planned_s: 5000 } }), `x: it should end soonest on a, from ${begins} on`);
  assert.equal(dated("x: its own slot opens at 35,000", { planned_s: 5000 }), "x: its own slot opens at 35,000");
  assert.equal(dated("x: room for 5 of its 9 tasks, at 1 to 5", { shadow_s: -1, cluster: { shadow_s: -1, planned_s: 5 } }), "x: room for 5 of its 9 tasks, at 1 to 5");
});

test("a text of SQL is cut at its semicolons, but not in texts, names and comments; each part keeps its place", () => {
  const { statements } = page;
  const cases = {
    "select 1": ["select 1"],
    "select 1; select 2;": ["select 1", "          select 2"],
    "select ';' as \";\"; -- ; no\nselect $$;$$": ["select ';' as \";\"", "                   -- ; no\nselect $$;$$"],
    " ;; -- nothing": [],
    "select /* ; */ 'it''s;'": ["select /* ; */ 'it''s;'"],
    "a\n;b": ["a\n", " \n b"],
  };
  for (const [text, want] of Object.entries(cases)) {
    assert.deepEqual(statements(text), want, text);
    for (const s of statements(text)) assert.ok(text.startsWith(s.trimStart(), s.length - s.trimStart().length), s);
  }
});

test("a mistake in SQL is one line with its line and column, where the database knows them", () => {
  const { mistake } = page;
  assert.deepEqual(mistake('Parser Error: syntax error at or near "x"\nLINE 2:   x\n          ^'), { message: 'Parser Error: syntax error at or near "x"', line: 2, column: 3 });
  assert.deepEqual(mistake("Binder Error: no\nsuch thing\nLINE 12: ...from a...\n             ^"), { message: "Binder Error: no such thing", line: 12 });
  assert.deepEqual(mistake("Invalid Error: Error: this page reads nothing"), { message: "this page reads nothing" });
  const { message } = mistake("Catalog Error: f exists in the json extension.\n\nPlease try installing it by running:\nINSTALL json;\nLOAD json;");
  assert.equal(message, "Catalog Error: f exists in the json extension: extensions come from another host, which this page never asks");
});

test("a file's table has a name that SQL takes without quotes and that no other has", () => {
  const { tableName, quoted } = page;
  const taken = new Set(["jobs", "jobs_2"]);
  for (const [file, want] of [["jobs.parquet", "jobs_3"], ["My list (2).csv", "my_list_2"], ["2020.csv", "t_2020"], ["order.csv", "t_order"], [".csv", "t_"], ["Größe.tar.gz", "gr_e_tar"]]) {
    const name = tableName(file, (n) => taken.has(n));
    assert.equal(name, want);
    assert.equal(quoted(name), name);
  }
  assert.equal(quoted('a "b"'), '"a ""b"""');
  assert.equal(quoted("group"), '"group"');
});

test("an answer's chart suits its columns: lines for what rises, bars for names, points for two numbers, none for one row", () => {
  const { suits } = page;
  const column = (name, values) => ({ name, kind: typeof values[0] === "number" ? "number" : values[0] instanceof Date ? "time" : "text", values });
  const of = (...columns) => suits({ columns, rows: columns[0]?.values.length ?? 0 });
  assert.deepEqual(of(column("day", [1, 2, 3]), column("used", [0.5, 0.7, 0.2])), { mark: "line", x: "day", y: "used", by: undefined });
  assert.deepEqual(of(column("day", [1, 1, 2, 2]), column("policy", ["a", "b", "a", "b"]), column("used", [1, 2, 3, 4])), { mark: "line", x: "day", y: "used", by: "policy" });
  assert.deepEqual(of(column("policy", ["a", "b"]), column("wait", [9, 3])), { mark: "bars", x: "policy", y: "wait", by: undefined });
  assert.deepEqual(of(column("user", ["x", "y", "x", "y"]), column("wait", [9, 3, 4, 5])), { mark: "bars", x: "user", y: "wait", by: undefined });
  assert.deepEqual(of(column("run", [5, 2, 9]), column("wait", [1, 2, 3])), { mark: "points", x: "run", y: "wait", by: undefined });
  assert.deepEqual(of(column("at", [new Date(1), new Date(2)]), column("n", [1, 2])), { mark: "line", x: "at", y: "n", by: undefined });
  assert.equal(of(column("n", [1])), undefined);
  assert.equal(of(column("policy", ["a", "b"])), undefined);
  assert.equal(of(), undefined);
});

test("CSV quotes what needs it and leaves nulls empty", () => {
  const columns = [{ name: "a,b", values: ['x "y"', null, "line\nend"] }, { name: "n", values: [1.5, 0, -2] }, { name: "t", values: [new Date(0), new Date(1e12), null] }];
  assert.equal(page.csv({ columns, rows: 3 }), '"a,b",n,t\n"x ""y""",1.5,1970-01-01\n,0,2001-09-09 01:46:40\n"line\nend",-2,\n');
});

test("no module imports itself by others, and none a module of a later room", async () => {
  const graph = await modules(new URL("../src/", import.meta.url).pathname);
  assert.ok(graph.get("simulator/worker").includes("simulator/protocol"), "types count, too");
  assert.ok(graph.get("main").some((m) => m.startsWith("results/")));
  for (const [name, imports] of graph) for (const other of imports) assert.ok(graph.has(other), `${name} imports ${other}, which is not there`);
  assert.equal(circle(graph), undefined);
  assert.deepEqual(against(graph), []);
});

test("a circle of imports is found, and an import of a later room", () => {
  const graph = new Map([["main", ["charts/a"]], ["charts/a", ["dom", "tables/b"]], ["tables/b", ["tables/c"]], ["tables/c", ["charts/a"]], ["dom", []]]);
  assert.deepEqual(circle(graph), ["charts/a", "tables/b", "tables/c", "charts/a"]);
  assert.deepEqual(against(graph), ["tables/c imports charts/a"]);
  assert.deepEqual(against(new Map([["forms/a", ["results/b"]], ["story/c", ["results/b", "main"]], ["dom", ["tip"]], ["tip", ["simulator/x"]]])), ["forms/a imports results/b", "story/c imports main", "tip imports simulator/x"]);
});

test("a slider stands at the stop that is nearest as a ratio, and says its value in words", () => {
  const { nearest, spoken } = page;
  const stops = [10, 100, 1000];
  for (const [value, want] of [[10, 0], [1, 0], [30, 0], [40, 1], [100, 1], [317, 2], [9e9, 2], [0, 0]]) assert.equal(nearest(stops, value), want, value);
  assert.equal(nearest([0, 0.5, 1], 0), 0);
  const cases = [
    ["jobs", "", 1234, "1,234"], ["load", "%", 0.855, "85.5 %"], ["load", "%", 0, "as in the model"], ["run_factor", "x", 0.25, "× 0.25"],
    ["factor", "x", 0, "just enough"], ["factor", "x", 3, "up to 4 times the run time"], ["users", "", 0, "not told"],
  ];
  for (const [name, unit, value, want] of cases) assert.equal(spoken({ name, unit }, value), want);
});

test("an Arrow file is taken apart into a stream with the same rows; one that is cut off or damaged is an error", async () => {
  const { streamOf, tableFromArrays, tableFromIPC, tableToIPC } = page;
  const table = tableFromArrays({ n: Array.from({ length: 5000 }, (_, i) => i), name: Array.from({ length: 5000 }, (_, i) => (i % 7 === 0 ? null : `u${i % 30}`)) });
  const file = tableToIPC(table, { format: "file" });
  const partsOf = async (bytes) => {
    const parts = [];
    for await (const part of streamOf(new Blob([bytes]))) parts.push(part);
    return parts;
  };
  const parts = await partsOf(file);
  assert.ok(parts.length >= 4, "schema, a dictionary, a batch, the end");
  const length = parts.reduce((n, p) => n + p.length, 0);
  const whole = new Uint8Array(length);
  parts.reduce((at, p) => (whole.set(p, at), at + p.length), 0);
  assert.deepEqual(tableFromIPC(whole).toArray(), tableFromIPC(file).toArray());
  assert.deepEqual(tableFromIPC((await partsOf(whole))[0]).toArray(), tableFromIPC(file).toArray());
  for (const bad of [new Uint8Array(100), file.subarray(0, file.length - 9), new TextEncoder().encode("ARROW1\0\0 and nothing else that would be one ARROW1")]) await assert.rejects(partsOf(bad), /Arrow file/);
});

test("the style sheet has no mistake that a browser would pass over", async () => {
  const { warnings } = await build({ entryPoints: [new URL("../src/style.css", import.meta.url).pathname], write: false, logLevel: "silent" });
  assert.deepEqual(warnings.map((w) => `${w.text}, line ${w.location?.line}`), []);
});

test("a term is marked where it first stands, by its longest spelling, and in no longer word", () => {
  const marked = (text, seen) => page.pieces(text, seen).filter((p) => p.term).map((p) => [p.text, p.term.key]);
  assert.deepEqual(marked("Mean bounded slowdown"), [["bounded slowdown", "slowdown-bounded"]]);
  assert.deepEqual(marked("A job, then jobs; a jobless wait-free await waits."), [["job", "job"], ["waits", "wait"]]);
  assert.deepEqual(marked("FCFS and EASY", new Set(["fcfs"])), [["EASY", "easy"]]);
  for (const text of ["", "no words", "Backfilling, the queue's head"]) assert.equal(page.pieces(text).map((p) => p.text).join(""), text);
  const spelled = page.TERMS.flatMap((t) => t.words.map((w) => w.toLowerCase()));
  assert.equal(new Set(spelled).size, spelled.length, "two terms share a word");
  assert.equal(page.meaning("moon"), undefined);
});

test("boxes that fit are placed whole, within the machine and beside each other; where none is found there is none", () => {
  for (let round = 0; round < 200; round++) {
    const s = schedule(9, 8, round + 1);
    const boxes = Array.from({ length: s.n }, (_, i) => ({ from: s.start[i], to: s.end[i] + 1, width: s.width[i] })).filter((b) => b.to > b.from);
    const used = (t) => boxes.filter((b) => b.from <= t && t < b.to).reduce((sum, b) => sum + b.width, 0);
    const fits = boxes.every((b) => used(b.from) <= 8);
    const low = page.whole(boxes, 8);
    if (!fits) assert.equal(low, undefined);
    low?.forEach((at, i) => {
      assert.ok(at >= 0 && at + boxes[i].width <= 8);
      low.forEach((other, k) => assert.ok(k === i || boxes[k].to <= boxes[i].from || boxes[k].from >= boxes[i].to || other >= at + boxes[i].width || at >= other + boxes[k].width));
    });
  }
  assert.deepEqual(page.whole([{ from: 0, to: 9, width: 4 }, { from: 0, to: 5, width: 2 }, { from: 5, to: 9, width: 4 }], 8), [0, 4, 4]);
});

test("the story's sentences of a minute say who starts ahead of whom, and why that is allowed", () => {
  const base = { killed: false, width: 2 };
  const jobs = [{ ...base, id: 1, at: 0, start: 0, end: 60, estimate: 60 }, { ...base, id: 2, at: 5, start: 60, end: 90, estimate: 30 }, { ...base, id: 3, at: 10, start: 10, end: 30, estimate: 40 }, { ...base, id: 4, at: 12, start: 12, end: 99, estimate: 87 }];
  const s = { jobs, reserved: [{ job: 2, from: 5, to: 60, at: 60 }] };
  assert.match(page.told(s, 10), /^Job 3 starts ahead of job 2: it will be done by minute 50, before the reservation of job 2 begins at minute 60\./);
  assert.match(page.told(s, 12), /^Job 4 starts ahead of job 2: it needs only processors that job 2 leaves over\./);
  assert.equal(page.told(s, 5), "Job 2 arrives and has to wait. Job 1 running, job 2 waiting.");
  assert.match(page.told({ jobs: [{ ...jobs[0], killed: true }], reserved: [] }, 60), /^Job 1 is stopped: it has reached its estimate\. Nothing running, nobody waiting\.$/);
});

test("an address leads to a step, the notes, the glossary or the laboratory", () => {
  assert.deepEqual(page.placeOf("#learn"), { page: "learn", step: 1, notes: false, asked: "", tried: { value: undefined, minute: undefined } });
  assert.deepEqual(page.placeOf("#learn/7"), { page: "learn", step: 7, notes: false, asked: "7", tried: { value: undefined, minute: undefined } });
  assert.deepEqual(page.placeOf("#learn/3?try=50&minute=12.5").tried, { value: "50", minute: 12.5 });
  for (const tried of [{ value: "a b&c" }, { minute: "end" }, { value: "3", minute: 40 }]) {
    const read = page.placeOf(page.addressOf(4, tried));
    assert.equal(read.step, 4);
    for (const k of ["value", "minute"]) assert.equal(read.tried[k], tried[k]);
  }
  assert.equal(page.placeOf("#learn/3?minute=1e9").tried.minute, undefined);
  assert.deepEqual(page.placeOf("#learn/notes"), { page: "learn", step: 1, notes: true, asked: "notes", tried: { value: undefined, minute: undefined } });
  assert.deepEqual(page.placeOf("#glossary/easy"), { page: "glossary", term: "easy" });
  for (const hash of ["", "#machine", "#learning", "#learn/3/4", "#machine?z=learn", "#results"]) assert.equal(page.placeOf(hash), undefined);
  for (const odd of ["-3", "0", "1e9x"]) assert.equal(page.placeOf(`#learn/${odd}`).step, 1);
});

/** Jobs of a scene, by seed. */
function someJobs(n, procs, seed) {
  const random = stream(seed);
  const jobs = [];
  for (let i = 0, submit = 0; i < n; i++) {
    submit += Math.floor(random() * 30);
    const run = 1 + Math.floor(random() * 100);
    jobs.push({ id: i + 1, submit, procs: 1 + Math.floor(random() * procs), run, estimate: run + Math.floor(random() * 50) });
  }
  return jobs;
}

test("the hole of a schedule is what counting second by second finds", () => {
  let seen = 0;
  for (let seed = 1; seed <= 40; seed++) {
    const jobs = someJobs(12, 8, seed);
    const s = { procs: 8, policies: ["fcfs", "easy"], jobs };
    const used = (starts, t) => starts.reduce((sum, at, k) => sum + (at <= t && t < at + jobs[k].run ? jobs[k].procs : 0), 0);
    const starts = [];
    for (const [i, j] of jobs.entries()) {
      let t = Math.max(j.submit, starts[i - 1] ?? 0);
      while (used(starts, t) + j.procs > 8) t++; // all that runs then has started before
      starts.push(t);
    }
    const fcfs = page.outcome(s, "fcfs", starts);
    const other = page.outcome(s, "easy", jobs.map((j) => j.submit));
    const h = page.hole(s, fcfs, other);
    if (!h) continue;
    seen++;
    let least = 8;
    for (let t = h.from; t < h.to; t++) least = Math.min(least, 8 - used(starts, t));
    assert.deepEqual([h.idle, h.to, h.from], [least, starts[h.job], Math.max(jobs[h.job].submit, starts[h.job - 1])], `seed ${seed}`);
    assert.ok(h.idle < jobs[h.job].procs, "the head does not fit");
    assert.equal(h.filled, jobs.filter((j, k) => k > h.job && j.submit >= h.from && j.submit < h.to).length);
    const waits = jobs.map((j, i) => starts[i] - j.submit);
    assert.equal(page.meanWait(s, fcfs), waits.reduce((a, b) => a + b) / 12);
    assert.equal(page.meanWait(s, fcfs, -1), 0);
  }
  assert.ok(seen > 20, `${seen} holes`);
});

test("a scene comes back from its link, changes keep it legal, and what is no scene is none", () => {
  for (let seed = 1; seed <= 20; seed++) {
    const s = { procs: 8, policies: ["fcfs", "sjf-easy"], jobs: someJobs(1 + (seed % 9), 8, seed) };
    assert.deepEqual(page.read(new URLSearchParams(page.written(s))), s);
    const random = stream(seed);
    let now = s;
    for (let k = 0; k < 60; k++) {
      const { id } = now.jobs[Math.floor(random() * now.jobs.length)];
      const part = ["submit", "procs", "run"][Math.floor(random() * 3)];
      const before = JSON.stringify(now);
      const next = [() => page.withPart(now, id, part, (random() - 0.3) * 300), () => page.without(now, id), () => page.withJob(now, { submit: 5, procs: 2, run: 9 }).scenario, () => page.onMachine(now, (random() - 0.2) * 40)][Math.floor(random() * 4)]();
      assert.equal(JSON.stringify(now), before, "a change makes another scene");
      assert.deepEqual(page.read(new URLSearchParams(page.written(next))), next);
      assert.ok(next.jobs.every((j, i) => j.procs <= next.procs && j.run >= 1 && j.estimate >= 1 && (i === 0 || next.jobs[i - 1].submit <= j.submit)));
      now = next;
    }
  }
  for (const wrong of ["", "procs=4", "procs=0&jobs=1.0.1.1", "procs=4&jobs=1.0.5.1", "procs=4&jobs=1.0.1.0", "procs=4&jobs=1.-1.1.1", "procs=4&jobs=1.0.1.1_1.0.1.1", "procs=4&policies=fcfs&jobs=1.0.1.1", "procs=4&policies=fcfs,<b>&jobs=1.0.1.1", "procs=4&jobs=1.0.1"]) {
    assert.equal(page.read(new URLSearchParams(wrong)), undefined, wrong);
  }
});
