// Steps seven to ten: plans, several sites, shared nodes, and the best there is.
import { count } from "../../format";
import { artww, capital, changes, delayed, instead, joined, lastEnd, listed, meanWait, minutes, plain, response, times, wait, worstStretch } from "../figures";
import type { Lesson } from "../lesson";
import { job, type Job, type Scene } from "../scene";

const PROCS = 8;

const busy: Job[] = [
  { at: 0, width: 2, run: 40 }, { at: 0, width: 2, run: 10 }, { at: 5, width: 1, run: 40 }, { at: 5, width: 3, run: 20 }, { at: 10, width: 4, run: 30 },
  { at: 25, width: 2, run: 20 }, { at: 35, width: 5, run: 30 }, { at: 40, width: 6, run: 60 }, { at: 45, width: 5, run: 30 }, { at: 55, width: 6, run: 20 },
];
const STATIC = [["plan-fcfs", "first come, first served"], ["plan-sjf", "shortest job first"], ["plan-ljf", "longest job first"]] as const;
const ORDERS: Record<string, string> = { fcfs: "first come", sjf: "shortest first", ljf: "longest first" };

export const planning: Lesson = {
  key: "planning",
  title: "Planning ahead, and tuning itself",
  text: [
    "Instead of asking only who starts now, a scheduler can plan a start for every job that waits. It makes the plan anew whenever a job arrives or ends. But in which order should it plan: first come, first served, shortest job first, longest job first? None is always best.",
    "A self-tuning scheduler, dynP, makes all three plans each time, compares what they promise, and follows the best. The yardstick here is the average response time weighted by width (ARTwW). The strip shows which order was in force. Change the shrinking factor: the same jobs, submitted faster or slower.",
  ],
  control: { label: "Shrinking factor: times between submissions", kind: "slider", first: 2, choices: [0.6, 0.8, 1, 1.2, 1.4].map((n) => ({ value: n, label: `× ${n}` })) },
  roles: [],
  moment: undefined,
  async scenes(lab, shrink) {
    const of = (policy: string, name: string, title?: string, aside?: string) => lab.machine({ name: `planning-${name}`, jobs: busy, procs: PROCS, policy, shrink: Number(shrink), title, aside });
    const fixed = await Promise.all(STATIC.map(([policy, name], i) => of(policy, String(i), capital(name), "the best of the three orders, all the time")));
    const best = fixed.reduce((a, b) => (artww(b) < artww(a) ? b : a));
    return [best, await of("dynp-advanced", "dynp", "The order that is best at present", "self-tuning dynP"), ...fixed];
  },
  seen(scenes) {
    const [best, dynp, ...fixed] = scenes;
    const changes = dynp.orders.length - 1;
    const all = joined(fixed.map((s, i) => `${i === 0 ? minutes(artww(s)) : plain(artww(s))} with ${s.title.toLowerCase()}`));
    const compared = artww(dynp) < artww(best) ? `${minutes(artww(best) - artww(dynp))} less than the best of them` : artww(dynp) === artww(best) ? "as good as the best of them" : `${minutes(artww(dynp) - artww(best))} more than the best of them`;
    return `The average response time weighted by width is ${all}. dynP has ${minutes(artww(dynp))}: ${compared}. The starts of its jobs follow ${changes === 0 ? `one order, ${ORDERS[dynp.orders[0].name]}` : `${changes + 1} orders in turn: ${joined(dynp.orders.map((o) => ORDERS[o.name]))}`}.`;
  },
  question: "dynP always follows the plan that looks best. Is its schedule therefore always the best?",
  answer: ([best, dynp]) => `No. Each plan knows only the jobs that have arrived; the next one may make another order the better choice. Choosing the best plan at every step is often good (here ${plain(artww(dynp))} against ${minutes(artww(best))}), but it is no guarantee.`,
  notes: { aim: "Tell a queue from a plan, and a fixed rule from one that chooses among rules.", minutes: 15, ask: "At which load does the choice matter most? Why does it matter little when the machine is nearly empty?", misconception: "That the best decision at every step gives the best schedule in the end. Greedy choices are blind to what comes later." },
};

const SITE = 8;
const OVERHEAD = 0.25;
const lent: Job[] = [{ at: 0, width: 4, run: 60, user: 1 }, { at: 5, width: 4, run: 40, user: 1 }, { at: 10, width: 8, run: 60, user: 1 }, { at: 15, width: 3, run: 30, user: 2 }, { at: 20, width: 2, run: 40, user: 1 }];

export const grid: Lesson = {
  key: "grid",
  title: "Two sites, wide jobs, and jobs that shrink",
  text: [
    `Now there are two sites, A and B, with ${SITE} processors each: a grid. Each job belongs to a home site; only job 4 is at home on B. In the first picture every site keeps to itself. In the second, choose how they help each other.`,
    `They can lend processors: a job runs wherever it fits. They can run a wide job on both sites at once (multi-site execution), where it takes ${100 * OVERHEAD} % longer, because its parts talk over a slow network. Or they can start a moldable job on fewer processors than it asked for, and it takes longer in proportion.`,
  ],
  control: { label: "How the sites help each other", kind: "choice", first: 1, choices: [
    { value: "grid-sharing", label: "Lend processors" }, { value: "grid-multisite", label: "Run on both sites at once" }, { value: "grid-moldable", label: "Start on fewer processors" }] },
  roles: [{ job: 3, role: "chosen", name: "job 3, as wide as a site" }],
  moment: undefined,
  scenes: (lab, policy) => Promise.all(["grid-independent", String(policy)].map((p, i) => lab.sites({ name: `grid-${i}`, jobs: lent, procs: 2 * SITE, policy: p }, [{ name: "A", procs: SITE }, { name: "B", procs: SITE }], OVERHEAD))),
  seen([alone, helped]) {
    const [a, b] = [job(alone, 3), job(helped, 3)];
    const where = b.site.includes("+") ? `on both sites at once. It takes ${instead(b.run, b.end - b.start)}` : b.got < b.width ? `on ${b.got} of the ${b.width} processors that it asked for. It takes ${instead(b.run, b.end - b.start)}` : `on site ${b.site}. It takes ${minutes(b.end - b.start)}`;
    const molded = helped.jobs.filter((j) => j.id !== 3 && j.got < j.width).map((j) => j.id);
    return `Job 3 starts at minute ${plain(b.start)} instead of ${plain(a.start)}, ${where} and ends at minute ${plain(b.end)} instead of ${plain(a.end)}. ${molded.length > 0 ? `${capital(listed(molded))} ${molded.length === 1 ? "shrinks" : "shrink"}, too. ` : ""}The mean wait ${changes(meanWait(alone), meanWait(helped))}, and the last job ends at minute ${plain(lastEnd(helped))} instead of ${plain(lastEnd(alone))}.`;
  },
  question: "When is it worth running a job on both sites at once, although it takes longer there?",
  answer: ([, both]) => `When it would wait longer for one site than the overhead costs. Job 3 takes ${minutes(job(both, 3).end - job(both, 3).start)} on both sites, ${minutes(job(both, 3).end - job(both, 3).start - job(both, 3).run)} more than on one, but it starts at minute ${plain(job(both, 3).start)}. If one site is about to be free anyway, waiting is better: the processors do less work for the same job.`,
  notes: { aim: "Compare three ways to use several machines, by what each costs whom.", minutes: 20, ask: "Job 4 is the only one that is at home on B. Does its owner gain by joining the grid? Which way would you choose if the network were twice as slow?", misconception: "That starting earlier means ending earlier. A job that shrinks starts at once and may end last." },
};

const NODES = 4;
const shared: Job[] = [{ at: 0, width: 4, run: 100, memory: 50 }, { at: 10, width: 2, run: 10, memory: 40 }, { at: 20, width: 1, run: 20, memory: 40 }, { at: 30, width: 4, run: 15, memory: 60 }];
const SHARING = "dfrs:GreedyPM*/per/OPT=MIN/MINVT=600";

const total = (s: Scene, of: "pauses" | "migrations") => s.jobs.reduce((sum, j) => sum + j[of], 0);

export const nodes: Lesson = {
  key: "nodes",
  title: "Sharing nodes instead of waiting",
  text: [
    `So far a processor belonged to one job at a time. On shared nodes, several jobs divide a node's time: two jobs on one node run at half speed each. The speed that a job gets is its yield. A short job need not wait for a long one any more.`,
    `But memory cannot be divided: if it is full, somebody has to be paused, or moved to another node (a migration). That costs a penalty, in which the job holds its nodes and makes no progress (hatched). Job 1 needs ${shared[0].memory} % of each node's memory, job 4 needs ${shared[3].memory} %.`,
  ],
  control: { label: "Penalty for each pause or move", kind: "slider", first: 1, choices: [0, 5, 10, 20, 30, 60].map((n) => ({ value: n, label: minutes(n) })) },
  roles: [{ job: 1, role: "lead", name: "job 1, the long one" }, { job: 2, role: "chosen", name: "job 2, a short one" }],
  moment: undefined,
  scenes: (lab, penalty) => Promise.all(["easy", SHARING].map((policy, i) => lab.nodes({ name: `nodes-${i}`, jobs: shared, procs: NODES, policy, title: i === 0 ? "A node for each task" : "Shared nodes", aside: i === 0 ? "backfilling with one reservation (EASY)" : "emptiest nodes first, with pauses and moves (GreedyPM*/per)" }, Number(penalty)))),
  seen([whole, together], penalty) {
    const [a, b] = [worstStretch(whole), worstStretch(together)];
    const [one, pauses, moves] = [job(together, 1), total(together, "pauses"), total(together, "migrations")];
    return `On shared nodes job 2 ends at minute ${plain(job(together, 2).end)} instead of ${plain(job(whole, 2).end)}. Job 1 pays: it ends at minute ${plain(one.end)} instead of ${plain(job(whole, 1).end)}. Jobs are paused ${times(pauses)} and moved ${times(moves)}, at ${minutes(Number(penalty))} each. The largest stretch, how many times longer a job takes than alone, is ${plain(b.stretch)} (job ${b.job.id}) instead of ${plain(a.stretch)} (job ${a.job.id}).`;
  },
  question: "Sharing does not make the nodes faster. Where does the gain come from?",
  answer: ([whole, together]) => `From whom it slows down. Job 1 takes ${minutes(response(job(together, 1)) - response(job(whole, 1)))} longer, which is little for a job of ${minutes(shared[0].run)}. Job 2, of ${minutes(shared[1].run)}, no longer waits ${minutes(wait(job(whole, 2)))}. The work is the same (and the penalties come on top), but nobody waits out of proportion to what they asked for.`,
  notes: { aim: "Understand yield and stretch, and why moving jobs is not free.", minutes: 20, ask: "From which penalty on is sharing worse than backfilling, by the largest stretch? Why does the scheduler need no estimates here?", misconception: "That sharing creates computing power. It only divides it differently over time." },
};

const PROBLEM = (run: number): Job[] => [{ at: 0, width: 5, run: 20 }, { at: 0, width: 1, run: 10 }, { at: 0, width: 5, run: 30 }, { at: 0, width: 6, run }, { at: 0, width: 3, run: 60 }, { at: 0, width: 4, run: 30 }];
const BUSY = { width: 4, until: 30 };

export const optimum: Lesson = {
  key: "optimum",
  title: "How good could it be? The optimum",
  text: [
    `Every rule so far is a rule of thumb. For a few jobs a computer can find the very best plan, and prove it, by ruling out all others. Here ${PROBLEM(10).length} jobs wait, and jobs that run already hold ${BUSY.width} of the ${PROCS} processors until minute ${BUSY.until}.`,
    "The first picture has the best of three simple orders: first come, shortest first, longest first. The second has the optimum: no plan has a lower average response time weighted by width (ARTwW).",
  ],
  control: { label: "Run time of job 4", kind: "slider", first: 0, choices: [10, 20, 30, 40, 50, 60].map((n) => ({ value: n, label: minutes(n) })) },
  roles: [{ job: 4, role: "chosen", name: "job 4, whose run time you choose" }],
  moment: undefined,
  scenes: (lab, run) => lab.plans(PROBLEM(Number(run)), PROCS, BUSY),
  seen([rule, best]) {
    const [a, b] = [artww(rule), artww(best)];
    const gap = a > b ? `${plain(a)} minutes with the best simple order, ${rule.aside}, and ${plain(b)} with the optimum: the simple order gives away ${plain((100 * (a - b)) / a)} %` : `${minutes(a)} with both: here a simple order, ${rule.aside}, is as good as anything can be`;
    const pay = delayed(rule, best);
    return `The average response time weighted by width is ${gap}.${pay.length > 0 ? ` In the optimum ${listed(pay)} ${pay.length === 1 ? "starts" : "start"} later than in the simple order.` : ""}`;
  },
  question: "Why do real schedulers not simply compute the optimum?",
  answer: () => {
    const n = PROBLEM(10).length;
    const orders = (k: number) => Array.from({ length: k }, (_, i) => i + 1).reduce((a, b) => a * b, 1);
    return `Because the number of plans explodes: ${n} jobs can be put in ${count(orders(n))} orders, ${2 * n} jobs in ${count(orders(2 * n))}. Besides, the estimates are wrong, and the next job arrives before the answer is there. The optimum is a yardstick: it tells how much a better rule could gain at most.`;
  },
  notes: { aim: "Use the optimum as a yardstick, and know why it cannot be the scheduler.", minutes: 15, ask: "For which run time of job 4 does the simple order give away most? Does the optimum treat everybody better?", misconception: "That optimal means good for everybody. It is best by one yardstick, and some jobs wait longer for it." },
};
