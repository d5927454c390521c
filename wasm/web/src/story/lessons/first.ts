// The first three steps: a queue, its holes, and what fills them.
import { capital, changes, delayed, hastened, instead, lastEnd, listed, lost, meanWait, minutes, plain, utilisation, wait } from "../figures";
import type { Lesson } from "../lesson";
import { job, type Job } from "../scene";

const PROCS = 8;

const few: Job[] = [
  { at: 0, width: 2, run: 40 }, { at: 5, width: 1, run: 60 }, { at: 10, width: 2, run: 30 },
  { at: 15, width: 3, run: 20 }, { at: 20, width: 1, run: 40 }, { at: 25, width: 2, run: 30 },
];
const SMALL = 4;

export const queue: Lesson = {
  key: "queue",
  title: "A machine and its queue",
  text: [
    `A job is a program that needs some processors, all at the same time, for some time. In these pictures time runs to the right and the processors are stacked upwards, so a job is a box: as long as it runs, as high as it is wide. Such a picture is called a Gantt chart.`,
    `${few.length} jobs arrive within ${few.at(-1)!.at} minutes. Those that do not fit wait in a queue, and the first to come is the first to be served. Move the minute below the pictures and watch the queue fill and empty.`,
  ],
  control: { label: "Processors of the second machine", kind: "slider", first: 2, choices: [3, 4, 6, 8].map((n) => ({ value: n, label: `${n} processors` })) },
  roles: [],
  moment: 25,
  scenes: (lab, n) => Promise.all([SMALL, Number(n)].map((procs, i) => lab.machine({ name: `queue-${i}`, jobs: few, procs, policy: "fcfs", title: `${procs} processors`, aside: "first come, first served (FCFS)" }))),
  seen([small, other]) {
    if (other.height === small.height) return "Two machines of the same size: choose another size for the second one.";
    const end = lastEnd(other) - lastEnd(small);
    const all = `With ${other.height} processors the last job ends at minute ${plain(lastEnd(other))}, ${minutes(Math.abs(end))} ${end < 0 ? "earlier" : "later"} than with ${small.height}`;
    return `${all}; the mean wait is ${instead(meanWait(small), meanWait(other))}. The processors work ${Math.round(100 * utilisation(other))} % of the time (that is the utilisation) instead of ${Math.round(100 * utilisation(small))} %.`;
  },
  question: "Twice as many processors: is everything done in half the time?",
  answer: ([small]) => `No. A single job does not run faster on a larger machine: it only waits less. The longest run time here is ${minutes(Math.max(...few.map((j) => j.run)))}, and no machine is done before the last job has arrived and run. On ${small.height} processors it takes ${minutes(lastEnd(small))}; move the slider to the right end to see what twice as many save.`,
  notes: { aim: "Read a Gantt chart; tell a job's width from its run time, and its wait from its response time.", minutes: 10, ask: "Which box would you remove so that everybody else waits less? Why is the makespan not a good measure for the users?", misconception: "That a larger machine runs each job faster. It runs more jobs side by side." },
};

const blocked = (width: number): Job[] => [{ at: 0, width: 5, run: 60 }, { at: 5, width, run: 40 }, { at: 10, width: 3, run: 45 }, { at: 15, width: 2, run: 30 }, { at: 20, width: 1, run: 35 }];
const NARROW = 3;

export const holes: Lesson = {
  key: "holes",
  title: "First come, first served, and its holes",
  text: [
    `First come, first served (FCFS) is fair and simple: nobody overtakes. But look what one wide job does. Job 1 holds ${blocked(NARROW)[0].width} of the ${PROCS} processors. Job 2 is next. If it needs more than the ${PROCS - blocked(NARROW)[0].width} that are left, it has to wait, and all jobs behind it wait too, even those that would fit.`,
    "The hatched area is a hole: processors that stand idle although jobs are waiting.",
  ],
  control: { label: "Processors that job 2 asks for", kind: "slider", first: 4, choices: [2, 3, 4, 5, 6, 7, 8].map((n) => ({ value: n, label: `${n} processors` })) },
  roles: [{ job: 2, role: "chosen", name: "job 2, whose width you choose" }],
  holes: true,
  moment: 20,
  scenes: (lab, n) => Promise.all([NARROW, Number(n)].map((width, i) => lab.machine({ name: `holes-${i}`, jobs: blocked(width), procs: PROCS, policy: "fcfs", title: `Job 2 asks for ${width} processors` }))),
  seen([narrow, chosen], width) {
    const two = job(chosen, 2);
    const waits = wait(two) === 0 ? `Job 2 fits beside job 1 and starts at once, at minute ${plain(two.start)}` : `Job 2 asks for ${width} processors and waits ${minutes(wait(two))}, with all others behind it`;
    return `${waits}. In all, ${plain(lost(chosen))} processor minutes are idle while jobs wait (${plain(lost(narrow))} when it asks for ${NARROW}), and the mean wait is ${instead(meanWait(narrow), meanWait(chosen))}.`;
  },
  question: "Nobody overtakes job 2. Does that help job 2?",
  answer: ([, chosen]) => {
    const two = job(chosen, 2);
    return `No. Job 2 waits for job 1, which ends at minute ${plain(job(chosen, 1).end)}. A short job that runs in the hole and is done by then would not delay it by a second. FCFS leaves ${plain(lost(chosen))} processor minutes unused, and job 2 starts at minute ${plain(two.start)} all the same.`;
  },
  notes: { aim: "See that strict order wastes processors, and that the waste depends on how wide the jobs are.", minutes: 10, ask: "How much of the hole could be used without anybody being worse off? Which jobs would you send into it?", misconception: "That leaving processors idle protects the job at the head of the queue. It waits for running jobs, not for those behind it." },
};

const HEAD: Job = { at: 5, width: 6, run: 40 };
const filled = (run: number): Job[] => [{ at: 0, width: 5, run: 60 }, HEAD, { at: 10, width: 3, run }, { at: 15, width: 2, run: 80 }, { at: 20, width: 4, run: 20 }];

export const backfilling: Lesson = {
  key: "backfilling",
  title: "Backfilling, and the reservation that keeps it fair",
  text: [
    "Backfilling lets jobs overtake, on one condition: the job at the head of the queue must not be delayed. The scheduler first works out when the head can start at the latest, which is when enough running jobs will have ended. This is its shadow time, and from then on processors are reserved for it: the dashed outline.",
    "Another job may start now if it will be done before the shadow time, or if it needs only processors that the head leaves over. This rule is called EASY.",
  ],
  control: { label: "Run time of job 3", kind: "slider", first: 3, choices: [10, 20, 30, 40, 50, 60, 70, 80, 90].map((n) => ({ value: n, label: minutes(n) })) },
  roles: [{ job: 2, role: "lead", name: "job 2, at the head of the queue" }, { job: 3, role: "chosen", name: "job 3, whose run time you choose" }],
  holes: true,
  moment: 10,
  scenes: (lab, run) => Promise.all(["fcfs", "easy"].map((policy, i) => lab.machine({ name: `backfilling-${i}`, jobs: filled(Number(run)), procs: PROCS, policy, reserved: policy === "easy" }))),
  seen([fcfs, easy]) {
    const [before, three, two] = [job(fcfs, 3), job(easy, 3), job(easy, 2)];
    const moved = three.start < before.start ? `Job 3 starts at minute ${plain(three.start)} instead of ${plain(before.start)}, because it is done before the reservation of job 2 begins at minute ${plain(two.start)}` : `Job 3 would still run at minute ${plain(two.start)}, when the reservation of job 2 begins, and needs more than the ${PROCS - HEAD.width} processors left over, so it starts at minute ${plain(three.start)}`;
    const gain = hastened(fcfs, easy);
    const pay = delayed(fcfs, easy);
    const others = pay.length === 0 ? `nobody starts later than under FCFS` : `${listed(pay)} ${pay.length === 1 ? "starts" : "start"} later than under FCFS`;
    return `${moved}. ${gain.length > 0 ? `${capital(listed(gain))} ${gain.length === 1 ? "starts" : "start"} earlier; ` : ""}${others}. The mean wait ${changes(meanWait(fcfs), meanWait(easy))}.`;
  },
  question: "Job 4 runs longer than the time to the reservation. Why may it start before job 2 all the same?",
  answer: ([, easy]) => `Job 2 will need ${HEAD.width} of the ${PROCS} processors, which leaves ${PROCS - HEAD.width} over. Job 4 needs just ${job(easy, 4).width}, so it can run beside job 2. It starts at minute ${plain(job(easy, 4).start)}, and job 2 still starts at minute ${plain(job(easy, 2).start)}.`,
  notes: { aim: "State the rule of EASY in one sentence, and check by it whether a job may be backfilled.", minutes: 15, ask: "At which run time does job 3 stop being backfilled, and why just there? What does the scheduler have to know about each job?", misconception: "That backfilling is unfair because jobs overtake. The head starts as early as it would have without them, provided that the estimates hold." },
};
