// Steps seven to ten: plans, several sites, shared nodes, and the best there is.
import { further as texts } from "texts/lessons/further";
import { story } from "texts/story";
import { words } from "texts/words";
import { artww, delayed, lastEnd, meanWait, response, wait, worstStretch } from "../figures";
import type { Lesson } from "../lesson";
import { job, type Job, type Scene } from "../scene";

const PROCS = 8;

const busy: Job[] = [
  { at: 0, width: 2, run: 40 }, { at: 0, width: 2, run: 10 }, { at: 5, width: 1, run: 40 }, { at: 5, width: 3, run: 20 }, { at: 10, width: 4, run: 30 },
  { at: 25, width: 2, run: 20 }, { at: 35, width: 5, run: 30 }, { at: 40, width: 6, run: 60 }, { at: 45, width: 5, run: 30 }, { at: 55, width: 6, run: 20 },
];
const STATIC = ["plan-fcfs", "plan-sjf", "plan-ljf"];

export const planning: Lesson = {
  key: "planning",
  title: texts.planning.title,
  text: texts.planning.text,
  control: { label: texts.planning.control, kind: "slider", first: 2, choices: [0.6, 0.8, 1, 1.2, 1.4].map((n) => ({ value: n, label: `× ${n}` })) },
  roles: [],
  moment: undefined,
  async scenes(lab, shrink) {
    const of = (policy: string, name: string, title?: string, aside?: string) => lab.machine({ name: `planning-${name}`, jobs: busy, procs: PROCS, policy, shrink: Number(shrink), title, aside });
    const fixed = await Promise.all(STATIC.map((policy, i) => of(policy, String(i), texts.planning.titles[i], texts.planning.bestOfThree)));
    const best = fixed.reduce((a, b) => (artww(b) < artww(a) ? b : a));
    return [best, await of("dynp-advanced", "dynp", texts.planning.bestAtPresent, texts.planning.dynp), ...fixed];
  },
  seen(scenes) {
    const [best, dynp, ...fixed] = scenes;
    return texts.planning.seen({ fixed: fixed.map(artww), best: artww(best), dynp: artww(dynp), orders: dynp.orders.map((o) => story.orders[o.name]) });
  },
  question: texts.planning.question,
  answer: ([best, dynp]) => texts.planning.answer(artww(dynp), artww(best)),
  notes: { aim: texts.planning.aim, minutes: 15, ask: texts.planning.ask, misconception: texts.planning.misconception },
};

const SITE = 8;
const OVERHEAD = 0.25;
const lent: Job[] = [{ at: 0, width: 4, run: 60, user: 1 }, { at: 5, width: 4, run: 40, user: 1 }, { at: 10, width: 8, run: 60, user: 1 }, { at: 15, width: 3, run: 30, user: 2 }, { at: 20, width: 2, run: 40, user: 1 }];

export const grid: Lesson = {
  key: "grid",
  title: texts.grid.title,
  text: texts.grid.text(SITE, 100 * OVERHEAD),
  control: { label: texts.grid.control, kind: "choice", first: 1, choices: [
    { value: "grid-sharing", label: texts.grid.lend }, { value: "grid-multisite", label: texts.grid.both }, { value: "grid-moldable", label: texts.grid.fewer }] },
  roles: [{ job: 3, role: "chosen", name: texts.grid.chosen }],
  moment: undefined,
  scenes: (lab, policy) => Promise.all(["grid-independent", String(policy)].map((p, i) => lab.sites({ name: `grid-${i}`, jobs: lent, procs: 2 * SITE, policy: p }, [{ name: "A", procs: SITE }, { name: "B", procs: SITE }], OVERHEAD))),
  seen([alone, helped]) {
    const [a, b] = [job(alone, 3), job(helped, 3)];
    const [starts, runs, ends]: [number, number][] = [[a.start, b.start], [b.run, b.end - b.start], [a.end, b.end]];
    const where = b.site.includes("+") ? texts.grid.onBoth(starts, runs, ends) : b.got < b.width ? texts.grid.onFewer(starts, b.got, b.width, runs, ends) : texts.grid.onOne(starts, b.site, b.end - b.start, ends);
    const molded = helped.jobs.filter((j) => j.id !== 3 && j.got < j.width).map((j) => j.id);
    return [where, ...(molded.length > 0 ? [texts.grid.shrink(molded)] : []), texts.grid.inAll([meanWait(alone), meanWait(helped)], [lastEnd(alone), lastEnd(helped)])].join(" ");
  },
  question: texts.grid.question,
  answer: ([, both]) => {
    const { start, end, run } = job(both, 3);
    return texts.grid.answer(end - start, end - start - run, start);
  },
  notes: { aim: texts.grid.aim, minutes: 20, ask: texts.grid.ask, misconception: texts.grid.misconception },
};

const NODES = 4;
const shared: Job[] = [{ at: 0, width: 4, run: 100, memory: 50 }, { at: 10, width: 2, run: 10, memory: 40 }, { at: 20, width: 1, run: 20, memory: 40 }, { at: 30, width: 4, run: 15, memory: 60 }];
const SHARING = "dfrs:GreedyPM*/per/OPT=MIN/MINVT=600";

const total = (s: Scene, of: "pauses" | "migrations") => s.jobs.reduce((sum, j) => sum + j[of], 0);

export const nodes: Lesson = {
  key: "nodes",
  title: texts.nodes.title,
  text: texts.nodes.text(shared[0].memory!, shared[3].memory!),
  control: { label: texts.nodes.control, kind: "slider", first: 1, choices: [0, 5, 10, 20, 30, 60].map((n) => ({ value: n, label: words.minutes(n) })) },
  roles: [{ job: 1, role: "lead", name: texts.nodes.long }, { job: 2, role: "chosen", name: texts.nodes.short }],
  moment: undefined,
  scenes: (lab, penalty) => Promise.all(["easy", SHARING].map((policy, i) => lab.nodes({ name: `nodes-${i}`, jobs: shared, procs: NODES, policy, title: i === 0 ? texts.nodes.nodeEach : texts.nodes.shared, aside: i === 0 ? texts.nodes.easy : texts.nodes.greedy }, Number(penalty)))),
  seen([whole, together], penalty) {
    const [a, b] = [worstStretch(whole), worstStretch(together)];
    const ends = (id: number): [number, number] => [job(whole, id).end, job(together, id).end];
    return texts.nodes.seen({ two: ends(2), one: ends(1), pauses: total(together, "pauses"), moves: total(together, "migrations"), penalty: Number(penalty), stretch: [a.stretch, b.stretch], of: [a.job.id, b.job.id] });
  },
  question: texts.nodes.question,
  answer: ([whole, together]) => texts.nodes.answer(response(job(together, 1)) - response(job(whole, 1)), shared[0].run, shared[1].run, wait(job(whole, 2))),
  notes: { aim: texts.nodes.aim, minutes: 20, ask: texts.nodes.ask, misconception: texts.nodes.misconception },
};

const PROBLEM = (run: number): Job[] => [{ at: 0, width: 5, run: 20 }, { at: 0, width: 1, run: 10 }, { at: 0, width: 5, run: 30 }, { at: 0, width: 6, run }, { at: 0, width: 3, run: 60 }, { at: 0, width: 4, run: 30 }];
const BUSY = { width: 4, until: 30 };

export const optimum: Lesson = {
  key: "optimum",
  title: texts.optimum.title,
  text: texts.optimum.text(PROBLEM(10).length, BUSY.width, PROCS, BUSY.until),
  control: { label: texts.optimum.control, kind: "slider", first: 0, choices: [10, 20, 30, 40, 50, 60].map((n) => ({ value: n, label: words.minutes(n) })) },
  roles: [{ job: 4, role: "chosen", name: texts.optimum.chosen }],
  moment: undefined,
  scenes: (lab, run) => lab.plans(PROBLEM(Number(run)), PROCS, BUSY),
  seen([rule, best]) {
    const [a, b] = [artww(rule), artww(best)];
    const gain = a > b ? texts.optimum.worse(a, rule.aside, b, (100 * (a - b)) / a) : texts.optimum.asGood(a, rule.aside);
    const pay = delayed(rule, best);
    return pay.length > 0 ? `${gain} ${texts.optimum.later(pay)}` : gain;
  },
  question: texts.optimum.question,
  answer: () => {
    const n = PROBLEM(10).length;
    const orders = (k: number) => Array.from({ length: k }, (_, i) => i + 1).reduce((a, b) => a * b, 1);
    return texts.optimum.answer(n, orders(n), orders(2 * n));
  },
  notes: { aim: texts.optimum.aim, minutes: 15, ask: texts.optimum.ask, misconception: texts.optimum.misconception },
};
