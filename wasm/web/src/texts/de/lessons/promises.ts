// The texts of steps four to six of the story.
import { plain } from "../../../format";
import type { promises as english } from "../../en/lessons/promises";
import { words } from "../words";

const { changes, listed, minutes } = words;

export const promises: typeof english = {
  withEASY: "Backfilling mit einer Reservierung (EASY)",
  estimates: {
    title: "Schätzungen, und was Lügen kostet",
    text: (run) => [
      `Der Scheduler kann nicht in die Zukunft sehen: Er plant mit der Schätzung, die jeder Nutzer angibt. Ein Job, der seine Schätzung erreicht, wird abgebrochen, und seine Arbeit ist verloren. Also gehen Nutzer auf Nummer sicher und verlangen viel zu viel.`,
      `Job 3 läuft ${run} Minuten. Im ersten Bild gibt sein Nutzer das auch an. Im zweiten wählen Sie, was er angibt: zu wenig, die Wahrheit, etwas mehr oder viel mehr.`,
    ],
    control: "Schätzung von Job 3",
    head: "Job 2, der erste der Warteschlange",
    chosen: "Job 3, dessen Schätzung wählbar ist",
    truth: "Die Wahrheit",
    says: (estimate) => `Job 3 gibt ${minutes(estimate)} an`,
    killed: (says, start, end, left) => `Mit einer Schätzung von ${minutes(says)} wird Job 3 in Minute ${plain(start)} vorgezogen und in Minute ${plain(end)} abgebrochen: Ihm fehlten noch ${minutes(left)}. Seine ganze Arbeit ist verloren.`,
    honest: (start, atOnce) => `Mit der wahren Schätzung wird Job 3 in Minute ${plain(start)} vorgezogen${atOnce ? ", sobald er ankommt" : ""}.`,
    fits: (says, start) => `Mit einer Schätzung von ${minutes(says)} wird Job 3 in Minute ${plain(start)} vorgezogen, genau wie mit der Wahrheit: Diese Lüge passt noch in die Lücke.`,
    late: (says, start, honest) => `Mit einer Schätzung von ${minutes(says)} scheint Job 3 nicht in die Lücke zu passen: Er startet in Minute ${plain(start)} statt ${plain(honest)}.`,
    costs: (lost, gain, pay) => {
      const gains = gain.length > 0 ? [`${listed(gain)} ${gain.length === 1 ? "nimmt" : "nehmen"} seinen Platz und ${gain.length === 1 ? "startet" : "starten"} früher`] : [];
      const pays = pay.length > 0 ? [`${listed(pay)} ${pay.length === 1 ? "startet" : "starten"} später`] : [];
      return `${[`Die Lüge kostet seinen Nutzer ${minutes(lost)}`, ...gains, ...pays].join("; ")}.`;
    },
    question: "Wenn Lügen den Lügner etwas kosten, warum verlangen dann fast alle Nutzer zu viel?",
    answer: (lost) => `Weil die beiden Fehler verschieden teuer sind. Zu viel kostet etwas Wartezeit: hier ${minutes(lost)}. Zu wenig kostet alles: Der Job wird abgebrochen und muss von vorn beginnen. Außerdem kennen Nutzer ihre Laufzeiten nicht genau; wenige Programme laufen zweimal gleich lang.`,
    aim: "Erklären, wozu eine Schätzung dient, und warum zu niedrige und zu hohe verschieden bestraft werden.",
    ask: "Suchen Sie die größte Lüge, die nichts kostet. Wäre ein Scheduler besser, der alle Schätzungen von selbst verdoppelt?",
    misconception: "Dass der Scheduler Laufzeiten kennt. Er kennt nur Schätzungen; ein Job, der früher endet, hinterlässt einfach eine Lücke.",
  },
  conservative: {
    title: "Ein Versprechen an alle: konservatives Backfilling",
    text: [
      "EASY schützt den ersten Job der Warteschlange und sonst niemanden. Ein Job weiter hinten kann immer wieder verdrängt werden, von Jobs, die nach ihm kamen.",
      "Konservatives Backfilling gibt jedem Job ein Versprechen, sobald er ankommt: eine Reservierung zur frühesten Zeit, die kein anderes Versprechen bricht. Überholen ist nur erlaubt, wo es niemanden aufhält. Der Preis: Weniger Jobs können vorgezogen werden.",
    ],
    control: "Laufzeit von Job 4",
    second: "Job 3, der zweite der Warteschlange",
    chosen: "Job 4, dessen Laufzeit wählbar ist",
    same: (end) => `Beide tun dasselbe: Job 4 ist bis Minute ${plain(end)} fertig und niemandem im Weg.`,
    seen: (s) =>
      `Unter EASY startet Job 4 sofort, in Minute ${plain(s.easy4)}, und Job 3 muss bis Minute ${plain(s.easy3)} warten. Konservatives Backfilling hält sein Versprechen an Job 3, der in Minute ${plain(s.cons3)} startet, und Job 4 wartet bis Minute ${plain(s.cons4)}. Die mittlere Wartezeit beträgt ${plain(s.easy)} Minuten unter EASY und ${plain(s.cons)} unter konservativem Backfilling.`,
    question: "Welches von beiden ist besser?",
    answer: (easy, cons, promised, start) => `Es kommt darauf an, was man will. Mit diesen Jobs hat EASY die kürzere mittlere Wartezeit (${plain(easy)} gegenüber ${minutes(cons)}). Konservatives Backfilling kann jedem Nutzer bei der Ankunft eine Zeit nennen und hält sie ein: Job 3 startet in Minute ${plain(promised)}, nicht in Minute ${plain(start)}. Mit anderen Jobs können die Mittelwerte umgekehrt liegen.`,
    aim: "Ein Versprechen an einen von einem Versprechen an alle unterscheiden und sagen, was jedes kostet.",
    ask: "Wer gewinnt und wer zahlt, wenn das Rechenzentrum von EASY zu konservativ wechselt? Was würden Sie einem Nutzer sagen, der fragt, wann sein Job startet?",
    misconception: "Dass eine Reservierung für alle Jobs bei jeder Last die gerechteste Regel ist. Sie kann Prozessoren stillstehen lassen, die niemandem gefehlt hätten.",
  },
  sorting: {
    title: "Die Warteschlange sortieren, und das Verhungern",
    text: (big, procs, run, every) => [
      `Nirgends steht, dass der Erste auch vorn stehen muss. Sortiert man die Warteschlange nach Schätzungen, kürzester Job zuerst (SJF), dann wartet der Durchschnittsjob weniger: Besser wartet einer auf einen kurzen Job als zehn auf einen langen.`,
      `Aber was ist mit dem langen? Job ${big} braucht alle ${procs} Prozessoren für ${run} Minuten, und alle ${every} Minuten kommt ein kurzer Job an. Lassen Sie mehr davon kommen, und sehen Sie zu.`,
    ],
    control: "Kurze Jobs, die ankommen",
    jobs: (n) => `${n} kurze Jobs`,
    chosen: (big) => `Job ${big}, der lange`,
    first: "Wer zuerst kommt, mahlt zuerst",
    shortest: "Kürzester Job zuerst",
    withBackfilling: "mit Backfilling (EASY)",
    sortedBackfilling: "mit Backfilling (SJF-EASY)",
    waits: (big, first, shortest, each) => `Job ${big} wartet ${minutes(first)}, wenn der Erste zuerst drankommt, und ${minutes(shortest)}, wenn der Kürzeste zuerst drankommt${shortest > first ? `: ${minutes(shortest - first)} länger, ${minutes(each)} für jeden kurzen Job` : ""}.`,
    meanWait: (waits) => `Die mittlere Wartezeit aller Jobs ${changes(...waits)}, wenn der Kürzeste zuerst drankommt.`,
    question: (big) => `Was geschieht mit Job ${big}, wenn immer weiter kurze Jobs kommen?`,
    answer: (start, slowdown) => `Er startet nie: Er verhungert. Mit diesen kurzen Jobs startet er in Minute ${plain(start)}, erst wenn keiner mehr übrig ist. Seine Verlangsamung, die Antwortzeit geteilt durch die Laufzeit, beträgt schon ${plain(slowdown)}. Deshalb lassen Scheduler, die sortieren, auch das Warten zählen (wie die Prioritäten von Slurm), oder sie begrenzen, wie oft ein Job überholt werden darf.`,
    aim: "Erkennen, dass der Mittelwert besser werden kann, während einzelne Nutzer sehr schlecht behandelt werden.",
    ask: "Würden Sie das zweite Bild besser nennen? Nach welchem Maß: mittlere Wartezeit, mittlere begrenzte Verlangsamung, längste Wartezeit? Erfinden Sie eine Regel, die das meiste gewinnt und niemanden verhungern lässt.",
    misconception: "Dass eine kleinere mittlere Wartezeit für alle besser ist. Der Mittelwert sagt nichts über den Job, den es am schlimmsten trifft.",
  },
};
