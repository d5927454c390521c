// What a step of the story is made of. All times of the story are minutes.
import type { Simulations } from "./simulate";

/** A job as it is submitted. */
export interface Job {
  at: number;
  /** Processors. */
  width: number;
  run: number;
  /** Its estimate, if that is not its run time. */
  says?: number;
  /** Whose it is, on a grid: the number of its home site. */
  user?: number;
  /** Memory of each of its tasks, in percent of a node. */
  memory?: number;
}

/** A job as it ran. */
export interface Placed extends Job {
  id: number;
  estimate: number;
  start: number;
  end: number;
  /** Processors that it got. */
  got: number;
  killed: boolean;
  /** Names joined by " + ", or "". */
  site: string;
  /** The queue order in force at its start, of a scheduler that changes orders. */
  order: string;
  pauses: number;
  migrations: number;
}

/** A rectangle of a picture: processors low to high, from one minute to another. */
export interface Box {
  /** Its number, or 0 for jobs that ran before. */
  job: number;
  from: number;
  to: number;
  low: number;
  high: number;
  /** Holds its nodes without progress. */
  penalty?: boolean;
}

/** What is reserved for a job that waits, from one minute to another: processors from minute `at` on. */
export interface Reserved {
  job: number;
  from: number;
  to: number;
  at: number;
}

/** A simulated schedule. */
export interface Scene {
  /** The policy in plain words, or what sets the picture apart. */
  title: string;
  /** The field's name for it, or a remark. */
  aside: string;
  /** Processors or nodes. */
  height: number;
  unit: "processors" | "nodes";
  /** Parts of the height that are told apart: sites or nodes. */
  bands: { name: string; low: number; high: number }[];
  jobs: Placed[];
  boxes: Box[];
  reserved: Reserved[];
  /** Queue orders in force, of a scheduler that changes them. */
  orders: { from: number; to: number; name: string }[];
}

export interface Choice {
  /** Minutes, processors, or a name. */
  value: number | string;
  label: string;
}

/** The one thing to try. */
export interface Control {
  label: string;
  kind: "slider" | "choice";
  choices: Choice[];
  /** Index of the choice at first. */
  first: number;
}

/** What a teacher wants to know. */
export interface Notes {
  aim: string;
  minutes: number;
  ask: string;
  misconception: string;
}

export interface Lesson {
  key: string;
  title: string;
  /** Paragraphs, together at most 120 words. */
  text: string[];
  control: Control;
  /** Jobs drawn in colours of their own, with what they are. */
  roles: { job: number; role: "chosen" | "lead"; name: string }[];
  /** Marks where processors are idle while jobs wait. */
  holes?: boolean;
  /** The minute at first; undefined shows the whole schedule. */
  moment?: number;
  /** Simulates what is drawn. */
  scenes(lab: Simulations, value: number | string): Promise<Scene[]>;
  /** What is seen, computed from the scenes. */
  seen(scenes: Scene[], value: number | string): string;
  question: string;
  /** The answer, computed from the scenes of the first choice. */
  answer(scenes: Scene[]): string;
  notes: Notes;
}

/** The scene's job of that number. */
export function job(s: Scene, id: number): Placed {
  const found = s.jobs.find((j) => j.id === id);
  if (!found) throw new Error(`the schedule has no job ${id}`);
  return found;
}
