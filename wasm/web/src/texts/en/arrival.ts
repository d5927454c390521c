// The texts of arrival.
import { plural } from "../../format";

export const arrival = {
  fcfs: "First come, first served (FCFS)",
  easy: "EASY backfilling",
  job: (id: number, procs: number, wait: string, run: string) => `Job ${id}, ${plural(procs, "processor")}: waits ${wait}, runs ${run}`,
  head: (id: number, needs: number) => `job ${id}, needs ${needs} →`,
  idle: (procs: number) => `${procs} processors idle`,
  chart: (title: string, jobs: string, procs: number, time: string, wait: string) => `${title}: ${jobs} jobs on ${procs} processors over ${time}. Mean wait ${wait}.`,
  meanWait: (wait: string) => `mean wait ${wait}`,
  says: (idle: number, procs: number, time: string, job: number, needs: number, filled: number, fcfs: string, easy: string) => `FCFS: ${idle} or more of ${procs} processors stand idle for ${time}, because job ${job} is next and needs ${needs}. EASY starts ${plural(filled, "job")} from behind it meanwhile. A job waits ${fcfs} on average there, and ${easy} under EASY.`,
};
