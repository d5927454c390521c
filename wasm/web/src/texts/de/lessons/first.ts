// The texts of the first three steps of the story.
import { plain } from "../../../format";
import type { first as english } from "../../en/lessons/first";
import { words } from "../words";

const { changes, instead, listed, minutes } = words;

export const first: typeof english = {
  procs: (n) => `${n} Prozessoren`,
  queue: {
    title: "Ein Rechner und seine Warteschlange",
    text: (jobs, within) => [
      `Ein Job ist ein Programm, das eine Zeit lang mehrere Prozessoren braucht, alle gleichzeitig. In diesen Bildern läuft die Zeit nach rechts, die Prozessoren sind nach oben gestapelt. Ein Job ist also ein Kasten: so lang, wie er läuft, und so hoch, wie er breit ist. Ein solches Bild heißt Gantt-Diagramm.`,
      `${jobs} Jobs kommen innerhalb von ${within} Minuten an. Was nicht passt, wartet in einer Warteschlange, und wer zuerst kommt, startet zuerst. Der Regler unter den Bildern verschiebt die Minute: So lässt sich zusehen, wie die Warteschlange wächst und schrumpft.`,
    ],
    control: "Prozessoren des zweiten Rechners",
    aside: "wer zuerst kommt, mahlt zuerst (FCFS)",
    same: "Zwei gleich große Rechner: Bitte für den zweiten eine andere Größe wählen.",
    seen: (s) =>
      `Mit ${s.procs} Prozessoren endet der letzte Job in Minute ${plain(s.end)}, ${minutes(Math.abs(s.earlier))} ${s.earlier > 0 ? "früher" : "später"} als mit ${s.before}; die mittlere Wartezeit beträgt ${instead(...s.waits)}. Die Prozessoren arbeiten ${s.used[1]} % der Zeit (das ist die Auslastung) statt ${s.used[0]} %.`,
    question: "Doppelt so viele Prozessoren: Ist alles in der halben Zeit fertig?",
    answer: (longest, procs, end) => `Nein. Ein einzelner Job läuft auf einem größeren Rechner nicht schneller, er wartet nur kürzer. Die längste Laufzeit beträgt hier ${minutes(longest)}, und kein Rechner ist fertig, bevor der letzte Job angekommen und gelaufen ist. Mit ${procs} Prozessoren dauert es ${minutes(end)}; der Regler ganz rechts zeigt, was doppelt so viele sparen.`,
    aim: "Ein Gantt-Diagramm lesen; Breite und Laufzeit eines Jobs unterscheiden, ebenso Wartezeit und Antwortzeit.",
    ask: "Welchen Kasten würden Sie entfernen, damit alle anderen weniger warten? Warum ist die Gesamtdauer kein gutes Maß für die Nutzer?",
    misconception: "Dass jeder Job auf einem größeren Rechner schneller läuft. Es laufen nur mehr Jobs nebeneinander.",
  },
  holes: {
    title: "Wer zuerst kommt, mahlt zuerst: und die Lücken",
    text: (holds, procs) => [
      `Wer zuerst kommt, mahlt zuerst (FCFS): Das ist gerecht und einfach, niemand überholt. Aber was bewirkt ein einziger breiter Job? Job 1 belegt ${holds} der ${procs} Prozessoren. Job 2 ist der nächste. Braucht er mehr als die ${procs - holds}, die übrig sind, muss er warten, und alle Jobs hinter ihm warten mit, auch die, die Platz hätten.`,
      "Die schraffierte Fläche ist eine Lücke: Prozessoren, die stillstehen, obwohl Jobs warten.",
    ],
    control: "Prozessoren, die Job 2 verlangt",
    chosen: "Job 2, dessen Breite wählbar ist",
    asks: (width) => `Job 2 verlangt ${width} Prozessoren`,
    atOnce: (at) => `Job 2 passt neben Job 1 und startet sofort, in Minute ${plain(at)}.`,
    waits: (width, wait) => `Job 2 verlangt ${width} Prozessoren und wartet ${minutes(wait)}, und alle anderen hinter ihm.`,
    lost: (lost, narrow, width, waits) => `Insgesamt bleiben ${plain(lost)} Prozessorminuten ungenutzt, während Jobs warten (${plain(narrow)}, wenn er ${width} verlangt), und die mittlere Wartezeit beträgt ${instead(...waits)}.`,
    question: "Niemand überholt Job 2. Nützt ihm das?",
    answer: (end, lost, start) => `Nein. Job 2 wartet auf Job 1, der in Minute ${plain(end)} endet. Ein kurzer Job, der in der Lücke läuft und bis dahin fertig ist, würde ihn keine Sekunde aufhalten. FCFS lässt ${plain(lost)} Prozessorminuten ungenutzt, und Job 2 startet trotzdem erst in Minute ${plain(start)}.`,
    aim: "Erkennen, dass strenge Reihenfolge Prozessoren verschwendet, und dass es darauf ankommt, wie breit die Jobs sind.",
    ask: "Wie viel der Lücke ließe sich nutzen, ohne dass jemand schlechter dasteht? Welche Jobs würden Sie hineinschicken?",
    misconception: "Dass stillstehende Prozessoren den ersten Job der Warteschlange schützen. Er wartet auf laufende Jobs, nicht auf die hinter ihm.",
  },
  backfilling: {
    title: "Backfilling, und die Reservierung, die es gerecht macht",
    text: [
      "Beim Backfilling (Rückfüllen) dürfen Jobs überholen, unter einer Bedingung: Der erste Job der Warteschlange darf nicht später starten. Der Scheduler rechnet zuerst aus, wann dieser spätestens starten kann: sobald genug laufende Jobs beendet sind. Das ist seine Schattenzeit, und ab dann sind Prozessoren für ihn reserviert: der gestrichelte Umriss.",
      "Ein anderer Job darf jetzt starten, wenn er vor der Schattenzeit fertig ist oder wenn er nur Prozessoren braucht, die der erste übrig lässt. Diese Regel heißt EASY.",
    ],
    control: "Laufzeit von Job 3",
    head: "Job 2, der erste der Warteschlange",
    chosen: "Job 3, dessen Laufzeit wählbar ist",
    earlier: (start, before, reserved) => `Job 3 startet in Minute ${plain(start)} statt ${plain(before)}, weil er fertig ist, bevor in Minute ${plain(reserved)} die Reservierung von Job 2 beginnt.`,
    notEarlier: (reserved, left, start) => `Job 3 würde in Minute ${plain(reserved)} noch laufen, wenn die Reservierung von Job 2 beginnt, und er braucht mehr als die ${left} Prozessoren, die übrig bleiben. Also startet er in Minute ${plain(start)}.`,
    others: (gain, pay) => {
      const gains = `${listed(gain)} ${gain.length === 1 ? "startet" : "starten"} früher; `;
      const pays = pay.length === 0 ? "niemand startet später als unter FCFS" : `${listed(pay)} ${pay.length === 1 ? "startet" : "starten"} später als unter FCFS`;
      return gain.length > 0 ? `${gains}${pays}.` : `${pays.charAt(0).toUpperCase()}${pays.slice(1)}.`;
    },
    meanWait: (waits) => `Die mittlere Wartezeit ${changes(...waits)}.`,
    question: "Job 4 läuft länger, als bis zur Reservierung Zeit ist. Warum darf er trotzdem vor Job 2 starten?",
    answer: (head, procs, width, start, reserved) => `Job 2 wird ${head} der ${procs} Prozessoren brauchen, ${procs - head} bleiben also übrig. Job 4 braucht nur ${width} und kann neben Job 2 laufen. Er startet in Minute ${plain(start)}, und Job 2 startet weiterhin in Minute ${plain(reserved)}.`,
    aim: "Die Regel von EASY in einem Satz sagen und damit prüfen, ob ein Job vorgezogen werden darf.",
    ask: "Ab welcher Laufzeit wird Job 3 nicht mehr vorgezogen, und warum gerade da? Was muss der Scheduler über jeden Job wissen?",
    misconception: "Dass Backfilling ungerecht ist, weil Jobs überholen. Der erste startet so früh wie ohne sie, sofern die Schätzungen stimmen.",
  },
};
