// What a step of the story is made of.
import type { Scene } from "./scene";
import type { Simulations } from "./simulate";

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
