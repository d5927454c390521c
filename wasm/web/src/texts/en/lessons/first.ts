// The texts of the first three steps of the story.
import { plain } from "../../../format";
import { words } from "../words";

const { changes, instead, listed, Listed, minutes } = words;

export const first = {
  procs: (n: number) => `${n} processors`,
  queue: {
    title: "A machine and its queue",
    text: (jobs: number, within: number) => [
      `A job is a program that needs some processors, all at the same time, for some time. In these pictures time runs to the right and the processors are stacked upwards, so a job is a box: as long as it runs, as high as it is wide. Such a picture is called a Gantt chart.`,
      `${jobs} jobs arrive within ${within} minutes. Those that do not fit wait in a queue, and the first to come is the first to be served. Move the minute below the pictures and watch the queue fill and empty.`,
    ],
    control: "Processors of the second machine",
    aside: "first come, first served (FCFS)",
    same: "Two machines of the same size: choose another size for the second one.",
    seen: (s: { procs: number; before: number; end: number; earlier: number; waits: [number, number]; used: [number, number] }) =>
      `With ${s.procs} processors the last job ends at minute ${plain(s.end)}, ${minutes(Math.abs(s.earlier))} ${s.earlier > 0 ? "earlier" : "later"} than with ${s.before}; the mean wait is ${instead(...s.waits)}. The processors work ${s.used[1]} % of the time (that is the utilisation) instead of ${s.used[0]} %.`,
    question: "Twice as many processors: is everything done in half the time?",
    answer: (longest: number, procs: number, end: number) => `No. A single job does not run faster on a larger machine: it only waits less. The longest run time here is ${minutes(longest)}, and no machine is done before the last job has arrived and run. On ${procs} processors it takes ${minutes(end)}; move the slider to the right end to see what twice as many save.`,
    aim: "Read a Gantt chart; tell a job's width from its run time, and its wait from its response time.",
    ask: "Which box would you remove so that everybody else waits less? Why is the makespan not a good measure for the users?",
    misconception: "That a larger machine runs each job faster. It runs more jobs side by side.",
  },
  holes: {
    title: "First come, first served, and its holes",
    text: (holds: number, procs: number) => [
      `First come, first served (FCFS) is fair and simple: nobody overtakes. But look what one wide job does. Job 1 holds ${holds} of the ${procs} processors. Job 2 is next. If it needs more than the ${procs - holds} that are left, it has to wait, and all jobs behind it wait too, even those that would fit.`,
      "The hatched area is a hole: processors that stand idle although jobs are waiting.",
    ],
    control: "Processors that job 2 asks for",
    chosen: "job 2, whose width you choose",
    asks: (width: number) => `Job 2 asks for ${width} processors`,
    atOnce: (at: number) => `Job 2 fits beside job 1 and starts at once, at minute ${plain(at)}.`,
    waits: (width: number | string, wait: number) => `Job 2 asks for ${width} processors and waits ${minutes(wait)}, with all others behind it.`,
    lost: (lost: number, narrow: number, width: number, waits: [number, number]) => `In all, ${plain(lost)} processor minutes are idle while jobs wait (${plain(narrow)} when it asks for ${width}), and the mean wait is ${instead(...waits)}.`,
    question: "Nobody overtakes job 2. Does that help job 2?",
    answer: (end: number, lost: number, start: number) => `No. Job 2 waits for job 1, which ends at minute ${plain(end)}. A short job that runs in the hole and is done by then would not delay it by a second. FCFS leaves ${plain(lost)} processor minutes unused, and job 2 starts at minute ${plain(start)} all the same.`,
    aim: "See that strict order wastes processors, and that the waste depends on how wide the jobs are.",
    ask: "How much of the hole could be used without anybody being worse off? Which jobs would you send into it?",
    misconception: "That leaving processors idle protects the job at the head of the queue. It waits for running jobs, not for those behind it.",
  },
  backfilling: {
    title: "Backfilling, and the reservation that keeps it fair",
    text: [
      "Backfilling lets jobs overtake, on one condition: the job at the head of the queue must not be delayed. The scheduler first works out when the head can start at the latest, which is when enough running jobs will have ended. This is its shadow time, and from then on processors are reserved for it: the dashed outline.",
      "Another job may start now if it will be done before the shadow time, or if it needs only processors that the head leaves over. This rule is called EASY.",
    ],
    control: "Run time of job 3",
    head: "job 2, at the head of the queue",
    chosen: "job 3, whose run time you choose",
    earlier: (start: number, before: number, reserved: number) => `Job 3 starts at minute ${plain(start)} instead of ${plain(before)}, because it is done before the reservation of job 2 begins at minute ${plain(reserved)}.`,
    notEarlier: (reserved: number, left: number, start: number) => `Job 3 would still run at minute ${plain(reserved)}, when the reservation of job 2 begins, and needs more than the ${left} processors left over, so it starts at minute ${plain(start)}.`,
    others: (gain: number[], pay: number[]) => {
      const gains = `${Listed(gain)} ${gain.length === 1 ? "starts" : "start"} earlier; `;
      const pays = pay.length === 0 ? "nobody starts later than under FCFS" : `${listed(pay)} ${pay.length === 1 ? "starts" : "start"} later than under FCFS`;
      return `${gain.length > 0 ? gains : ""}${pays}.`;
    },
    meanWait: (waits: [number, number]) => `The mean wait ${changes(...waits)}.`,
    question: "Job 4 runs longer than the time to the reservation. Why may it start before job 2 all the same?",
    answer: (head: number, procs: number, width: number, start: number, reserved: number) => `Job 2 will need ${head} of the ${procs} processors, which leaves ${procs - head} over. Job 4 needs just ${width}, so it can run beside job 2. It starts at minute ${plain(start)}, and job 2 still starts at minute ${plain(reserved)}.`,
    aim: "State the rule of EASY in one sentence, and check by it whether a job may be backfilled.",
    ask: "At which run time does job 3 stop being backfilled, and why just there? What does the scheduler have to know about each job?",
    misconception: "That backfilling is unfair because jobs overtake. The head starts as early as it would have without them, provided that the estimates hold.",
  },
};
