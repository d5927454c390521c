// The texts around the steps of the story.
import { count, plain } from "../../format";
import type { story as english } from "../en/story";
import { words } from "./words";

const { listed, minutes } = words;

export const story: typeof english = {
  orders: { fcfs: "wer zuerst kommt", sjf: "kürzester zuerst", ljf: "längster zuerst" },

  steps: "Schritte des Lehrgangs",
  turn: "Schritt davor und danach",
  step: (n, title) => `Schritt ${n}: ${title}`,
  stepOf: (n, of) => `Schritt ${n} von ${of}`,
  print: "Handout drucken",
  notes: "Hinweise für Lehrende",
  lost: (asked, steps) => `„${asked}“ gibt es hier nicht: Die Schritte gehen von 1 bis ${steps}, und das Glossar nennt seine Wörter.`,
  keys: "Tasten: ← und → führen von Schritt zu Schritt.",
  aboutNotes: (steps, time) => `${steps} Schritte, zusammen etwa ${time} Minuten. Jeder hat eine Idee und eine Sache zum Ausprobieren. Lassen Sie die Lernenden sagen, was sie erwarten, bevor sie den Regler bewegen. Von hier gedruckt, endet das Handout mit diesen Hinweisen auf eigenen Seiten; von einem Schritt aus gedruckt, kommt es ohne sie.`,
  toSteps: "Zu den Schritten",
  handOut: "Welcher Job startet als Nächstes?",
  toLaboratory: "Zum Labor →",

  asTable: "Die Jobs als Tabelle",
  idle: "ungenutzt, während Jobs warten",
  answer: "Antwort",
  question: "Frage",
  aim: "Ziel",
  time: "Zeit",
  ask: "Zum Fragen",
  believe: "Was viele glauben",
  minutes: (n) => `${n} Minuten`,
  failed: (why) => `Die Simulation ist gescheitert: ${why} Ein anderer Wert startet einen neuen Versuch.`,
  done: (at) => `alles ist in Minute ${plain(at)} fertig.`,
  columns: ["Job", "Ankunft, Minute", "Prozessoren", "Laufzeit, Minuten", "Schätzung, Minuten"],
  starts: (title) => `Start, Minute: ${title}`,
  asIn: (title) => `Wie im Bild „${title}“.`,

  minuteByMinute: "Minute für Minute",
  before: "Was davor geschah",
  next: "Was als Nächstes geschieht",
  whole: "der ganze Plan",
  minute: (at) => `Minute ${plain(at)}`,

  bestOfThree: "Die beste von drei einfachen Reihenfolgen",
  bestThereIs: "Der beste Plan, den es gibt",
  proven: "vom Löser gefunden und bewiesen",
  notInTime: "der beste Plan wurde nicht rechtzeitig gefunden",

  running: "läuft",
  axisMinutes: "Minuten",
  axisSites: "Standorte",
  axisProcessors: "Prozessoren",
  axisNodes: "Knoten",
  reservedFor: (id) => `reserviert für ${id}`,
  waiting: "wartend",
  nobodyWaits: (at) => `In Minute ${plain(at)} wartet niemand.`,
  described: (title, jobs, all) => {
    const each = jobs.map((j) => `Job ${j.id} von Minute ${plain(j.start)} bis ${plain(j.end)}${j.procs === undefined ? "" : ` auf ${count(j.procs)} Prozessoren`}${j.site ? ` auf ${j.site}` : ""}`);
    return `${title}: ${each.join("; ")}. Insgesamt ${minutes(all)}.`;
  },

  killed: (id) => `Job ${id} wird abgebrochen: Er hat seine Schätzung erreicht.`,
  ends: (id) => `Job ${id} endet.`,
  arrive: (ids) => `${listed(ids)} ${ids.length === 1 ? "kommt an und muss" : "kommen an und müssen"} warten.`,
  startsNow: (id) => `Job ${id} startet.`,
  ahead: (id, of) => `Job ${id} startet vor ${listed(of)}.`,
  aheadDone: (id, of, done, head, at) => `Job ${id} startet vor ${listed(of)}: Er ist bis Minute ${plain(done)} fertig, bevor in Minute ${plain(at)} die Reservierung von Job ${head} beginnt.`,
  aheadLeft: (id, of, head) => `Job ${id} startet vor ${listed(of)}: Er braucht nur Prozessoren, die Job ${head} übrig lässt.`,
  state: (running, waiting) => `${running.length > 0 ? `${listed(running)} ${running.length === 1 ? "läuft" : "laufen"}` : "Nichts läuft"}, ${waiting.length > 0 ? `${listed(waiting)} ${waiting.length === 1 ? "wartet" : "warten"}` : "niemand wartet"}.`,
};
