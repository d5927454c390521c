// The texts around the steps of the story.
import { count, plain } from "../../format";
import { words } from "./words";

const { listed, Listed, minutes } = words;

export const story = {
  /** Queue orders, as a strip names them; parts of a name stand where it does not fit. */
  orders: { fcfs: "first come", sjf: "shortest first", ljf: "longest first" } as Record<string, string>,

  steps: "Steps of the story",
  turn: "Step before and after",
  step: (n: number, title: string) => `Step ${n}: ${title}`,
  stepOf: (n: number, of: number) => `Step ${n} of ${of}`,
  print: "Print the hand-out",
  notes: "Teacher’s notes",
  lost: (asked: string, steps: number) => `There is no "${asked}" here: steps are numbered from 1 to ${steps}, and the glossary lists its words.`,
  keys: "Keys: ← and → lead from step to step.",
  aboutNotes: (steps: number, time: number) => `${steps} steps, about ${time} minutes in all. Each has one idea and one thing to try. Let the students say what they expect before they move the slider. Printed from here, the hand-out ends with these notes, on pages of their own; printed from a step, it comes without them.`,
  toSteps: "To the steps",
  handOut: "Which job runs next?",
  toLaboratory: "To the laboratory →",

  asTable: "The jobs as a table",
  idle: "idle while jobs wait",
  answer: "Answer",
  question: "Question",
  aim: "Aim",
  time: "Time",
  ask: "Ask",
  believe: "What many believe",
  minutes: (n: number) => `${n} minutes`,
  failed: (why: string) => `The simulation failed: ${why} Choose another value to try again.`,
  done: (at: number) => `all is done at minute ${plain(at)}.`,
  columns: ["Job", "Arrives, minute", "Processors", "Run time, minutes", "Estimate, minutes"],
  starts: (title: string) => `Starts, minute: ${title}`,
  asIn: (title: string) => `As they are in the picture “${title}”.`,

  minuteByMinute: "Minute by minute",
  before: "What happened before",
  next: "What happens next",
  whole: "the whole schedule",
  minute: (at: number) => `minute ${plain(at)}`,

  bestOfThree: "The best of three simple orders",
  bestThereIs: "The best schedule there is",
  proven: "found and proven by the solver",
  notInTime: "the best schedule was not found in time",

  running: "running",
  axisMinutes: "minutes",
  axisSites: "sites",
  axisProcessors: "processors",
  axisNodes: "nodes",
  reservedFor: (id: number) => `reserved for ${id}`,
  waiting: "waiting",
  nobodyWaits: (at: number) => `Nobody waits at minute ${plain(at)}.`,
  described: (title: string, jobs: { id: number; start: number; end: number; procs?: number; site: string }[], all: number) => {
    const each = jobs.map((j) => `job ${j.id} from minute ${plain(j.start)} to ${plain(j.end)}${j.procs === undefined ? "" : ` on ${count(j.procs)} processors`}${j.site ? ` on ${j.site}` : ""}`);
    return `${title}: ${each.join("; ")}. ${minutes(all)} in all.`;
  },

  killed: (id: number) => `Job ${id} is stopped: it has reached its estimate.`,
  ends: (id: number) => `Job ${id} ends.`,
  arrive: (ids: number[]) => `${Listed(ids)} ${ids.length === 1 ? "arrives and has" : "arrive and have"} to wait.`,
  startsNow: (id: number) => `Job ${id} starts.`,
  ahead: (id: number, of: number[]) => `Job ${id} starts ahead of ${listed(of)}.`,
  aheadDone: (id: number, of: number[], done: number, head: number, at: number) => `Job ${id} starts ahead of ${listed(of)}: it will be done by minute ${plain(done)}, before the reservation of job ${head} begins at minute ${plain(at)}.`,
  aheadLeft: (id: number, of: number[], head: number) => `Job ${id} starts ahead of ${listed(of)}: it needs only processors that job ${head} leaves over.`,
  state: (running: number[], waiting: number[]) => `${running.length > 0 ? `${Listed(running)} running` : "Nothing running"}, ${waiting.length > 0 ? `${listed(waiting)} waiting` : "nobody waiting"}.`,
};
