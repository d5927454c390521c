// The first three steps: a queue, its holes, and what fills them.
import { first as texts } from "texts/lessons/first";
import { words } from "texts/words";
import { delayed, hastened, lastEnd, lost, meanWait, utilisation, wait } from "../figures";
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
  title: texts.queue.title,
  text: texts.queue.text(few.length, few.at(-1)!.at),
  control: { label: texts.queue.control, kind: "slider", first: 2, choices: [3, 4, 6, 8].map((n) => ({ value: n, label: texts.procs(n) })) },
  roles: [],
  moment: 25,
  scenes: (lab, n) => Promise.all([SMALL, Number(n)].map((procs, i) => lab.machine({ name: `queue-${i}`, jobs: few, procs, policy: "fcfs", title: texts.procs(procs), aside: texts.queue.aside }))),
  seen([small, other]) {
    if (other.height === small.height) return texts.queue.same;
    const used = (s: typeof small) => Math.round(100 * utilisation(s));
    return texts.queue.seen({ procs: other.height, before: small.height, end: lastEnd(other), earlier: lastEnd(small) - lastEnd(other), waits: [meanWait(small), meanWait(other)], used: [used(small), used(other)] });
  },
  question: texts.queue.question,
  answer: ([small]) => texts.queue.answer(Math.max(...few.map((j) => j.run)), small.height, lastEnd(small)),
  notes: { aim: texts.queue.aim, minutes: 10, ask: texts.queue.ask, misconception: texts.queue.misconception },
};

const blocked = (width: number): Job[] => [{ at: 0, width: 5, run: 60 }, { at: 5, width, run: 40 }, { at: 10, width: 3, run: 45 }, { at: 15, width: 2, run: 30 }, { at: 20, width: 1, run: 35 }];
const NARROW = 3;

export const holes: Lesson = {
  key: "holes",
  title: texts.holes.title,
  text: texts.holes.text(blocked(NARROW)[0].width, PROCS),
  control: { label: texts.holes.control, kind: "slider", first: 4, choices: [2, 3, 4, 5, 6, 7, 8].map((n) => ({ value: n, label: texts.procs(n) })) },
  roles: [{ job: 2, role: "chosen", name: texts.holes.chosen }],
  holes: true,
  moment: 20,
  scenes: (lab, n) => Promise.all([NARROW, Number(n)].map((width, i) => lab.machine({ name: `holes-${i}`, jobs: blocked(width), procs: PROCS, policy: "fcfs", title: texts.holes.asks(width) }))),
  seen([narrow, chosen], width) {
    const two = job(chosen, 2);
    const waits = wait(two) === 0 ? texts.holes.atOnce(two.start) : texts.holes.waits(width, wait(two));
    return `${waits} ${texts.holes.lost(lost(chosen), lost(narrow), NARROW, [meanWait(narrow), meanWait(chosen)])}`;
  },
  question: texts.holes.question,
  answer: ([, chosen]) => texts.holes.answer(job(chosen, 1).end, lost(chosen), job(chosen, 2).start),
  notes: { aim: texts.holes.aim, minutes: 10, ask: texts.holes.ask, misconception: texts.holes.misconception },
};

const HEAD: Job = { at: 5, width: 6, run: 40 };
const filled = (run: number): Job[] => [{ at: 0, width: 5, run: 60 }, HEAD, { at: 10, width: 3, run }, { at: 15, width: 2, run: 80 }, { at: 20, width: 4, run: 20 }];

export const backfilling: Lesson = {
  key: "backfilling",
  title: texts.backfilling.title,
  text: texts.backfilling.text,
  control: { label: texts.backfilling.control, kind: "slider", first: 3, choices: [10, 20, 30, 40, 50, 60, 70, 80, 90].map((n) => ({ value: n, label: words.minutes(n) })) },
  roles: [{ job: 2, role: "lead", name: texts.backfilling.head }, { job: 3, role: "chosen", name: texts.backfilling.chosen }],
  holes: true,
  moment: 10,
  scenes: (lab, run) => Promise.all(["fcfs", "easy"].map((policy, i) => lab.machine({ name: `backfilling-${i}`, jobs: filled(Number(run)), procs: PROCS, policy, reserved: policy === "easy" }))),
  seen([fcfs, easy]) {
    const [before, three, two] = [job(fcfs, 3), job(easy, 3), job(easy, 2)];
    const moved = three.start < before.start ? texts.backfilling.earlier(three.start, before.start, two.start) : texts.backfilling.notEarlier(two.start, PROCS - HEAD.width, three.start);
    return [moved, texts.backfilling.others(hastened(fcfs, easy), delayed(fcfs, easy)), texts.backfilling.meanWait([meanWait(fcfs), meanWait(easy)])].join(" ");
  },
  question: texts.backfilling.question,
  answer: ([, easy]) => texts.backfilling.answer(HEAD.width, PROCS, job(easy, 4).width, job(easy, 4).start, job(easy, 2).start),
  notes: { aim: texts.backfilling.aim, minutes: 15, ask: texts.backfilling.ask, misconception: texts.backfilling.misconception },
};
