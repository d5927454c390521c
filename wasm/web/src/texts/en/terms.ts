// The words of the field: what each is called, how texts spell it (longest first, case is ignored), and what it means.

export const terms = {
  artww: {
    name: "ARTwW",
    words: ["ARTwW", "average response time weighted by width"],
    text: "The average response time weighted by width: each job's response time counts as often as it has processors. It is the yardstick of the dynP papers.",
  },
  backfilling: {
    name: "Backfilling",
    words: ["backfilling", "backfilled", "backfills", "backfill"],
    text: "Letting a job start ahead of its turn, in processors that stand idle, as long as that does not delay a job that has a reservation.",
  },
  "slowdown-bounded": {
    name: "Bounded slowdown",
    words: ["bounded slowdown"],
    text: "The slowdown, with run times below a bound (mostly 10 seconds) counted as the bound, so that very short jobs do not outweigh all others.",
  },
  conservative: {
    name: "Conservative backfilling",
    words: ["conservative backfilling", "conservative"],
    text: "Backfilling in which every waiting job has a reservation. A job may overtake only if it delays none of them.",
  },
  dynp: {
    name: "dynP",
    words: ["dynP"],
    text: "Short for dynamic policy: a scheduler that plans all waiting jobs in several queue orders and follows the plan that looks best.",
  },
  easy: {
    name: "EASY",
    words: ["EASY"],
    text: "Short for Extensible Argonne Scheduling System: backfilling in which only the head of the queue has a reservation.",
  },
  estimate: {
    name: "Estimate",
    words: ["estimated", "estimates", "estimate"],
    text: "The run time that a user asks for. The scheduler plans with it, because it cannot know the real run time; a job that reaches it is ended.",
  },
  fcfs: {
    name: "First come, first served (FCFS)",
    words: ["first come, first served", "FCFS"],
    text: "Jobs start strictly in the order in which they were submitted. If the first does not fit, all others wait behind it.",
  },
  gantt: {
    name: "Gantt chart",
    words: ["Gantt charts", "Gantt chart"],
    text: "A picture of a schedule: time runs to the right, processors are stacked upwards, and each job is a box as long as it runs and as high as it is wide.",
  },
  grid: {
    name: "Grid",
    words: ["grid of sites", "grid"],
    text: "Several sites, often of several owners, that lend each other their processors.",
  },
  head: {
    name: "Head of the queue",
    words: ["head of the queue", "head"],
    text: "The job whose turn it is: the first in the queue.",
  },
  hole: {
    name: "Hole",
    words: ["holes", "hole"],
    text: "Processors that stand idle for some time while jobs wait, because the job whose turn it is does not fit.",
  },
  home: {
    name: "Home site",
    words: ["home sites", "home site"],
    text: "The site of a grid to which a job is submitted, for instance that of its user's institute.",
  },
  job: {
    name: "Job",
    words: ["jobs", "job"],
    text: "A program that somebody wants to run: it needs a number of processors, all at the same time, for some time.",
  },
  ljf: {
    name: "Longest job first (LJF)",
    words: ["longest job first", "LJF"],
    text: "The queue is sorted by estimates, the longest first. It tends to pack a machine well and to keep short jobs waiting.",
  },
  load: {
    name: "Load",
    words: ["load"],
    text: "The work submitted, as a part of what the machine could do in the same time. At a load of 1 or more the queue grows.",
  },
  makespan: {
    name: "Makespan",
    words: ["makespan"],
    text: "The time from the first submission to the end of the last job.",
  },
  migration: {
    name: "Migration",
    words: ["migrations", "migration"],
    text: "Moving a running job to other nodes.",
  },
  moldable: {
    name: "Moldable job",
    words: ["moldable", "molded"],
    text: "A job that can start on fewer processors than it asked for and then takes longer. A job that cannot is rigid.",
  },
  multisite: {
    name: "Multi-site execution",
    words: ["multi-site execution", "multi-site"],
    text: "Running one job on processors of several sites at once. Its parts talk over the network between the sites, so it takes longer.",
  },
  node: {
    name: "Node",
    words: ["shared nodes", "nodes", "node"],
    text: "One computer of a cluster, with its own processors and memory.",
  },
  optimum: {
    name: "Optimum",
    words: ["optimum", "optimal", "best schedule"],
    text: "The best of all schedules by a given yardstick. To find it, one has to rule out all others, and their number explodes with the number of jobs.",
  },
  pause: {
    name: "Pause",
    words: ["pauses", "paused"],
    text: "Taking a running job off its nodes, to go on with it later. The field calls it preemption.",
  },
  penalty: {
    name: "Penalty",
    words: ["penalties", "penalty"],
    text: "The time for which a job that is resumed or moved holds its nodes without progress, while its memory is read or copied.",
  },
  plan: {
    name: "Plan",
    words: ["plans", "plan"],
    text: "A future start for every waiting job, made again whenever a job arrives or ends. Only what is planned for now really starts.",
  },
  processor: {
    name: "Processor",
    words: ["processors", "processor"],
    text: "The unit that jobs are given and charged for: a core, a chip or a whole computer.",
  },
  queue: {
    name: "Queue",
    words: ["queue"],
    text: "The jobs that wait, in the order in which the scheduler considers them.",
  },
  reservation: {
    name: "Reservation",
    words: ["reservations", "reservation", "reserved"],
    text: "A promise to a waiting job: from this time on, so many processors are yours. Others may start earlier only if they leave it alone.",
  },
  response: {
    name: "Response time",
    words: ["response times", "response time"],
    text: "The time from the submission of a job to its end: its wait and its run time.",
  },
  runtime: {
    name: "Run time",
    words: ["run times", "run time"],
    text: "How long a job really runs, from its start to its end.",
  },
  schedule: {
    name: "Schedule",
    words: ["schedules", "schedule"],
    text: "Who runs when: a start for every job, with never more processors in use than there are.",
  },
  selftuning: {
    name: "Self-tuning",
    words: ["self-tuning", "tunes itself"],
    text: "A scheduler that changes its own settings while it runs, by comparing what each would lead to.",
  },
  shadow: {
    name: "Shadow time",
    words: ["shadow time"],
    text: "The first moment at which, by the estimates, enough processors will be free for the head of the queue: when its reservation begins.",
  },
  sjf: {
    name: "Shortest job first (SJF)",
    words: ["shortest job first", "SJF"],
    text: "The queue is sorted by estimates, the shortest first. Most jobs wait less, and long ones may starve.",
  },
  shrink: {
    name: "Shrinking factor",
    words: ["shrinking factors", "shrinking factor"],
    text: "A factor on the times between submissions: with 0.8 the same jobs arrive in four fifths of the time, so the load rises.",
  },
  site: {
    name: "Site",
    words: ["sites", "site"],
    text: "One of the machines of a grid, with processors and a speed of its own.",
  },
  slowdown: {
    name: "Slowdown",
    words: ["slowdowns", "slowdown"],
    text: "The response time divided by the run time: 1 is a job that did not wait, 3 one that took three times as long as it ran.",
  },
  starvation: {
    name: "Starvation",
    words: ["starvation", "starves", "starve"],
    text: "Waiting without end, because others are always preferred.",
  },
  stretch: {
    name: "Stretch",
    words: ["stretch"],
    text: "How many times longer a job takes, from submission to end, than it would have alone on the machine. The largest one tells how badly the unluckiest job fared.",
  },
  utilisation: {
    name: "Utilisation",
    words: ["utilisation"],
    text: "The part of all processor time, from the first submission to the last end, in which processors worked.",
  },
  wait: {
    name: "Wait",
    words: ["mean wait", "waits", "wait"],
    text: "The time from the submission of a job to its start.",
  },
  width: {
    name: "Width",
    words: ["widths", "width", "wider", "wide"],
    text: "How many processors a job needs at the same time.",
  },
  yield: {
    name: "Yield",
    words: ["yields", "yield"],
    text: "The speed of a job on a shared node, as a part of the speed it would have alone: with a yield of 0.5 it progresses half as fast.",
  },
};
