// The texts of the comparison of two policies.
import { count, duration, plural } from "../../format";
import type { compare as english } from "../en/compare";
import type { Blocked } from "../en/blocks";
import { blocks, units } from "./blocks";

/** In the dative: in zu wenigen Tagen. */
const dative = (within: Blocked) => (within.unit === "day" ? "Tagen" : units(within));

export const compare: typeof english = {
  units: {
    processor: { one: "Prozessor", many: "Prozessoren", head: "Prozessoren" },
    core: { one: "Kern", many: "Kernen", head: "Kerne" },
    task: { one: "Teilaufgabe", many: "Teilaufgaben", head: "Teilaufgaben" },
  },
  notWorkedOut: (why) => `Die Diagramme aller Verfahren konnten nicht berechnet werden: ${why}. Ein neuer Lauf versucht es noch einmal.`,

  jobsOfWidth: (width, unit) => (width === "1" ? `Jobs mit 1 ${compare.units[unit].one}` : `Jobs mit ${width} ${compare.units[unit].many}`),
  none: "(ohne)",
  others: (n) => `${count(n)} andere`,
  runs: ["unter 1 min", "1–10 min", "10 min–1 h", "1–6 h", "6–24 h", "1 Tag und mehr"],

  leftOut: (all) => `Weggelassen: ${all.map(({ jobs, policy }) => `${plural(jobs, "Job startete", "Jobs starteten")} nie unter ${policy}`).join("; ")}.`,
  noneUnderBoth: (from, to) => `Kein Job startete sowohl unter ${from} als auch unter ${to}.`,
  changed: (s) => {
    const [from, to] = s.waits.map(duration);
    const mean = from === to ? `die mittlere Wartezeit beträgt unter beiden ${from}` : `die mittlere Wartezeit ${s.waits[1] < s.waits[0] ? "sinkt" : "steigt"} von ${from} auf ${to}`;
    return `Unter ${s.to} starten ${count(s.earlier)} von ${plural(s.jobs, "Job")} früher als unter ${s.from}, ${count(s.later)} später; ${mean}.`;
  },
  perhaps: (within, few) => (few ? `Die ${blocks(within)} dieses Logs sind zu wenige, um zu sagen, ob sich die Mittel auf einem anderen so unterscheiden.` : `Auf einem anderen Log könnte es umgekehrt sein: So sehr schwanken die ${blocks(within)} dieses Logs.`),
  against: (jobs, by) => `Aber ${jobs} warten im Mittel ${duration(Math.abs(by))} ${by > 0 ? "länger" : "kürzer"}.`,
  mostAndLeast: (who, most, whom, least) => {
    const how = most > 0 ? "länger" : "kürzer";
    return `${who} ${most < 0 ? "gewinnen" : "zahlen"} am meisten: Sie warten im Mittel ${duration(Math.abs(most))} ${how}; ${whom} ${duration(Math.abs(least))} ${how}.`;
  },

  how: "Ziehen über Jobs im ersten Diagramm, oder eine Gruppe in den Zahlen des zweiten: In den Gantt-Diagrammen werden alle anderen Jobs blass.",
  chosen: (jobs, what) => `${plural(jobs, "Job")} gewählt${what ? ` (${what})` : ""}.`,
  chosenWaits: (s) =>
    `${plural(s.jobs, "Job")} gewählt${s.what ? ` (${s.what})` : ""}: unter ${s.to} ${count(s.earlier)} früher und ${count(s.later)} später; mittlere Wartezeit ${duration(s.waits[0])} unter ${s.from}, ${duration(s.waits[1])} unter ${s.to}.`,
  showAll: "Alle Jobs zeigen",

  numbers: "Zahlen",
  numbersOf: (title) => `Zahlen: ${title}`,
  saveAs: (title, kind) => `„${title}“ als ${kind} sichern`,

  groups: "Gruppen",
  groupsTitle: "Wer gewinnt und wer zahlt",
  by: { width: "nach Breite", run: "nach Laufzeit", user: "nach Nutzer", account: "nach Konto" },
  columnBy: { width: "Breite", run: "Laufzeit", user: "Nutzer", account: "Konto" },
  runsOf: (time) => `Läufe: ${time}`,
  groupsChart: (from, to, by, groups) => `Mittlere Änderung der Wartezeit von ${from} zu ${to} ${by}: ${groups.join(", ")}`,
  groupsNote: (to) => `Nach links: weniger Wartezeit unter ${to}.`,
  byAsked: (unit) => `Nach verlangten ${compare.units[unit].many}.`,
  byRunUnder: (policy) => `Nach der Laufzeit unter ${policy}.`,
  interval: (within) => `Die dünne Linie ist das 95-%-Intervall des Mittelwerts über die ${blocks(within)}, in denen die Jobs abgesendet wurden.`,
  together: (within) => `Benachbarte ${units(within)}, die voneinander abhängen, sind zusammengefasst.`,
  tooNarrow: (within) => `Benachbarte ${units(within)} hängen voneinander ab, weil eine Warteschlange andauert: Die Intervalle sind zu eng.`,
  someTooNarrow: (within) => `In manchen Gruppen hängen benachbarte ${units(within)} voneinander ab, und es sind zu wenige, um mehr zusammenzufassen: Ihre Intervalle sind zu eng.`,
  pale: (within) => `Blasse Balken haben Jobs in zu wenigen ${dative(within)}, um Zufall auszuschließen.`,
  noneTrusted: (within) => `Kein Balken hat ein Intervall: Seine Jobs sind aus zu wenigen ${dative(within)}, um Zufall auszuschließen.`,
  tooShort: "Das Log ist zu kurz, um zu sagen, wie sehr die Änderungen schwanken: Kein Balken hat ein Intervall.",
  notTrusted: "Kein Balken hat ein Intervall: Der Simulator endete vorher.",
  waitsLess: (policy) => `wartet kürzer unter ${policy}`,
  waitsLonger: "wartet länger",
  groupPick: "Der Name einer Gruppe zeigt ihre Jobs in den Gantt-Diagrammen.",
  showGroup: (group) => `${group} in den Gantt-Diagrammen zeigen`,
  meanChange: "mittlere Änderung der Wartezeit →",
  groupTip: (g) => `${g.name}: im Mittel ${g.mean}${g.half === undefined ? "" : `, ± ${g.half}`}\n${count(g.jobs)} Jobs: ${count(g.earlier)} früher, ${count(g.later)} später`,
  groupJobs: (jobs) => plural(jobs, "Job"),

  across: "Jobs nach rechts",
  acrossBy: { time: "nach Ankunft", wait: "Wartezeit gegen Wartezeit" },
  jobsTitle: "Job für Job",
  jobsHow: "Zeigen auf einen, oder n und p, nennt seine Wartezeiten; er ist auch in den Gantt-Diagrammen umrandet. Ziehen über mehrere wählt sie.",
  jobsLabel: (from, to) => `Jobs unter ${from} und ${to}: n und p gehen von Job zu Job, Escape wählt alle`,
  jobsChart: (jobs, from, to) => `Änderung der Wartezeit von ${count(jobs)} Jobs von ${from} zu ${to}`,
  earlierUnder: (policy) => `früher unter ${policy}`,
  later: "später",
  same: "gleich",
  mostChanged: (listed, all) => `Die ${listed} Jobs, deren Wartezeit sich am meisten ändert; die Datei hat alle ${count(all)}.`,
  jobPick: "Die Nummer eines Jobs zeigt ihn in den Gantt-Diagrammen.",
  showJob: (id) => `Job ${id} in den Gantt-Diagrammen zeigen`,
  waitAxis: (policy) => `Wartezeit unter ${policy} →`,
  waitAxisUp: (policy) => `↑ Wartezeit unter ${policy}`,
  longerAxisUp: (policy) => `↑ wartet länger unter ${policy}`,
  submittedAxis: "abgesendet →",
  inSquares: (seen, all) => `${seen === all ? `Alle ${count(all)} Jobs` : `Die ${count(seen)} von ${count(all)} Jobs der gezeigten Zeit`} sind in Quadraten gezählt, je dunkler, desto mehr; jedes in der Farbe der meisten seiner Jobs.`,
  asPoints: (seen, all) => `${seen === all ? `Alle ${count(all)} Jobs` : `Die ${count(seen)} von ${count(all)} Jobs der gezeigten Zeit`} sind als Punkte gezeichnet.`,
  job: (id) => `Job ${id}`,
  user: "Nutzer",
  submitted: "Abgesendet",
  waitsUnder: (policy) => `Wartet unter ${policy}`,
  change: "Änderung",
  noChange: "keine",
  less: (by) => `${by} weniger`,
  more: (by) => `${by} mehr`,
  ran: "Gelaufen",

  percentOfJobs: "% der Jobs",
  waitAxisPlain: "Wartezeit",
  spreadTip: (s) => `${s.policy}, ${s.width} ${compare.units[s.unit].head}\nMedian ${s.median}\nQuartile ${s.q1} und ${s.q3}\n${count(s.jobs)} Jobs`,
  median: (policy, value) => `${policy} Median ${value}`,
  curvesChart: (title, medians) => `${title}: ${medians.join(", ")}`,
  atMost: (value, shares) => `höchstens ${value}: ${shares.join(", ")}`,
  rankNote: "Der kleinste Wert, den mindestens dieser Teil der Jobs nicht überschreitet (nächster Rang).",
  waitsTitle: "Wie lange Jobs warten",
  slowdownsTitle: "Wie langsam Jobs wirken: begrenzte Verlangsamung",
  widthsTitle: "Wartezeit nach Breite",
  overtakenTitle: "Fairness: wie oft Jobs überholt werden",
  waitAtMost: "Wartezeit höchstens",
  waitsNote: "Für jedes Verfahren der Teil seiner Jobs, die nicht länger warten als die Zeit unten (die empirische Verteilungsfunktion).",
  slowdownAtMost: "begrenzte Verlangsamung höchstens",
  slowdownsNote: "Wie viel länger als seine Laufzeit ein Job vom Absenden bis zum Ende braucht; Läufe unter 10 s zählen als 10 s, wie in der Kennzahl.",
  widthsChart: (policies) => `Median der Wartezeit nach Breite: ${policies.join(", ")}`,
  widthsNote: (unit, few) => `Nach verlangten ${compare.units[unit].many}. Ein Punkt ist der Median, der Balken reicht vom unteren zum oberen Quartil: Darin liegt die Hälfte der Jobs. Blasse Punkte haben weniger als ${few} Jobs.`,
  overtakenAtMost: "von höchstens so vielen Jobs überholt",
  overtakenNote: "Ein Job wird von jedem Job überholt, der später abgesendet wurde und früher startet. Überholen muss niemanden aufhalten: Was Backfilling füllt, stünde sonst still.",
  fairnessNote: "Fairness zwischen Nutzern ist Jains Index der mittleren begrenzten Verlangsamungen der Nutzer: 1, wenn alle Nutzer dasselbe erleben (die Kennzahl aus der Tabelle der Zahlen).",

  columns: {
    policy: "Verfahren",
    jobs: "Jobs",
    meanChange: "Mittlere Änderung, s",
    interval: "± 95 %, s",
    earlier: "Früher",
    later: "Später",
    job: "Job",
    submitted: "Abgesendet, s",
    user: "Nutzer",
    waitUnder: (policy) => `Wartezeit unter ${policy}, s`,
    change: "Änderung, s",
    atMost: (percent, unit) => `${percent === 100 ? "alle" : `${percent} %`} höchstens${unit}`,
    lower: "Unteres Quartil, s",
    median: "Median, s",
    upper: "Oberes Quartil, s",
    overtaken: "Überholte Jobs",
    overtook: "Jobs, die überholten",
    meanTimes: "Überholt, im Mittel",
    mostTimes: "Überholt, am häufigsten",
    fairness: "Fairness zwischen Nutzern",
  },
};
