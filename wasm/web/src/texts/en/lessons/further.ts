// The texts of steps seven to ten of the story.
import { count, plain } from "../../../format";
import { words } from "../words";

const { changes, instead, joined, listed, Listed, minutes, times } = words;

export const further = {
  planning: {
    title: "Planning ahead, and tuning itself",
    text: [
      "Instead of asking only who starts now, a scheduler can plan a start for every job that waits. It makes the plan again whenever a job arrives or ends. But in which order should it plan: first come, first served, shortest job first, longest job first? None is always best.",
      "A self-tuning scheduler, dynP, makes all three plans each time, compares what they promise, and follows the best. The yardstick here is the average response time weighted by width (ARTwW). The strip shows which order was in force. Change the shrinking factor: the same jobs, submitted faster or slower.",
    ],
    control: "Shrinking factor: times between submissions",
    /** The policies plan-fcfs, plan-sjf and plan-ljf, as titles and within a sentence. */
    titles: ["First come, first served", "Shortest job first", "Longest job first"],
    within: ["first come, first served", "shortest job first", "longest job first"],
    bestOfThree: "the best of the three orders, all the time",
    bestAtPresent: "The order that is best at present",
    dynp: "self-tuning dynP",
    seen: (s: { fixed: number[]; best: number; dynp: number; orders: string[] }) => {
      const all = joined(s.fixed.map((t, i) => `${i === 0 ? minutes(t) : plain(t)} with ${further.planning.within[i]}`));
      const compared = s.dynp < s.best ? `${minutes(s.best - s.dynp)} less than the best of them` : s.dynp === s.best ? "as good as the best of them" : `${minutes(s.dynp - s.best)} more than the best of them`;
      return `The average response time weighted by width is ${all}. dynP has ${minutes(s.dynp)}: ${compared}. The starts of its jobs follow ${s.orders.length === 1 ? `one order, ${s.orders[0]}` : `${s.orders.length} orders in turn: ${joined(s.orders)}`}.`;
    },
    question: "dynP always follows the plan that looks best. Is its schedule therefore always the best?",
    answer: (dynp: number, best: number) => `No. Each plan knows only the jobs that have arrived; the next one may make another order the better choice. Choosing the best plan at every step is often good (here ${plain(dynp)} against ${minutes(best)}), but it is no guarantee.`,
    aim: "Tell a queue from a plan, and a fixed rule from one that chooses among rules.",
    ask: "At which load does the choice matter most? Why does it matter little when the machine is nearly empty?",
    misconception: "That the best decision at every step gives the best schedule in the end. Greedy choices are blind to what comes later.",
  },
  grid: {
    title: "Two sites, wide jobs, and jobs that shrink",
    text: (procs: number, percent: number) => [
      `Now there are two sites, A and B, with ${procs} processors each: a grid. Each job belongs to a home site; only job 4 is at home on B. In the first picture every site keeps to itself. In the second, choose how they help each other.`,
      `They can lend processors: a job runs wherever it fits. They can run a wide job on both sites at once (multi-site execution), where it takes ${percent} % longer, because its parts talk over a slow network. Or they can start a moldable job on fewer processors than it asked for, and it takes longer in proportion.`,
    ],
    control: "How the sites help each other",
    lend: "Lend processors",
    both: "Run on both sites at once",
    fewer: "Start on fewer processors",
    chosen: "job 3, as wide as a site",
    onBoth: (starts: [number, number], runs: [number, number], ends: [number, number]) => `Job 3 starts at minute ${plain(starts[1])} instead of ${plain(starts[0])}, on both sites at once. It takes ${instead(...runs)} and ends at minute ${plain(ends[1])} instead of ${plain(ends[0])}.`,
    onFewer: (starts: [number, number], got: number, width: number, runs: [number, number], ends: [number, number]) => `Job 3 starts at minute ${plain(starts[1])} instead of ${plain(starts[0])}, on ${got} of the ${width} processors that it asked for. It takes ${instead(...runs)} and ends at minute ${plain(ends[1])} instead of ${plain(ends[0])}.`,
    onOne: (starts: [number, number], site: string, run: number, ends: [number, number]) => `Job 3 starts at minute ${plain(starts[1])} instead of ${plain(starts[0])}, on site ${site}. It takes ${minutes(run)} and ends at minute ${plain(ends[1])} instead of ${plain(ends[0])}.`,
    shrink: (ids: number[]) => `${Listed(ids)} ${ids.length === 1 ? "shrinks" : "shrink"}, too.`,
    inAll: (waits: [number, number], ends: [number, number]) => `The mean wait ${changes(...waits)}, and the last job ends at minute ${plain(ends[1])} instead of ${plain(ends[0])}.`,
    question: "When is it worth running a job on both sites at once, although it takes longer there?",
    answer: (takes: number, more: number, start: number) => `When it would wait longer for one site than the overhead costs. Job 3 takes ${minutes(takes)} on both sites, ${minutes(more)} more than on one, but it starts at minute ${plain(start)}. If one site is about to be free anyway, waiting is better: the processors do less work for the same job.`,
    aim: "Compare three ways to use several machines, by what each costs whom.",
    ask: "Job 4 is the only one that is at home on B. Does its owner gain by joining the grid? Which way would you choose if the network were twice as slow?",
    misconception: "That starting earlier means ending earlier. A job that shrinks starts at once and may end last.",
  },
  nodes: {
    title: "Sharing nodes instead of waiting",
    text: (one: number, four: number) => [
      `So far a processor belonged to one job at a time. On shared nodes, several jobs divide a node's time: two jobs on one node run at half speed each. The speed that a job gets is its yield. A short job need not wait for a long one any more.`,
      `But memory cannot be divided: if it is full, somebody has to be paused, or moved to another node (a migration). That costs a penalty, in which the job holds its nodes and makes no progress (hatched). Job 1 needs ${one} % of each node's memory, job 4 needs ${four} %.`,
    ],
    control: "Penalty for each pause or move",
    long: "job 1, the long one",
    short: "job 2, a short one",
    nodeEach: "A node for each task",
    shared: "Shared nodes",
    easy: "backfilling with one reservation (EASY)",
    greedy: "emptiest nodes first, with pauses and moves (GreedyPM*/per)",
    seen: (s: { two: [number, number]; one: [number, number]; pauses: number; moves: number; penalty: number; stretch: [number, number]; of: [number, number] }) =>
      `On shared nodes job 2 ends at minute ${plain(s.two[1])} instead of ${plain(s.two[0])}. Job 1 pays: it ends at minute ${plain(s.one[1])} instead of ${plain(s.one[0])}. Jobs are paused ${times(s.pauses)} and moved ${times(s.moves)}, at ${minutes(s.penalty)} each. The largest stretch, how many times longer a job takes than alone, is ${plain(s.stretch[1])} (job ${s.of[1]}) instead of ${plain(s.stretch[0])} (job ${s.of[0]}).`,
    question: "Sharing does not make the nodes faster. Where does the gain come from?",
    answer: (longer: number, long: number, short: number, waited: number) => `From whom it slows down. Job 1 takes ${minutes(longer)} longer, which is little for a job of ${minutes(long)}. Job 2, of ${minutes(short)}, no longer waits ${minutes(waited)}. The work is the same (and the penalties come on top), but nobody waits out of proportion to what they asked for.`,
    aim: "Understand yield and stretch, and why moving jobs is not free.",
    ask: "From which penalty on is sharing worse than backfilling, by the largest stretch? Why does the scheduler need no estimates here?",
    misconception: "That sharing creates computing power. It only divides it differently over time.",
  },
  optimum: {
    title: "How good could it be? The optimum",
    text: (jobs: number, held: number, procs: number, until: number) => [
      `Every rule so far is a rule of thumb. For a few jobs a computer can find the very best plan, and prove it, by ruling out all others. Here ${jobs} jobs wait, and jobs that run already hold ${held} of the ${procs} processors until minute ${until}.`,
      "The first picture has the best of three simple orders: first come, shortest first, longest first. The second has the optimum: no plan has a lower average response time weighted by width (ARTwW).",
    ],
    control: "Run time of job 4",
    chosen: "job 4, whose run time you choose",
    worse: (rule: number, order: string, best: number, percent: number) => `The average response time weighted by width is ${plain(rule)} minutes with the best simple order, ${order}, and ${plain(best)} with the optimum: the simple order gives away ${plain(percent)} %.`,
    asGood: (rule: number, order: string) => `The average response time weighted by width is ${minutes(rule)} with both: here a simple order, ${order}, is as good as anything can be.`,
    later: (ids: number[]) => `In the optimum ${listed(ids)} ${ids.length === 1 ? "starts" : "start"} later than in the simple order.`,
    question: "Why do real schedulers not simply compute the optimum?",
    answer: (jobs: number, orders: number, more: number) => `Because the number of plans explodes: ${jobs} jobs can be put in ${count(orders)} orders, ${2 * jobs} jobs in ${count(more)}. Besides, the estimates are wrong, and the next job arrives before the answer is there. The optimum is a yardstick: it tells how much a better rule could gain at most.`,
    aim: "Use the optimum as a yardstick, and know why it cannot be the scheduler.",
    ask: "For which run time of job 4 does the simple order give away most? Does the optimum treat everybody better?",
    misconception: "That optimal means good for everybody. It is best by one yardstick, and some jobs wait longer for it.",
  },
};
