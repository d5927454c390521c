// Laws of the comparison of two policies, without a browser, against oracles that look at every job or pair of jobs.
import { before, test } from "node:test";
import assert from "node:assert/strict";
import { modulesOf, stream } from "./bundle.js";

let page;

before(async () => {
  page = await modulesOf(`
    export * from "./compare/pairs"; export * from "./compare/groups"; export * from "./compare/distribution"; export * from "./compare/fairness"; export * from "./compare/sentence"; export * from "./compare/axes"; export { within } from "./compare/jobchart";
    export { schedule } from "./tables/schedule"; export { overtakers } from "./tables/columns";`);
});

/** A schedule of n jobs, some of which share a second; every omit-th never started. */
function schedule(n, seed, omit = 0) {
  const random = stream(seed);
  const whole = (k) => Math.floor(random() * k);
  const jobs = [];
  for (let i = 0, submit = 0; i < n; i++) {
    submit += whole(3);
    const start = submit + whole(12) * whole(12);
    jobs.push({ id: 10 + i, submit, start, end: start + whole(200), width: 1 + whole(64), user: [null, "ann", "bob", "cy"][whole(4)] });
  }
  const kept = jobs.filter((_, i) => omit === 0 || i % omit !== 0);
  const column = (f) => Float64Array.from(kept, f);
  return page.schedule({ n: kept.length, id: column((j) => j.id), submit: column((j) => j.submit), start: column((j) => j.start), end: column((j) => j.end), width: column((j) => j.width), user: kept.map((j) => j.user) });
}

const near = (a, b) => assert.ok(Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b)), `${a} is not ${b}`);

test("each job that started in both schedules is paired with itself, and the others are counted", () => {
  for (const [omitA, omitB] of [[0, 0], [0, 3], [4, 0], [3, 5]]) {
    const [a, b] = [schedule(200, 1, omitA), schedule(200, 2, omitB)];
    const pairs = page.pairsOf(a, b);
    const common = [...a.id].filter((id) => [...b.id].includes(id));
    assert.deepEqual(Array.from(pairs.a, (i) => a.id[i]), common);
    assert.deepEqual(Array.from(pairs.b, (i) => b.id[i]), common);
    assert.deepEqual([pairs.onlyA, pairs.onlyB], [a.n - common.length, b.n - common.length]);
    const [from, to] = [page.waitsOf(a, pairs.a), page.waitsOf(b, pairs.b)];
    const change = page.changeOf(from, to);
    const waits = common.map((id) => [a, b].map((s) => s.start[[...s.id].indexOf(id)] - s.submit[[...s.id].indexOf(id)]));
    assert.equal(change.earlier, waits.filter(([x, y]) => y < x).length);
    assert.equal(change.later, waits.filter(([x, y]) => y > x).length);
    near(change.to - change.from, waits.reduce((sum, [x, y]) => sum + y - x, 0) / waits.length);
  }
});

test("a comparison of a policy with itself finds no change, and the other way round it finds the opposite", () => {
  const [a, b] = [schedule(300, 3), schedule(300, 4)];
  const of = (s, t) => {
    const pairs = page.pairsOf(s, t);
    return page.changeOf(page.waitsOf(s, pairs.a), page.waitsOf(t, pairs.b));
  };
  const same = of(a, a);
  assert.deepEqual([same.earlier, same.later, same.from], [0, 0, same.to]);
  const [there, back] = [of(a, b), of(b, a)];
  assert.deepEqual([there.earlier, there.later, there.from, there.to], [back.later, back.earlier, back.to, back.from]);
  assert.ok(there.earlier > 0 && there.later > 0);
});

test("every job is in the one class of widths, of run times and of names that says so", () => {
  const s = schedule(2000, 5);
  const bounds = (name) => name.split("–").map((v) => Number(v.replaceAll(",", "")));
  const widths = page.byWidth(s.width);
  widths.of.forEach((k, i) => {
    const [low, high = low] = bounds(widths.names[k]);
    assert.ok(low <= s.width[i] && s.width[i] <= high, `${s.width[i]} in ${widths.names[k]}`);
  });
  assert.deepEqual(page.byWidth(Float64Array.of(1, 2, 3, 4, 5, 1024, 1025)).names, ["1", "2", "3–4", "5–8", "513–1,024", "1,025–2,048"]);
  assert.deepEqual(page.byRun(Float64Array.of(0, 59, 60, 599, 3600, 86399, 86400)).names, ["under 1 min", "1–10 min", "1–6 h", "6–24 h", "1 day and more"]);
  const many = Array.from({ length: 500 }, (_, i) => `u${Math.floor(Math.sqrt(i))}`);
  const users = page.byName(many);
  assert.equal(users.names.length, 13);
  assert.equal(users.names[12], "11 others");
  many.forEach((name, i) => users.of[i] < 12 && assert.equal(users.names[users.of[i]], name));
  assert.deepEqual(page.byName(["b", null, "b"]).names, ["b", "(none)"]);
});

test("a group's mean change is that of its jobs, and its interval is what the simulator says of the same jobs in the same groups", async () => {
  const random = stream(6);
  const change = Float64Array.from({ length: 400 }, () => Math.round(1e5 * (random() - 0.4)));
  const submit = Float64Array.from(change, (_, i) => 100 * i);
  const classes = { of: Int32Array.from(change, (_, i) => (i < 29 ? 0 : i < 59 ? 1 : 2)), names: ["few", "thirty", "many"] };
  const answer = { within: { unit: "week", n: 9 }, groups: [{ half: null }, { half: 7 }, { half: 0 }] };
  const asked = [];
  const client = { ask: async (...given) => (asked.push(given), { answer }) };
  const trust = await page.trustOf(client, submit.subarray(1), change.subarray(1), { ...classes, of: classes.of.subarray(1) }, 1e9);
  const [[op, params, blobs]] = asked;
  assert.deepEqual([op, params], ["changes", { groups: 3, unix_start: 1e9 }]);
  const at = (b, i, width) => new DataView(b.buffer, b.byteOffset + i * width);
  assert.deepEqual(blobs.map((b) => b.length), [399 * 8, 399 * 8, 399 * 4]);
  for (const i of [0, 200, 398]) {
    assert.deepEqual([at(blobs[0], i, 8).getFloat64(0, true), at(blobs[1], i, 8).getFloat64(0, true), at(blobs[2], i, 4).getInt32(0, true)], [submit[i + 1], change[i + 1], classes.of[i + 1]]);
  }
  const groups = page.groupsOf(change, classes, trust);
  groups.forEach((g, k) => {
    const own = [...change].filter((_, i) => classes.of[i] === k);
    assert.deepEqual([g.n, g.earlier, g.later], [own.length, own.filter((d) => d < 0).length, own.filter((d) => d > 0).length]);
    near(g.mean, own.reduce((a, b) => a + b) / own.length);
    assert.equal(g.half, [undefined, 7, 0][k]);
  });
  near(groups.reduce((sum, g) => sum + g.n * g.mean, 0), [...change].reduce((a, b) => a + b));
  const dead = { ask: async () => { throw new Error("ended"); } };
  assert.equal(await page.trustOf(dead, submit, change, classes, 0), undefined);
  assert.deepEqual(page.groupsOf(change, classes).map((g) => g.half), [undefined, undefined, undefined]);
});

test("shares, ranks and bounded slowdowns are what counting finds", () => {
  const s = schedule(500, 7);
  const waits = page.allWaits(s).sort();
  for (const x of [-1, 0, 1, 17.5, 60, 1e9]) near(page.shareAtMost(waits, x), [...waits].filter((w) => w <= x).length / s.n);
  for (const p of [25, 50, 75, 95, 100]) {
    const rank = [...waits].find((v) => [...waits].filter((w) => w <= v).length * 100 >= p * s.n);
    assert.equal(page.quantile(waits, p), rank);
  }
  assert.ok(Number.isNaN(page.quantile(new Float64Array(0), 50)));
  const bounded = page.boundedSlowdowns(s);
  for (let i = 0; i < s.n; i++) near(bounded[i], Math.max(s.end[i] - s.submit[i], 10) / Math.max(s.end[i] - s.start[i], 10));
  assert.deepEqual([...page.boundedSlowdowns({ n: 2, submit: [0, 0], start: [5, 90], end: [5, 100] }, Float64Array.of(20, 20))], [0.5, 5]);
  const classes = page.byWidth(s.width);
  page.spreads(page.allWaits(s), classes.of, classes.names.length).forEach((v, k) => {
    const own = Float64Array.from(page.allWaits(s).filter((_, i) => classes.of[i] === k)).sort();
    assert.deepEqual(v, { n: own.length, q1: page.quantile(own, 25), median: page.quantile(own, 50), q3: page.quantile(own, 75) });
  });
});

test("a job is overtaken by each that came later and starts earlier, and somebody overtook if and only if somebody was overtaken", () => {
  for (let seed = 1; seed <= 20; seed++) {
    const s = schedule(150, seed);
    const times = page.timesOvertaken(s.submit, s.start);
    for (let i = 0; i < s.n; i++) {
      let n = 0;
      for (let k = 0; k < s.n; k++) if (s.submit[k] > s.submit[i] && s.start[k] < s.start[i]) n++;
      assert.equal(times[i], n);
    }
    assert.equal(times.some((n) => n > 0), page.overtakers(s.submit, s.start).some((o) => o > 0));
  }
  assert.deepEqual([...page.timesOvertaken(new Float64Array(0), new Float64Array(0))], []);
});

test("the sentence says how many gain, what the mean does, who is against the trend, and who is left out", () => {
  const group = (name, n, mean, half) => ({ name, n, mean, half, earlier: 0, later: 0 });
  const say = (change, groups, onlyFrom = 0, onlyTo = 0, perhaps = undefined) => page.sentenceOf({ from: "FCFS", to: "EASY", change, perhaps, groups, unit: "processor", onlyFrom, onlyTo });
  const change = { n: 1000, earlier: 812, later: 31, from: 32400, to: 7800 };
  const start = "Under EASY, 812 of 1,000 jobs start earlier than under FCFS, 31 later; the mean wait falls from 9 h 00 min to 2 h 10 min.";
  assert.equal(say(change, [group("1", 900, -30000, 10), group("17–32", 100, 2400, 100)]), `${start} But jobs of 17–32 processors wait 40 min longer on average.`);
  assert.equal(say(change, [group("1", 900, -30000, 10), group("17–32", 100, 2400, 2500)]), start, "an interval that has zero shows nothing");
  assert.equal(say(change, [group("1", 900, -30000, 10), group("2", 100, -7200, 100)]), `${start} Jobs of 1 processor gain most: they wait 8 h 20 min less on average; jobs of 2 processors 2 h 00 min less.`);
  assert.equal(say(change, [group("1", 900, -30000, 5000), group("2", 100, -22000, 5000)]), start, "intervals that overlap tell no difference");
  assert.equal(say(change, [group("1", 1000, -24600, 10)], 2, 1), `${start} Left out: 2 jobs never started under EASY; 1 job never started under FCFS.`);
  const within = { unit: "week", n: 12 };
  const weeks = { within, few: false };
  const chance = "On another log the means could be the other way round: the 12 weeks of this one vary by more than that.";
  assert.equal(say(change, [], 0, 0, weeks), `${start} ${chance}`);
  assert.equal(say(change, [], 0, 0, { within, few: true }), `${start} The 12 weeks of this log are too few to say whether the means would differ so on another one.`);
  assert.equal(say(change, [], 2, 0, weeks), `${start} Left out: 2 jobs never started under EASY.`, "the run's means are of other jobs then");
  const of = { runs: [{ policy: "fcfs" }, { policy: "easy" }, { policy: "cons" }], alike: [["", "", ""], ["", "", "alike"], ["", "alike", ""]], within };
  assert.deepEqual([["easy", "cons"], ["cons", "easy"], ["fcfs", "easy"]].map((p) => page.perhapsOf(of, ...p)), [weeks, weeks, undefined]);
  assert.equal(page.perhapsOf({ ...of, alike: null }, "easy", "cons"), undefined);
  for (const perhaps of [undefined, weeks]) assert.equal(say({ n: 5, earlier: 0, later: 0, from: 60, to: 60 }, [], 0, 0, perhaps), "Under EASY, 0 of 5 jobs start earlier than under FCFS, 0 later; the mean wait is 60 s under both.");
  assert.match(say({ n: 0, earlier: 0, later: 0, from: NaN, to: NaN }, [], 3), /^No job started under both FCFS and EASY\. Left out: 3 jobs/);
});

test("an axis of durations has its zero, ticks in order within it and as far apart as asked", () => {
  for (const [low, high] of [[0, 0], [0, 30], [-86400, 3600], [0, 1e7], [-5, 5], [-1e6, 0]]) {
    const a = page.softAxis(low, high, "", 300, 16);
    assert.ok(a.domain[0] <= low && a.domain[1] >= high && a.domain[1] > a.domain[0]);
    const scale = 300 / (page.soft(a.domain[1]) - page.soft(a.domain[0]));
    assert.ok(a.ticks.includes(0));
    a.ticks.forEach((t, k) => k > 0 && assert.ok((page.soft(t) - page.soft(a.ticks[k - 1])) * scale >= 16 - 1e-9));
    const even = page.evenAxis(low, high, "", 6);
    assert.ok(even.ticks.length >= 1 && even.ticks.length <= 8 && even.ticks.every((t) => t >= even.domain[0] && t <= even.domain[1]));
  }
  assert.deepEqual([0, 45, 600, -5400, 86400 * 10].map(page.tickText), ["0", "45 s", "10 min", "−1.5 h", "10 d"]);
});

test("a region chooses the jobs in it, bounds included", () => {
  const points = { x: Float64Array.of(0, 1, 2, 3), y: Float64Array.of(0, -1, 5, 2), change: new Float64Array(4) };
  assert.deepEqual([...page.within(points, { x: [1, 3], y: [-1, 2] })], [1, 3]);
});
