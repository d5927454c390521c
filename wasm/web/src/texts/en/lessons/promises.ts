// The texts of steps four to six of the story.
import { plain } from "../../../format";
import { words } from "../words";

const { changes, listed, minutes } = words;

export const promises = {
  withEASY: "backfilling with one reservation (EASY)",
  estimates: {
    title: "Estimates, and what it costs to lie",
    text: (run: number) => [
      `The scheduler cannot see into the future: it plans with the estimate that each user gives. A job that reaches its estimate is stopped, and its work is lost. So users play safe and ask for far too much.`,
      `Job 3 runs for ${run} minutes. In the first picture its user says so. In the second you choose what its user says. Ask for too little, for the truth, for a bit more, for much more.`,
    ],
    control: "Estimate of job 3",
    head: "job 2, at the head of the queue",
    chosen: "job 3, whose estimate you choose",
    truth: "The truth",
    says: (estimate: number) => `Job 3 says ${minutes(estimate)}`,
    killed: (says: number, start: number, end: number, left: number) => `With an estimate of ${minutes(says)} job 3 is backfilled at minute ${plain(start)} and stopped at minute ${plain(end)}: it had ${minutes(left)} to go. All its work is lost.`,
    honest: (start: number, atOnce: boolean) => `With the true estimate job 3 is backfilled at minute ${plain(start)}${atOnce ? ", as soon as it arrives" : ""}.`,
    fits: (says: number, start: number) => `With an estimate of ${minutes(says)} job 3 is backfilled at minute ${plain(start)}, just as with the truth: this lie still fits into the hole.`,
    late: (says: number, start: number, honest: number) => `With an estimate of ${minutes(says)} job 3 does not seem to fit into the hole: it starts at minute ${plain(start)} instead of ${plain(honest)}.`,
    costs: (lost: number, gain: number[], pay: number[]) => {
      const gains = gain.length > 0 ? [`${listed(gain)} ${gain.length === 1 ? "takes" : "take"} its place and ${gain.length === 1 ? "starts" : "start"} earlier`] : [];
      const pays = pay.length > 0 ? [`${listed(pay)} ${pay.length === 1 ? "starts" : "start"} later`] : [];
      return `${[`The lie costs its user ${minutes(lost)}`, ...gains, ...pays].join("; ")}.`;
    },
    question: "If lies cost the liar, why do nearly all users ask for too much?",
    answer: (lost: number) => `Because the two mistakes cost differently. Too much costs some waiting: here ${minutes(lost)}. Too little costs everything: the job is stopped and has to run again from the start. And users do not know their run times well; few programs take equally long twice.`,
    aim: "Explain what an estimate is for, and why too low and too high are punished differently.",
    ask: "Find the largest lie that costs nothing. Would a scheduler do better that doubles all estimates by itself?",
    misconception: "That the scheduler knows run times. It knows estimates alone; a job that ends early simply leaves a hole.",
  },
  conservative: {
    title: "A promise to everybody: conservative backfilling",
    text: [
      "EASY protects the head of the queue, and nobody else. A job further back can be pushed away again and again by jobs that came after it.",
      "Conservative backfilling makes a promise to each job as it arrives: a reservation at the earliest time that breaks no other promise. Overtaking is allowed only where it delays nobody. The price is that fewer jobs can be backfilled.",
    ],
    control: "Run time of job 4",
    second: "job 3, second in the queue",
    chosen: "job 4, whose run time you choose",
    same: (end: number) => `Both do the same: job 4 is done by minute ${plain(end)} and is in nobody's way.`,
    seen: (s: { easy3: number; easy4: number; cons3: number; cons4: number; easy: number; cons: number }) =>
      `Under EASY job 4 starts at once, at minute ${plain(s.easy4)}, and job 3 has to wait until minute ${plain(s.easy3)}. Conservative backfilling keeps its promise to job 3, which starts at minute ${plain(s.cons3)}, and job 4 waits until minute ${plain(s.cons4)}. The mean wait is ${plain(s.easy)} minutes under EASY and ${plain(s.cons)} under conservative backfilling.`,
    question: "Which of the two is better?",
    answer: (easy: number, cons: number, promised: number, start: number) => `It depends on what you want. With these jobs EASY has the shorter mean wait (${plain(easy)} against ${minutes(cons)}), and conservative backfilling can tell every user a time when the job arrives, and keeps it: job 3 starts at minute ${plain(promised)}, not at ${plain(start)}. With other jobs the means can be the other way round.`,
    aim: "Tell a promise to one from a promise to all, and name what each costs.",
    ask: "Who gains and who pays if the centre changes from EASY to conservative? What would you tell a user who asks when the job will start?",
    misconception: "That a reservation for all jobs is the fairest rule under any load. It can keep processors idle that nobody would have missed.",
  },
  sorting: {
    title: "Sorting the queue, and starvation",
    text: (big: number, procs: number, run: number, every: number) => [
      `Nothing says that the first to come must be at the head. Sort the queue by estimates, shortest job first (SJF), and the average job waits less: it is better to let one person wait for a short job than ten for a long one.`,
      `But what about the long one? Job ${big} needs all ${procs} processors for ${run} minutes, and a short job arrives every ${every} minutes. Let more of them come, and watch.`,
    ],
    control: "Short jobs that arrive",
    jobs: (n: number) => `${n} short jobs`,
    chosen: (big: number) => `job ${big}, the long one`,
    first: "First come, first served",
    shortest: "Shortest job first",
    withBackfilling: "with backfilling (EASY)",
    sortedBackfilling: "with backfilling (SJF-EASY)",
    waits: (big: number, first: number, shortest: number, each: number) => `Job ${big} waits ${minutes(first)} if the first to come is served first, and ${minutes(shortest)} if the shortest is${shortest > first ? `: ${minutes(shortest - first)} longer, ${minutes(each)} for every short job` : ""}.`,
    meanWait: (waits: [number, number]) => `The mean wait of all jobs ${changes(...waits)} with the shortest first.`,
    question: (big: number) => `What happens to job ${big} if short jobs never stop coming?`,
    answer: (start: number, slowdown: number) => `It never starts: it starves. With these short jobs it starts at minute ${plain(start)}, just when none is left. Its slowdown, the response time divided by the run time, is already ${plain(slowdown)}. That is why schedulers that sort also let waiting count (as Slurm's priorities do), or limit how often a job may be overtaken.`,
    aim: "See that the mean can improve while single users are treated very badly.",
    ask: "Would you call the second picture better? By which measure: the mean wait, the mean bounded slowdown, the longest wait? Invent a rule that has most of the gain and no starvation.",
    misconception: "That a lower mean wait is better for everybody. The mean says nothing about the unluckiest job.",
  },
};
