// Steps four to six: estimates, promises to everybody, and sorting.
import { changes, delayed, hastened, listed, meanWait, minutes, plain, wait, worstStretch } from "../figures";
import type { Lesson } from "../lesson";
import { job, type Job } from "../scene";

const PROCS = 8;
const RUN = 40;

const lied = (says: number): Job[] => [{ at: 0, width: 5, run: 60 }, { at: 5, width: 6, run: 40 }, { at: 10, width: 3, run: RUN, says }, { at: 15, width: 2, run: 80 }, { at: 20, width: 4, run: 20 }];

export const estimates: Lesson = {
  key: "estimates",
  title: "Estimates, and what it costs to lie",
  text: [
    `The scheduler cannot see into the future: it plans with the estimate that each user gives. A job that reaches its estimate is stopped, and its work is lost. So users play safe and ask for far too much.`,
    `Job 3 runs for ${RUN} minutes. In the first picture its user says so. In the second you choose what its user says. Ask for too little, for the truth, for a bit more, for much more.`,
  ],
  control: { label: "Estimate of job 3", kind: "slider", first: 6, choices: [20, 30, 40, 50, 60, 70, 80, 120].map((n) => ({ value: n, label: minutes(n) })) },
  roles: [{ job: 2, role: "lead", name: "job 2, at the head of the queue" }, { job: 3, role: "chosen", name: "job 3, whose estimate you choose" }],
  holes: true,
  moment: 10,
  scenes: (lab, says) => Promise.all([RUN, Number(says)].map((n, i) => lab.machine({ name: `estimates-${i}`, jobs: lied(n), procs: PROCS, policy: "easy", reserved: true, title: n === RUN ? "The truth" : `Job 3 says ${minutes(n)}`, aside: "backfilling with one reservation (EASY)" }))),
  seen([honest, chosen], says) {
    const [truth, three] = [job(honest, 3), job(chosen, 3)];
    if (three.killed) return `With an estimate of ${minutes(Number(says))} job 3 is backfilled at minute ${plain(three.start)} and stopped at minute ${plain(three.end)}: it had ${minutes(RUN - (three.end - three.start))} to go. All its work is lost.`;
    if (three.start === truth.start) return Number(says) === RUN ? `With the true estimate job 3 is backfilled at minute ${plain(three.start)}${wait(three) === 0 ? ", as soon as it arrives" : ""}.` : `With an estimate of ${minutes(Number(says))} job 3 is backfilled at minute ${plain(three.start)}, just as with the truth: this lie still fits into the hole.`;
    const gain = hastened(honest, chosen);
    const pay = delayed(honest, chosen).filter((id) => id !== 3);
    const others = [gain.length > 0 ? `${listed(gain)} ${gain.length === 1 ? "takes" : "take"} its place and ${gain.length === 1 ? "starts" : "start"} earlier` : "", pay.length > 0 ? `${listed(pay)} ${pay.length === 1 ? "starts" : "start"} later` : ""].filter((x) => x !== "").join("; ");
    return `With an estimate of ${minutes(Number(says))} job 3 does not seem to fit into the hole: it starts at minute ${plain(three.start)} instead of ${plain(truth.start)}. The lie costs its user ${minutes(three.start - truth.start)}${others ? `; ${others}` : ""}.`;
  },
  question: "If lies cost the liar, why do nearly all users ask for too much?",
  answer: ([honest, chosen]) => `Because the two mistakes cost differently. Too much costs some waiting: here ${minutes(job(chosen, 3).start - job(honest, 3).start)}. Too little costs everything: the job is stopped and has to run again from the start. And users do not know their run times well; few programs take equally long twice.`,
  notes: { aim: "Explain what an estimate is for, and why too low and too high are punished differently.", minutes: 15, ask: "Find the largest lie that costs nothing. Would a scheduler do better that doubles all estimates by itself?", misconception: "That the scheduler knows run times. It knows estimates alone; a job that ends early simply leaves a hole." },
};

const long = (run: number): Job[] => [{ at: 0, width: 6, run: 60 }, { at: 5, width: 4, run: 60 }, { at: 10, width: 4, run: 40 }, { at: 15, width: 2, run }];

export const conservative: Lesson = {
  key: "conservative",
  title: "A promise to everybody: conservative backfilling",
  text: [
    "EASY protects the head of the queue, and nobody else. A job further back can be pushed away again and again by jobs that came after it.",
    "Conservative backfilling makes a promise to each job as it arrives: a reservation at the earliest time that breaks no other promise. Overtaking is allowed only where it delays nobody. The price is that fewer jobs can be backfilled.",
  ],
  control: { label: "Run time of job 4", kind: "slider", first: 5, choices: [10, 20, 30, 45, 60, 80, 100].map((n) => ({ value: n, label: minutes(n) })) },
  roles: [{ job: 3, role: "lead", name: "job 3, second in the queue" }, { job: 4, role: "chosen", name: "job 4, whose run time you choose" }],
  holes: true,
  moment: 15,
  scenes: (lab, run) => Promise.all(["easy", "cons"].map((policy, i) => lab.machine({ name: `conservative-${i}`, jobs: long(Number(run)), procs: PROCS, policy, reserved: true }))),
  seen([easy, cons]) {
    const [e3, c3, e4, c4] = [job(easy, 3), job(cons, 3), job(easy, 4), job(cons, 4)];
    if (e3.start === c3.start && e4.start === c4.start) return `Both do the same: job 4 is done by minute ${plain(e4.end)} and is in nobody's way.`;
    return `Under EASY job 4 starts at once, at minute ${plain(e4.start)}, and job 3 has to wait until minute ${plain(e3.start)}. Conservative backfilling keeps its promise to job 3, which starts at minute ${plain(c3.start)}, and job 4 waits until minute ${plain(c4.start)}. The mean wait is ${plain(meanWait(easy))} minutes under EASY and ${plain(meanWait(cons))} under conservative backfilling.`;
  },
  question: "Which of the two is better?",
  answer: ([easy, cons]) => `It depends on what you want. With these jobs EASY has the shorter mean wait (${plain(meanWait(easy))} against ${minutes(meanWait(cons))}), and conservative backfilling can tell every user a time when the job arrives, and keeps it: job 3 starts at minute ${plain(job(cons, 3).start)}, not at ${plain(job(easy, 3).start)}. With other jobs the means can be the other way round.`,
  notes: { aim: "Tell a promise to one from a promise to all, and name what each costs.", minutes: 15, ask: "Who gains and who pays if the centre changes from EASY to conservative? What would you tell a user who asks when the job will start?", misconception: "That a reservation for all jobs is the fairest rule under any load. It can keep processors idle that nobody would have missed." },
};

const SMALL = 4;
const BIG = 3;
const stream = (n: number): Job[] => [{ at: 0, width: 2, run: 20 }, { at: 0, width: 2, run: 30 }, { at: 5, width: SMALL, run: 60 }, ...Array.from({ length: n }, (_, i) => ({ at: 10 * (i + 1), width: 2, run: 20 }))];

export const sorting: Lesson = {
  key: "sorting",
  title: "Sorting the queue, and starvation",
  text: [
    `Nothing says that the first to come must be at the head. Sort the queue by estimates, shortest job first (SJF), and the average job waits less: it is better to let one person wait for a short job than ten for a long one.`,
    `But what about the long one? Job ${BIG} needs all ${SMALL} processors for ${stream(0)[BIG - 1].run} minutes, and a short job arrives every ${stream(2)[4].at - stream(2)[3].at} minutes. Let more of them come, and watch.`,
  ],
  control: { label: "Short jobs that arrive", kind: "slider", first: 5, choices: [0, 2, 4, 6, 8, 10, 12].map((n) => ({ value: n, label: `${n} short jobs` })) },
  roles: [{ job: BIG, role: "chosen", name: `job ${BIG}, the long one` }],
  moment: 40,
  scenes: (lab, n) => Promise.all(["easy", "sjf-easy"].map((policy, i) => lab.machine({ name: `sorting-${i}`, jobs: stream(Number(n)), procs: SMALL, policy, title: policy === "easy" ? "First come, first served" : "Shortest job first", aside: policy === "easy" ? "with backfilling (EASY)" : "with backfilling (SJF-EASY)" }))),
  seen([fcfs, sjf], n) {
    const [a, b] = [job(fcfs, BIG), job(sjf, BIG)];
    const each = (wait(b) - wait(a)) / Math.max(1, Number(n));
    const starves = wait(b) > wait(a) ? `: ${minutes(wait(b) - wait(a))} longer, ${minutes(each)} for every short job` : "";
    return `Job ${BIG} waits ${minutes(wait(a))} if the first to come is served first, and ${minutes(wait(b))} if the shortest is${starves}. The mean wait of all jobs ${changes(meanWait(fcfs), meanWait(sjf))} with the shortest first.`;
  },
  question: `What happens to job ${BIG} if short jobs never stop coming?`,
  answer: ([, sjf]) => `It never starts: it starves. With these short jobs it starts at minute ${plain(job(sjf, BIG).start)}, just when none is left. Its slowdown, the response time divided by the run time, is already ${plain(worstStretch(sjf).stretch)}. That is why schedulers that sort also let waiting count (as Slurm's priorities do), or limit how often a job may be overtaken.`,
  notes: { aim: "See that the mean can improve while single users are treated very badly.", minutes: 15, ask: "Would you call the second picture better? By which measure: the mean wait, the mean bounded slowdown, the longest wait? Invent a rule that has most of the gain and no starvation.", misconception: "That a lower mean wait is better for everybody. The mean says nothing about the unluckiest job." },
};

