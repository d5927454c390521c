// The texts of main.
import { count, duration, plural } from "../../format";
import type { main as english } from "../en/main";

export const main: typeof english = {
  runToSee: "Simulieren zeigt die Änderung.",
  resultsOf: (workload, policies) => `Nicht von dem, was jetzt gewählt ist: Ergebnisse von ${workload}, ${policies} Verfahren.`,
  simulated: (jobs, policies) => `${plural(jobs, "Job")} mit ${policies} Verfahren simuliert.`,
  cancelledBefore: "Abgebrochen. Zu sehen ist der Lauf davor.",
  cancelled: "Abgebrochen.",
  cancelling: "Wird abgebrochen …",
  loaded: (percent) => `${percent} % des Simulators sind da`,
  readingWorkload: "Die Jobs werden gelesen …",
  progress: (policy, done, total, run, runs, left, beside) => `${policy}: ${count(done)} von ${plural(total, "Job")} (Verfahren ${run} von ${runs})${left === undefined ? "" : `; für dieses noch etwa ${duration(left)}`}${beside.length === 0 ? "" : `; zugleich ${beside.join(", ")}`}`,
  preparing: "Alle Verfahren sind simuliert. Tabellen und Bilder entstehen …",
  noSuchPlace: (name) => `Einen Teil namens „${name}“ hat diese Seite nicht: Hier ist das Labor.`,
  needsLog: (name) => `Dieser Link braucht ${name}. Hier ablegen oder auswählen.`,
  staysHere: "Ein Link enthält, was gewählt war, nicht das Log selbst. Es wird in diesem Tab gelesen und verlässt Ihren Rechner nie.",
  archive: "Logs in SWF stehen im Parallel Workloads Archive:",
  noScript: "ihr Skript konnte nicht geladen werden",
  stopped: (why) => `Der Simulator ist stehen geblieben: ${why}.`,
  startedAnew: "Der Simulator wurde neu gestartet.",
};
