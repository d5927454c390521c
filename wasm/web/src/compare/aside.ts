// The page's side of the worker that works out what charts of all policies show.
import { compare as texts } from "texts/compare";
import { buffers } from "../simulator/buffers";
import type { Jobs, Worked } from "./worked";

declare const COMPARE_WORKER: string; // compare.js?v=...

/** A worker; close gives its memory back. */
export class Aside {
  private readonly worker = new Worker(COMPARE_WORKER);

  /** Works out one policy at a time. Its arrays are moved. */
  workOut(jobs: Jobs): Promise<Worked> {
    return new Promise((resolve, reject) => {
      this.worker.onmessage = ({ data }: MessageEvent<Worked>) => resolve(data);
      this.worker.onerror = (e) => reject(new Error(texts.notWorkedOut(e.message || COMPARE_WORKER)));
      this.worker.postMessage(jobs, [...buffers(jobs)]);
    });
  }

  close(): void {
    this.worker.terminate();
  }
}
