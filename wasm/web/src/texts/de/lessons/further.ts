// The texts of steps seven to ten of the story.
import { count, plain } from "../../../format";
import type { further as english } from "../../en/lessons/further";
import { words } from "../words";

const { changes, instead, joined, listed, minutes, times } = words;

export const further: typeof english = {
  planning: {
    title: "Vorausplanen und sich selbst einstellen",
    text: [
      "Statt nur zu fragen, wer jetzt startet, kann ein Scheduler für jeden wartenden Job einen Start planen. Den Plan macht er neu, sobald ein Job ankommt oder endet. Aber in welcher Reihenfolge soll er planen: wer zuerst kommt, kürzester Job zuerst, längster Job zuerst? Keine ist immer die beste.",
      "Ein Scheduler mit Selbsteinstellung, dynP, macht jedes Mal alle drei Pläne, vergleicht, was sie versprechen, und folgt dem besten. Der Maßstab ist hier die mittlere Antwortzeit, gewichtet nach Breite (ARTwW). Der Streifen zeigt, welche Reihenfolge galt. Ändern Sie den Stauchungsfaktor: dieselben Jobs, schneller oder langsamer abgesendet.",
    ],
    control: "Stauchungsfaktor: Zeiten zwischen den Jobs",
    titles: ["Wer zuerst kommt, mahlt zuerst", "Kürzester Job zuerst", "Längster Job zuerst"],
    within: ["„wer zuerst kommt“", "„kürzester Job zuerst“", "„längster Job zuerst“"],
    bestOfThree: "die beste der drei Reihenfolgen, die ganze Zeit",
    bestAtPresent: "Die gerade beste Reihenfolge",
    dynp: "dynP mit Selbsteinstellung",
    seen: (s) => {
      const all = joined(s.fixed.map((t, i) => `${i === 0 ? minutes(t) : plain(t)} mit ${further.planning.within[i]}`));
      const compared = s.dynp < s.best ? `${minutes(s.best - s.dynp)} weniger als die beste davon` : s.dynp === s.best ? "so gut wie die beste davon" : `${minutes(s.dynp - s.best)} mehr als die beste davon`;
      return `Die mittlere Antwortzeit, gewichtet nach Breite, beträgt ${all}. dynP erreicht ${minutes(s.dynp)}: ${compared}. Die Starts seiner Jobs folgen ${s.orders.length === 1 ? `einer Reihenfolge: ${s.orders[0]}` : `nacheinander ${s.orders.length} Reihenfolgen: ${joined(s.orders)}`}.`;
    },
    question: "dynP folgt immer dem Plan, der am besten aussieht. Ist sein Ergebnis deshalb immer das beste?",
    answer: (dynp, best) => `Nein. Jeder Plan kennt nur die Jobs, die schon da sind; der nächste kann eine andere Reihenfolge zur besseren machen. Bei jedem Schritt den besten Plan zu wählen, ist oft gut (hier ${plain(dynp)} gegenüber ${minutes(best)}), aber keine Garantie.`,
    aim: "Eine Warteschlange von einem Plan unterscheiden, und eine feste Regel von einer, die unter Regeln wählt.",
    ask: "Bei welcher Last kommt es am meisten auf die Wahl an? Warum kaum, wenn der Rechner fast leer ist?",
    misconception: "Dass die beste Entscheidung bei jedem Schritt am Ende den besten Plan ergibt. Wer nur den Moment sieht, ist blind für das, was später kommt.",
  },
  grid: {
    title: "Zwei Standorte, breite Jobs und Jobs, die schrumpfen",
    text: (procs, percent) => [
      `Jetzt gibt es zwei Standorte, A und B, mit je ${procs} Prozessoren: ein Grid. Jeder Job hat einen Heimatstandort; nur Job 4 ist auf B zu Hause. Im ersten Bild bleibt jeder Standort für sich. Im zweiten wählen Sie, wie sie einander helfen.`,
      `Sie können Prozessoren verleihen: Ein Job läuft, wo er hinpasst. Sie können einen breiten Job auf beiden Standorten zugleich ausführen (Multi-Site-Ausführung); das dauert ${percent} % länger, weil seine Teile über ein langsames Netz sprechen. Oder sie starten einen formbaren Job auf weniger Prozessoren als verlangt; dann dauert er entsprechend länger.`,
    ],
    control: "Wie die Standorte einander helfen",
    lend: "Prozessoren verleihen",
    both: "Auf beiden Standorten zugleich",
    fewer: "Auf weniger Prozessoren starten",
    chosen: "Job 3, so breit wie ein Standort",
    onBoth: (starts, runs, ends) => `Job 3 startet in Minute ${plain(starts[1])} statt ${plain(starts[0])}, auf beiden Standorten zugleich. Er läuft ${instead(...runs)} und endet in Minute ${plain(ends[1])} statt ${plain(ends[0])}.`,
    onFewer: (starts, got, width, runs, ends) => `Job 3 startet in Minute ${plain(starts[1])} statt ${plain(starts[0])}, auf ${got} der ${width} verlangten Prozessoren. Er läuft ${instead(...runs)} und endet in Minute ${plain(ends[1])} statt ${plain(ends[0])}.`,
    onOne: (starts, site, run, ends) => `Job 3 startet in Minute ${plain(starts[1])} statt ${plain(starts[0])}, auf Standort ${site}. Er läuft ${minutes(run)} und endet in Minute ${plain(ends[1])} statt ${plain(ends[0])}.`,
    shrink: (ids) => `Auch ${listed(ids)} ${ids.length === 1 ? "schrumpft" : "schrumpfen"}.`,
    inAll: (waits, ends) => `Die mittlere Wartezeit ${changes(...waits)}, und der letzte Job endet in Minute ${plain(ends[1])} statt ${plain(ends[0])}.`,
    question: "Wann lohnt es sich, einen Job auf beiden Standorten zugleich auszuführen, obwohl er dort länger braucht?",
    answer: (takes, more, start) => `Wenn er auf einen Standort länger warten würde, als der Mehraufwand kostet. Job 3 braucht auf beiden Standorten ${minutes(takes)}, ${minutes(more)} mehr als auf einem, aber er startet in Minute ${plain(start)}. Wird ein Standort ohnehin bald frei, ist Warten besser: Die Prozessoren leisten dann weniger Arbeit für denselben Job.`,
    aim: "Drei Wege vergleichen, mehrere Rechner zu nutzen: was jeder kostet, und wen.",
    ask: "Nur Job 4 ist auf B zu Hause. Gewinnt sein Besitzer durch das Grid? Welchen Weg würden Sie wählen, wenn das Netz doppelt so langsam wäre?",
    misconception: "Dass früher starten auch früher enden heißt. Ein Job, der schrumpft, startet sofort und endet vielleicht als letzter.",
  },
  nodes: {
    title: "Knoten teilen statt warten",
    text: (one, four) => [
      `Bisher gehörte ein Prozessor immer nur einem Job. Auf geteilten Knoten teilen sich mehrere Jobs die Zeit eines Knotens: Zwei Jobs auf einem Knoten laufen je halb so schnell. Das Tempo, das ein Job bekommt, ist sein Ertrag (yield). Ein kurzer Job muss nicht mehr auf einen langen warten.`,
      `Aber Speicher lässt sich nicht teilen: Ist er voll, muss jemand angehalten oder auf einen anderen Knoten verschoben werden (Migration). Das kostet eine Strafzeit, in der der Job seine Knoten belegt und nicht vorankommt (schraffiert). Job 1 braucht ${one} % des Speichers jedes Knotens, Job 4 braucht ${four} %.`,
    ],
    control: "Strafzeit für jedes Anhalten oder Verschieben",
    long: "Job 1, der lange",
    short: "Job 2, ein kurzer",
    nodeEach: "Ein Knoten je Teilaufgabe",
    shared: "Geteilte Knoten",
    easy: "Backfilling mit einer Reservierung (EASY)",
    greedy: "leerste Knoten zuerst, mit Anhalten und Verschieben (GreedyPM*/per)",
    seen: (s) =>
      `Auf geteilten Knoten endet Job 2 in Minute ${plain(s.two[1])} statt ${plain(s.two[0])}. Job 1 zahlt dafür: Er endet in Minute ${plain(s.one[1])} statt ${plain(s.one[0])}. Jobs werden ${times(s.pauses)} angehalten und ${times(s.moves)} verschoben, zu je ${minutes(s.penalty)}. Die größte Dehnung, also wie viel länger als allein ein Job braucht, beträgt ${plain(s.stretch[1])} (Job ${s.of[1]}) statt ${plain(s.stretch[0])} (Job ${s.of[0]}).`,
    question: "Teilen macht die Knoten nicht schneller. Woher kommt der Gewinn?",
    answer: (longer, long, short, waited) => `Davon, wen es bremst. Job 1 braucht ${minutes(longer)} länger; das ist wenig für einen Job von ${minutes(long)}. Job 2, mit ${minutes(short)}, wartet nicht mehr ${minutes(waited)}. Die Arbeit ist dieselbe (und die Strafzeiten kommen dazu), aber niemand wartet unverhältnismäßig lange.`,
    aim: "Ertrag und Dehnung verstehen, und warum Verschieben nicht umsonst ist.",
    ask: "Ab welcher Strafzeit ist Teilen schlechter als Backfilling, nach der größten Dehnung? Warum braucht der Scheduler hier keine Schätzungen?",
    misconception: "Dass Teilen Rechenleistung schafft. Es verteilt sie nur anders über die Zeit.",
  },
  optimum: {
    title: "Wie gut könnte es sein? Das Optimum",
    text: (jobs, held, procs, until) => [
      `Alle Regeln bisher sind Faustregeln. Für wenige Jobs kann ein Computer den allerbesten Plan finden und beweisen, indem er alle anderen ausschließt. Hier warten ${jobs} Jobs, und schon laufende Jobs belegen bis Minute ${until} ${held} der ${procs} Prozessoren.`,
      "Das erste Bild zeigt die beste von drei einfachen Reihenfolgen: wer zuerst kommt, kürzester zuerst, längster zuerst. Das zweite zeigt das Optimum: Kein Plan hat eine kleinere mittlere Antwortzeit, gewichtet nach Breite (ARTwW).",
    ],
    control: "Laufzeit von Job 4",
    chosen: "Job 4, dessen Laufzeit wählbar ist",
    worse: (rule, order, best, percent) => `Die mittlere Antwortzeit, gewichtet nach Breite, beträgt ${plain(rule)} Minuten mit der besten einfachen Reihenfolge (${order}) und ${plain(best)} mit dem Optimum: Die einfache Reihenfolge verschenkt ${plain(percent)} %.`,
    asGood: (rule, order) => `Die mittlere Antwortzeit, gewichtet nach Breite, beträgt mit beiden ${minutes(rule)}: Hier ist eine einfache Reihenfolge (${order}) so gut, wie es nur geht.`,
    later: (ids) => `Im Optimum ${ids.length === 1 ? "startet" : "starten"} ${listed(ids)} später als in der einfachen Reihenfolge.`,
    question: "Warum berechnen echte Scheduler nicht einfach das Optimum?",
    answer: (jobs, orders, more) => `Weil die Zahl der Pläne explodiert: ${jobs} Jobs lassen sich auf ${count(orders)} Arten ordnen, ${2 * jobs} Jobs auf ${count(more)}. Außerdem sind die Schätzungen falsch, und der nächste Job kommt an, bevor die Antwort da ist. Das Optimum ist ein Maßstab: Es sagt, wie viel eine bessere Regel höchstens gewinnen könnte.`,
    aim: "Das Optimum als Maßstab nutzen und wissen, warum es nicht der Scheduler sein kann.",
    ask: "Bei welcher Laufzeit von Job 4 verschenkt die einfache Reihenfolge am meisten? Behandelt das Optimum alle besser?",
    misconception: "Dass optimal für alle gut heißt. Es ist nach einem Maßstab das Beste, und manche Jobs warten dafür länger.",
  },
};
