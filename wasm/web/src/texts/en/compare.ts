// The texts of the comparison of two policies.
import { count, duration, plural } from "../../format";
import { blocks, units, type Blocked } from "./blocks";

/** What widths count. */
const UNITS = {
  processor: { one: "processor", many: "processors", head: "Processors" },
  core: { one: "core", many: "cores", head: "Cores" },
  task: { one: "task", many: "tasks", head: "Tasks" },
};

export const compare = {
  units: UNITS as Record<string, { one: string; many: string; head: string }>,
  notWorkedOut: (why: string) => `The charts of all policies could not be worked out: ${why}. Run again to try once more.`,

  jobsOfWidth: (width: string, unit: string) => (width === "1" ? `jobs of 1 ${compare.units[unit].one}` : `jobs of ${width} ${compare.units[unit].many}`),
  none: "(none)",
  others: (n: number) => `${count(n)} others`,
  /** Classes of run times. */
  runs: ["under 1 min", "1–10 min", "10 min–1 h", "1–6 h", "6–24 h", "1 day and more"],

  leftOut: (all: { jobs: number; policy: string }[]) => `Left out: ${all.map(({ jobs, policy }) => `${plural(jobs, "job")} never started under ${policy}`).join("; ")}.`,
  noneUnderBoth: (from: string, to: string) => `No job started under both ${from} and ${to}.`,
  changed: (s: { from: string; to: string; jobs: number; earlier: number; later: number; waits: [number, number] }) => {
    const [from, to] = s.waits.map(duration);
    const mean = from === to ? `the mean wait is ${from} under both` : `the mean wait ${s.waits[1] < s.waits[0] ? "falls" : "rises"} from ${from} to ${to}`;
    return `Under ${s.to}, ${count(s.earlier)} of ${plural(s.jobs, "job")} start earlier than under ${s.from}, ${count(s.later)} later; ${mean}.`;
  },
  perhaps: (within: Blocked, few: boolean) => (few ? `The ${blocks(within)} of this log are too few to say whether the means would differ so on another one.` : `On another log the means could be the other way round: the ${blocks(within)} of this one vary by more than that.`),
  against: (jobs: string, by: number) => `But ${jobs} wait ${duration(Math.abs(by))} ${by > 0 ? "longer" : "less"} on average.`,
  mostAndLeast: (who: string, most: number, whom: string, least: number) => {
    const how = most > 0 ? "longer" : "less";
    return `${who[0].toUpperCase()}${who.slice(1)} ${most < 0 ? "gain" : "pay"} most: they wait ${duration(Math.abs(most))} ${how} on average; ${whom} ${duration(Math.abs(least))} ${how}.`;
  },

  how: "Drag over jobs in the first chart, or choose a group in the numbers of the second: in the Gantt charts all other jobs turn pale.",
  chosen: (jobs: number, what: string) => `${plural(jobs, "job")} chosen${what ? ` (${what})` : ""}.`,
  chosenWaits: (s: { jobs: number; what: string; earlier: number; later: number; from: string; to: string; waits: [number, number] }) =>
    `${plural(s.jobs, "job")} chosen${s.what ? ` (${s.what})` : ""}: ${count(s.earlier)} earlier and ${count(s.later)} later under ${s.to}; mean wait ${duration(s.waits[0])} under ${s.from}, ${duration(s.waits[1])} under ${s.to}.`,
  showAll: "Show all jobs",

  numbers: "Numbers",
  numbersOf: (title: string) => `Numbers: ${title}`,
  saveAs: (title: string, kind: string) => `Save ${title} as ${kind}`,

  groups: "Groups",
  groupsTitle: "Who gains and who pays",
  by: { width: "by width", run: "by run time", user: "by user", account: "by account" },
  columnBy: { width: "Width", run: "Run time", user: "User", account: "Account" },
  runsOf: (time: string) => `runs of ${time}`,
  groupsChart: (from: string, to: string, by: string, groups: string[]) => `Mean change of the wait from ${from} to ${to} ${by}: ${groups.join(", ")}`,
  groupsNote: (to: string) => `To the left: less wait under ${to}.`,
  byAsked: (unit: string) => `By ${compare.units[unit].many} asked for.`,
  byRunUnder: (policy: string) => `By the run time under ${policy}.`,
  interval: (within: Blocked) => `The thin line is the 95 % interval of the mean, over the ${blocks(within)} in which the jobs were submitted.`,
  together: (within: Blocked) => `Neighbouring ${units(within)} that depend on each other are taken together.`,
  tooNarrow: (within: Blocked) => `Neighbouring ${units(within)} depend on each other, because a queue lasts: the intervals are too narrow.`,
  someTooNarrow: (within: Blocked) => `In some groups neighbouring ${units(within)} depend on each other, and there are too few to take more together: their intervals are too narrow.`,
  pale: (within: Blocked) => `Pale bars have jobs in too few ${units(within)} to tell from chance.`,
  noneTrusted: (within: Blocked) => `No bar has an interval: its jobs are of too few ${units(within)} to tell from chance.`,
  tooShort: "The log is too short to say how much the changes vary: no bar has an interval.",
  notTrusted: "No bar has an interval: the simulator ended before it had them.",
  waitsLess: (policy: string) => `waits less under ${policy}`,
  waitsLonger: "waits longer",
  groupPick: "A group's name shows its jobs in the Gantt charts.",
  showGroup: (group: string) => `Show ${group} in the Gantt charts`,
  meanChange: "mean change of the wait →",
  groupTip: (g: { name: string; mean: string; half?: string; jobs: number; earlier: number; later: number }) => `${g.name}: ${g.mean} on average${g.half === undefined ? "" : `, ± ${g.half}`}\n${count(g.jobs)} jobs: ${count(g.earlier)} earlier, ${count(g.later)} later`,
  groupJobs: (jobs: number) => plural(jobs, "job"),

  across: "Jobs across",
  acrossBy: { time: "by submission", wait: "wait against wait" },
  jobsTitle: "Job by job",
  jobsHow: "Point at one, or press n and p, for its waits; it is outlined in the Gantt charts, too. Drag over some to choose them.",
  jobsLabel: (from: string, to: string) => `Jobs under ${from} and ${to}: keys n and p go from job to job, Escape chooses all`,
  jobsChart: (jobs: number, from: string, to: string) => `Change of the wait of ${count(jobs)} jobs from ${from} to ${to}`,
  earlierUnder: (policy: string) => `earlier under ${policy}`,
  later: "later",
  same: "the same",
  mostChanged: (listed: number, all: number) => `The ${listed} jobs whose waits change most; the file has all ${count(all)}.`,
  jobPick: "A job's number shows it in the Gantt charts.",
  showJob: (id: string) => `Show job ${id} in the Gantt charts`,
  waitAxis: (policy: string) => `wait under ${policy} →`,
  waitAxisUp: (policy: string) => `↑ wait under ${policy}`,
  longerAxisUp: (policy: string) => `↑ waits longer under ${policy}`,
  submittedAxis: "submitted →",
  inSquares: (seen: number, all: number) => `${seen === all ? `All ${count(all)} jobs` : `The ${count(seen)} of ${count(all)} jobs in the time shown`} are counted in squares, the darker the more; each in the colour of most of its jobs.`,
  asPoints: (seen: number, all: number) => `${seen === all ? `All ${count(all)} jobs` : `The ${count(seen)} of ${count(all)} jobs in the time shown`} are drawn, each as a point.`,
  job: (id: string) => `Job ${id}`,
  user: "User",
  submitted: "Submitted",
  waitsUnder: (policy: string) => `Waits under ${policy}`,
  change: "Change",
  noChange: "none",
  less: (by: string) => `${by} less`,
  more: (by: string) => `${by} more`,
  ran: "Ran",

  percentOfJobs: "% of jobs",
  waitAxisPlain: "wait",
  spreadTip: (s: { policy: string; width: string; unit: string; median: string; q1: string; q3: string; jobs: number }) => `${s.policy}, ${s.width} ${compare.units[s.unit].many}\nmedian ${s.median}\nquartiles ${s.q1} and ${s.q3}\n${count(s.jobs)} jobs`,
  median: (policy: string, value: string) => `${policy} median ${value}`,
  curvesChart: (title: string, medians: string[]) => `${title}: ${medians.join(", ")}`,
  atMost: (value: string, shares: string[]) => `at most ${value}: ${shares.join(", ")}`,
  rankNote: "The smallest value that at least that part of the jobs does not exceed (nearest rank).",
  waitsTitle: "How long jobs wait",
  slowdownsTitle: "How slow jobs seem: bounded slowdown",
  widthsTitle: "Wait by width",
  overtakenTitle: "Fairness: how often jobs are overtaken",
  waitAtMost: "wait at most",
  waitsNote: "Of each policy, the part of its jobs that wait no longer than the time across (the empirical distribution function).",
  slowdownAtMost: "bounded slowdown at most",
  slowdownsNote: "How many times longer than its run a job takes from submission to end; runs under 10 s count as 10 s, as in the metric.",
  widthsChart: (policies: string[]) => `Median wait by width: ${policies.join(", ")}`,
  widthsNote: (unit: string, few: number) => `By ${compare.units[unit].many} asked for. A point is the median, the bar is from the lower to the upper quartile: half of the jobs are within it. Pale points are of fewer than ${few} jobs.`,
  overtakenAtMost: "overtaken by so many jobs at most",
  overtakenNote: "A job is overtaken by each job that was submitted later and starts earlier. Overtaking need not delay anybody: what backfilling fills would else be idle.",
  fairnessNote: "Fairness between users is Jain's index of the users' mean bounded slowdowns: 1 if all users see the same (the metric of the table of numbers).",

  /** Heads of tables; a saved file has the English ones in every language. */
  columns: {
    policy: "Policy",
    jobs: "Jobs",
    meanChange: "Mean change, s",
    interval: "± 95 %, s",
    earlier: "Earlier",
    later: "Later",
    job: "Job",
    submitted: "Submitted, s",
    user: "User",
    waitUnder: (policy: string) => `Wait under ${policy}, s`,
    change: "Change, s",
    atMost: (percent: number, unit: string) => `${percent === 100 ? "all" : `${percent} %`} at most${unit}`,
    lower: "Lower quartile, s",
    median: "Median, s",
    upper: "Upper quartile, s",
    overtaken: "Jobs overtaken",
    overtook: "Jobs that overtook",
    meanTimes: "Overtaken, mean times",
    mostTimes: "Overtaken, most times",
    fairness: "Fairness between users",
  },
};
