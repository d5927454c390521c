// The words of the field: what each is called, how texts spell it (longest first, case is ignored), and what it means.
import type { terms as english } from "../en/terms";

export const terms: typeof english = {
  artww: {
    name: "ARTwW",
    words: ["ARTwW", "mittlere Antwortzeit, gewichtet nach Breite"],
    text: "Die mittlere Antwortzeit, gewichtet nach Breite (average response time weighted by width): Die Antwortzeit jedes Jobs zählt so oft, wie er Prozessoren hat. Sie ist der Maßstab der Artikel über dynP.",
  },
  backfilling: {
    name: "Backfilling (Rückfüllen)",
    words: ["Backfilling", "Rückfüllen", "vorgezogen"],
    text: "Einen Job vor seiner Reihe auf Prozessoren starten, die sonst stillstehen, solange das keinen Job mit Reservierung aufhält.",
  },
  "slowdown-bounded": {
    name: "Begrenzte Verlangsamung",
    words: ["begrenzte Verlangsamung", "begrenzten Verlangsamung"],
    text: "Die Verlangsamung (bounded slowdown), wobei Laufzeiten unter einer Grenze (meist 10 Sekunden) als diese Grenze zählen, damit sehr kurze Jobs nicht alle anderen überwiegen.",
  },
  conservative: {
    name: "Konservatives Backfilling",
    words: ["konservatives Backfilling", "konservativem Backfilling", "konservativ"],
    text: "Backfilling, bei dem jeder wartende Job eine Reservierung hat. Ein Job darf nur überholen, wenn er keinen davon aufhält.",
  },
  dynp: {
    name: "dynP",
    words: ["dynP"],
    text: "Kurz für dynamic policy: ein Scheduler, der alle wartenden Jobs in mehreren Reihenfolgen plant und dem Plan folgt, der am besten aussieht.",
  },
  easy: {
    name: "EASY",
    words: ["EASY"],
    text: "Kurz für Extensible Argonne Scheduling System: Backfilling, bei dem nur der erste Job der Warteschlange eine Reservierung hat.",
  },
  estimate: {
    name: "Schätzung",
    words: ["Schätzungen", "Schätzung"],
    text: "Die Laufzeit, die ein Nutzer verlangt. Der Scheduler plant mit ihr, weil er die echte Laufzeit nicht kennen kann; ein Job, der sie erreicht, wird beendet.",
  },
  fcfs: {
    name: "Wer zuerst kommt, mahlt zuerst (FCFS)",
    words: ["wer zuerst kommt, mahlt zuerst", "wer zuerst kommt", "FCFS"],
    text: "First come, first served: Jobs starten streng in der Reihenfolge ihrer Ankunft. Passt der erste nicht, warten alle anderen hinter ihm.",
  },
  gantt: {
    name: "Gantt-Diagramm",
    words: ["Gantt-Diagramme", "Gantt-Diagramm"],
    text: "Ein Bild eines Plans: Die Zeit läuft nach rechts, Prozessoren sind nach oben gestapelt, und jeder Job ist ein Kasten, so lang wie seine Laufzeit und so hoch wie seine Breite.",
  },
  grid: {
    name: "Grid",
    words: ["Grid"],
    text: "Mehrere Standorte, oft mit mehreren Besitzern, die einander Prozessoren verleihen.",
  },
  head: {
    name: "Erster der Warteschlange",
    words: ["erste Job der Warteschlange", "ersten Job der Warteschlange", "erste der Warteschlange"],
    text: "Der Job, der an der Reihe ist (head of the queue).",
  },
  hole: {
    name: "Lücke",
    words: ["Lücken", "Lücke"],
    text: "Prozessoren, die eine Zeit lang stillstehen, obwohl Jobs warten, weil der Job, der an der Reihe ist, nicht passt.",
  },
  home: {
    name: "Heimatstandort",
    words: ["Heimatstandort", "Heimat"],
    text: "Der Standort eines Grids, bei dem ein Job abgesendet wird, zum Beispiel der des Instituts seines Nutzers.",
  },
  job: {
    name: "Job",
    words: ["Jobs", "Job"],
    text: "Ein Programm, das jemand ausführen will: Es braucht eine Zeit lang mehrere Prozessoren, alle gleichzeitig. Auch: Auftrag.",
  },
  ljf: {
    name: "Längster Job zuerst (LJF)",
    words: ["längster Job zuerst", "LJF"],
    text: "Die Warteschlange ist nach Schätzungen sortiert, die längste zuerst (longest job first). Das füllt einen Rechner meist gut und lässt kurze Jobs warten.",
  },
  load: {
    name: "Last",
    words: ["Last"],
    text: "Die abgesendete Arbeit, als Teil dessen, was der Rechner in derselben Zeit leisten könnte. Ab einer Last von 1 wächst die Warteschlange.",
  },
  makespan: {
    name: "Gesamtdauer",
    words: ["Gesamtdauer"],
    text: "Die Zeit vom Absenden des ersten Jobs bis zum Ende des letzten (makespan).",
  },
  migration: {
    name: "Migration (Verschiebung)",
    words: ["Verschiebungen", "Verschiebung", "Migration", "verschoben"],
    text: "Einen laufenden Job auf andere Knoten verschieben.",
  },
  moldable: {
    name: "Formbarer Job",
    words: ["formbaren Job", "formbarer Job", "formbar"],
    text: "Ein Job, der auf weniger Prozessoren starten kann, als er verlangt, und dann länger braucht (moldable). Ein Job, der das nicht kann, heißt starr.",
  },
  multisite: {
    name: "Multi-Site-Ausführung",
    words: ["Multi-Site-Ausführung", "Multi-Site"],
    text: "Einen Job auf Prozessoren mehrerer Standorte zugleich ausführen. Seine Teile sprechen über das Netz zwischen den Standorten, also dauert er länger.",
  },
  node: {
    name: "Knoten",
    words: ["geteilten Knoten", "geteilte Knoten", "Knoten"],
    text: "Ein Computer eines Clusters, mit eigenen Prozessoren und eigenem Speicher. Auch: Rechenknoten.",
  },
  optimum: {
    name: "Optimum",
    words: ["Optimum", "optimal", "bester Plan"],
    text: "Der beste aller Pläne nach einem gegebenen Maßstab. Um ihn zu finden, muss man alle anderen ausschließen, und deren Zahl explodiert mit der Zahl der Jobs.",
  },
  pause: {
    name: "Anhalten",
    words: ["angehalten", "Anhalten", "Pausen"],
    text: "Einen laufenden Job von seinen Knoten nehmen, um ihn später fortzusetzen. Der Fachausdruck ist Verdrängung (preemption).",
  },
  penalty: {
    name: "Strafzeit",
    words: ["Strafzeiten", "Strafzeit"],
    text: "Die Zeit, in der ein fortgesetzter oder verschobener Job seine Knoten belegt, ohne voranzukommen, weil sein Speicher gelesen oder kopiert wird.",
  },
  plan: {
    name: "Plan",
    words: ["Pläne", "Plan"],
    text: "Ein künftiger Start für jeden wartenden Job, neu gemacht, sobald ein Job ankommt oder endet. Wirklich startet nur, was für jetzt geplant ist.",
  },
  processor: {
    name: "Prozessor",
    words: ["Prozessoren", "Prozessor"],
    text: "Die Einheit, die Jobs zugeteilt und angerechnet wird: ein Kern, ein Chip oder ein ganzer Computer.",
  },
  queue: {
    name: "Warteschlange",
    words: ["Warteschlange"],
    text: "Die wartenden Jobs, in der Reihenfolge, in der der Scheduler sie betrachtet.",
  },
  reservation: {
    name: "Reservierung",
    words: ["Reservierungen", "Reservierung", "reserviert"],
    text: "Ein Versprechen an einen wartenden Job: Ab dieser Zeit gehören dir so viele Prozessoren. Andere dürfen nur früher starten, wenn sie das nicht stören.",
  },
  response: {
    name: "Antwortzeit",
    words: ["Antwortzeiten", "Antwortzeit"],
    text: "Die Zeit vom Absenden eines Jobs bis zu seinem Ende: Wartezeit und Laufzeit.",
  },
  runtime: {
    name: "Laufzeit",
    words: ["Laufzeiten", "Laufzeit"],
    text: "Wie lange ein Job wirklich läuft, vom Start bis zum Ende.",
  },
  schedule: {
    name: "Ablaufplan",
    words: ["ganze Plan", "Ablaufplan"],
    text: "Wer wann läuft: ein Start für jeden Job, wobei nie mehr Prozessoren belegt sind, als es gibt (schedule).",
  },
  selftuning: {
    name: "Selbsteinstellung",
    words: ["Selbsteinstellung"],
    text: "Ein Scheduler, der seine Einstellungen im Betrieb selbst ändert, indem er vergleicht, wozu jede führen würde (self-tuning).",
  },
  shadow: {
    name: "Schattenzeit",
    words: ["Schattenzeit"],
    text: "Der erste Moment, in dem nach den Schätzungen genug Prozessoren für den ersten Job der Warteschlange frei sind: Dann beginnt seine Reservierung.",
  },
  sjf: {
    name: "Kürzester Job zuerst (SJF)",
    words: ["kürzester Job zuerst", "SJF"],
    text: "Die Warteschlange ist nach Schätzungen sortiert, die kürzeste zuerst (shortest job first). Die meisten Jobs warten weniger, und lange können verhungern.",
  },
  shrink: {
    name: "Stauchungsfaktor",
    words: ["Stauchungsfaktor"],
    text: "Ein Faktor auf die Zeiten zwischen den Jobs (shrinking factor): Mit 0,8 kommen dieselben Jobs in vier Fünfteln der Zeit an, die Last steigt also.",
  },
  site: {
    name: "Standort",
    words: ["Standorten", "Standorte", "Standort"],
    text: "Einer der Rechner eines Grids, mit eigenen Prozessoren und eigenem Tempo.",
  },
  slowdown: {
    name: "Verlangsamung",
    words: ["Verlangsamung"],
    text: "Die Antwortzeit geteilt durch die Laufzeit (slowdown): 1 ist ein Job, der nicht gewartet hat, 3 einer, der dreimal so lange brauchte, wie er lief.",
  },
  starvation: {
    name: "Verhungern",
    words: ["verhungern", "verhungert"],
    text: "Warten ohne Ende, weil andere immer vorgehen.",
  },
  stretch: {
    name: "Dehnung",
    words: ["Dehnung"],
    text: "Wie viel länger ein Job vom Absenden bis zum Ende braucht, als er allein auf dem Rechner bräuchte (stretch). Die größte sagt, wie es dem Job erging, den es am schlimmsten traf.",
  },
  utilisation: {
    name: "Auslastung",
    words: ["Auslastung"],
    text: "Der Teil aller Prozessorzeit, vom Absenden des ersten Jobs bis zum Ende des letzten, in dem Prozessoren arbeiteten.",
  },
  wait: {
    name: "Wartezeit",
    words: ["mittlere Wartezeit", "Wartezeiten", "Wartezeit"],
    text: "Die Zeit vom Absenden eines Jobs bis zu seinem Start.",
  },
  width: {
    name: "Breite",
    words: ["Breiten", "breiter", "Breite", "breit"],
    text: "Wie viele Prozessoren ein Job gleichzeitig braucht.",
  },
  yield: {
    name: "Ertrag",
    words: ["Ertrag"],
    text: "Das Tempo eines Jobs auf einem geteilten Knoten, als Teil dessen, was er allein hätte (yield): Mit einem Ertrag von 0,5 kommt er halb so schnell voran.",
  },
};
