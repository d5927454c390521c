// The texts of main.
import { count, duration, plural } from "../../format";
import type { main as english } from "../en/main";

export const main: typeof english = {
  runToSee: "Simulieren zeigt die Änderung.",
  simulated: (jobs, policies) => `${plural(jobs, "Job")} mit ${policies} Verfahren simuliert.`,
  cancelledBefore: "Abgebrochen. Zu sehen ist der Lauf davor.",
  cancelled: "Abgebrochen.",
  cancelling: "Wird abgebrochen …",
  loaded: (percent) => `${percent} % des Simulators sind da`,
  readingWorkload: "Die Jobs werden gelesen …",
  progress: (policy, done, total, run, runs, left, beside) => `${policy}: ${count(done)} von ${plural(total, "Job")} (Verfahren ${run} von ${runs})${left === undefined ? "" : `; für dieses noch etwa ${duration(left)}`}${beside.length === 0 ? "" : `; zugleich ${beside.join(", ")}`}`,
  noScript: "ihr Skript konnte nicht geladen werden",
  stopped: (why) => `Der Simulator ist stehen geblieben: ${why}.`,
  startedAnew: "Der Simulator wurde neu gestartet.",
};
