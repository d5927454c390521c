// Steps four to six: estimates, promises to everybody, and sorting.
import { promises as texts } from "texts/lessons/promises";
import { words } from "texts/words";
import { delayed, hastened, meanWait, wait, worstStretch } from "../figures";
import type { Lesson } from "../lesson";
import { job, type Job } from "../scene";

const PROCS = 8;
const RUN = 40;

const lied = (says: number): Job[] => [{ at: 0, width: 5, run: 60 }, { at: 5, width: 6, run: 40 }, { at: 10, width: 3, run: RUN, says }, { at: 15, width: 2, run: 80 }, { at: 20, width: 4, run: 20 }];

export const estimates: Lesson = {
  key: "estimates",
  title: texts.estimates.title,
  text: texts.estimates.text(RUN),
  control: { label: texts.estimates.control, kind: "slider", first: 6, choices: [20, 30, 40, 50, 60, 70, 80, 120].map((n) => ({ value: n, label: words.minutes(n) })) },
  roles: [{ job: 2, role: "lead", name: texts.estimates.head }, { job: 3, role: "chosen", name: texts.estimates.chosen }],
  holes: true,
  moment: 10,
  scenes: (lab, says) => Promise.all([RUN, Number(says)].map((n, i) => lab.machine({ name: `estimates-${i}`, jobs: lied(n), procs: PROCS, policy: "easy", reserved: true, title: n === RUN ? texts.estimates.truth : texts.estimates.says(n), aside: texts.withEASY }))),
  seen([honest, chosen], says) {
    const [truth, three] = [job(honest, 3), job(chosen, 3)];
    const told = Number(says);
    if (three.killed) return texts.estimates.killed(told, three.start, three.end, RUN - (three.end - three.start));
    if (three.start === truth.start) return told === RUN ? texts.estimates.honest(three.start, wait(three) === 0) : texts.estimates.fits(told, three.start);
    const pay = delayed(honest, chosen).filter((id) => id !== 3);
    return `${texts.estimates.late(told, three.start, truth.start)} ${texts.estimates.costs(three.start - truth.start, hastened(honest, chosen), pay)}`;
  },
  question: texts.estimates.question,
  answer: ([honest, chosen]) => texts.estimates.answer(job(chosen, 3).start - job(honest, 3).start),
  notes: { aim: texts.estimates.aim, minutes: 15, ask: texts.estimates.ask, misconception: texts.estimates.misconception },
};

const long = (run: number): Job[] => [{ at: 0, width: 6, run: 60 }, { at: 5, width: 4, run: 60 }, { at: 10, width: 4, run: 40 }, { at: 15, width: 2, run }];

export const conservative: Lesson = {
  key: "conservative",
  title: texts.conservative.title,
  text: texts.conservative.text,
  control: { label: texts.conservative.control, kind: "slider", first: 5, choices: [10, 20, 30, 45, 60, 80, 100].map((n) => ({ value: n, label: words.minutes(n) })) },
  roles: [{ job: 3, role: "lead", name: texts.conservative.second }, { job: 4, role: "chosen", name: texts.conservative.chosen }],
  holes: true,
  moment: 15,
  scenes: (lab, run) => Promise.all(["easy", "cons"].map((policy, i) => lab.machine({ name: `conservative-${i}`, jobs: long(Number(run)), procs: PROCS, policy, reserved: true }))),
  seen([easy, cons]) {
    const [e3, c3, e4, c4] = [job(easy, 3), job(cons, 3), job(easy, 4), job(cons, 4)];
    if (e3.start === c3.start && e4.start === c4.start) return texts.conservative.same(e4.end);
    return texts.conservative.seen({ easy3: e3.start, easy4: e4.start, cons3: c3.start, cons4: c4.start, easy: meanWait(easy), cons: meanWait(cons) });
  },
  question: texts.conservative.question,
  answer: ([easy, cons]) => texts.conservative.answer(meanWait(easy), meanWait(cons), job(cons, 3).start, job(easy, 3).start),
  notes: { aim: texts.conservative.aim, minutes: 15, ask: texts.conservative.ask, misconception: texts.conservative.misconception },
};

const SMALL = 4;
const BIG = 3;
const stream = (n: number): Job[] => [{ at: 0, width: 2, run: 20 }, { at: 0, width: 2, run: 30 }, { at: 5, width: SMALL, run: 60 }, ...Array.from({ length: n }, (_, i) => ({ at: 10 * (i + 1), width: 2, run: 20 }))];

export const sorting: Lesson = {
  key: "sorting",
  title: texts.sorting.title,
  text: texts.sorting.text(BIG, SMALL, stream(0)[BIG - 1].run, stream(2)[4].at - stream(2)[3].at),
  control: { label: texts.sorting.control, kind: "slider", first: 5, choices: [0, 2, 4, 6, 8, 10, 12].map((n) => ({ value: n, label: texts.sorting.jobs(n) })) },
  roles: [{ job: BIG, role: "chosen", name: texts.sorting.chosen(BIG) }],
  moment: 40,
  scenes: (lab, n) => Promise.all(["easy", "sjf-easy"].map((policy, i) => lab.machine({ name: `sorting-${i}`, jobs: stream(Number(n)), procs: SMALL, policy, title: policy === "easy" ? texts.sorting.first : texts.sorting.shortest, aside: policy === "easy" ? texts.sorting.withBackfilling : texts.sorting.sortedBackfilling }))),
  seen([fcfs, sjf], n) {
    const [a, b] = [job(fcfs, BIG), job(sjf, BIG)];
    const each = (wait(b) - wait(a)) / Math.max(1, Number(n));
    return `${texts.sorting.waits(BIG, wait(a), wait(b), each)} ${texts.sorting.meanWait([meanWait(fcfs), meanWait(sjf)])}`;
  },
  question: texts.sorting.question(BIG),
  answer: ([, sjf]) => texts.sorting.answer(job(sjf, BIG).start, worstStretch(sjf).stretch),
  notes: { aim: texts.sorting.aim, minutes: 15, ask: texts.sorting.ask, misconception: texts.sorting.misconception },
};

