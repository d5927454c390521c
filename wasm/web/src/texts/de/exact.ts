// The texts of exact.
import { plural } from "../../format";
import type { exact as english } from "../en/exact";

export const exact: typeof english = {
  chosen: (step) => `Gewählter Schritt: ${step}`,
  neverTwo: "Nie warten zwei Jobs zugleich.",
  toSchedule: (moment, jobs) => `${moment}: ${plural(jobs, "Job")} zu planen`,
  cancelling: "Wird abgebrochen …",
  playing: "Der Lauf wird bis zu diesem Schritt wiederholt …",
  reading: "Die Instanz wird gelesen …",
  cancelled: "Abgebrochen.",
  solvedFor: (jobs, procs, moment) => `${plural(jobs, "Job")} auf ${plural(procs, "Prozessor", "Prozessoren")}, ${moment}`,
  bestSchedule: "der beste Plan",
  planOf: (policy) => `der Plan von ${policy}`,
  artww: (seconds) => `ARTwW ${seconds} s`,
  progress: (time, limit, cost, bound, gap, nodes) => `${time} von ${limit}; Kosten ${cost}, Schranke ${bound} Prozessorsekunden; Lücke ${gap}; ${plural(nodes, "Knoten", "Knoten")}`,
  bestPolicy: (policy) => `${policy}, das beste Verfahren`,
  optimal: "Optimaler Plan",
  bestFound: "Bester gefundener Plan",
  gap: (gap) => `Lücke ${gap}`,
  noneBelow: "Kein Plan liegt unter",
  proven: "bewiesen",
  provenAfter: (time, nodes) => `Nach ${time} und ${plural(nodes, "Knoten", "Knoten")} als optimal bewiesen.`,
  cancelledAt: "Abgebrochen",
  tooMany: "Zu viele Jobs, um alle Pläne zu durchsuchen; beendet",
  timeLimit: "An der Zeitgrenze beendet",
  stopped: "Beendet",
  stoppedAfter: (why, time, nodes, gap) => `${why} nach ${time} und ${plural(nodes, "Knoten", "Knoten")}: Kein Plan ist um mehr als ${gap} besser als dieser.`,
  inDownloads: (name, size) => `${name}, ${size}, liegt in den Downloads.`,
};
