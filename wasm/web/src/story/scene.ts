// A simulated schedule as a picture and sentences have it. All times of the story are minutes.

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

/** The scene's job of that number. */
export function job(s: Scene, id: number): Placed {
  const found = s.jobs.find((j) => j.id === id);
  if (!found) throw new Error(`the schedule has no job ${id}`);
  return found;
}
