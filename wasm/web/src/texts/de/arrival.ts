// The texts of arrival.
import { plural } from "../../format";
import type { arrival as english } from "../en/arrival";

export const arrival: typeof english = {
  fcfs: "Wer zuerst kommt, mahlt zuerst (FCFS)",
  easy: "EASY-Backfilling",
  job: (id, procs, wait, run) => `Job ${id}, ${plural(procs, "Prozessor", "Prozessoren")}: wartet ${wait}, läuft ${run}`,
  head: (id, needs) => `Job ${id} braucht ${needs} →`,
  idle: (procs) => `${procs} Prozessoren frei`,
  chart: (title, jobs, procs, time, wait) => `${title}: ${jobs} Jobs auf ${procs} Prozessoren in ${time}. Mittlere Wartezeit ${wait}.`,
  meanWait: (wait) => `mittlere Wartezeit ${wait}`,
  says: (idle, procs, time, job, needs, filled, fcfs, easy) => `FCFS: Mindestens ${idle} von ${procs} Prozessoren stehen ${time} lang still, weil Job ${job} an der Reihe ist und ${needs} braucht. EASY startet derweil ${plural(filled, "Job")}, die hinter ihm warten. Ein Job wartet unter FCFS im Mittel ${fcfs}, unter EASY ${easy}.`,
};
