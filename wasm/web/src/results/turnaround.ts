// One metric of each policy as a bar: the mean turnaround, which grids are judged
// by; the maximum stretch, which shared nodes are, against what no schedule can
// do better than.
import { breakable, byID, make } from "../dom";
import { duration, fixed, number } from "../format";
import type { Metric, RunAnswer } from "../simulator/protocol";
import { policyColour } from "../charts/theme";
import { results as texts } from "texts/results";

/** What is shown of which column of the runs table. */
interface Judged {
  column: string;
  title: string;
  note: string;
  text(v: number): string;
  /** Bars begin at 1 and tenfold is everywhere as long; else at 0. */
  logarithmic: boolean;
  /** A line across all bars, and what it is. */
  reference: { value: number; text: string } | undefined;
}

/** What policies are judged by where the answer is from, if by one thing. */
function judged(answer: RunAnswer): Judged | undefined {
  if (answer.tables.parts) {
    return { column: "art_s", title: texts.meanTurnaround, text: duration, logarithmic: false, reference: undefined, note: texts.turnaroundNote };
  }
  if (!answer.shared) return undefined;
  const { bound } = answer.shared;
  return {
    column: "bsld_max",
    title: texts.maxStretch,
    text: number,
    logarithmic: true,
    reference: bound === null ? undefined : { value: bound, text: texts.bound(number(bound)) },
    note: texts.stretchNote + (bound === null ? ` ${texts.noBound}` : ""),
  };
}

/** Shows the bars, or hides them where there is nothing that all policies are judged by. */
export function showBars(metrics: Metric[], answer: RunAnswer, title: (policy: string) => string): void {
  const j = judged(answer);
  byID("turnaround").hidden = !j;
  if (!j) return;
  byID("turnaround-title").textContent = j.title;
  const k = metrics.findIndex((m) => m.name === j.column);
  const values = answer.runs.map((r) => r.metrics[k] ?? NaN);
  const most = Math.max(...values.filter((v) => !Number.isNaN(v)), 0);
  const part = (v: number) => (j.logarithmic ? Math.log(Math.max(v, 1)) / Math.log(Math.max(most, 1.01)) : most > 0 && v > 0 ? v / most : 0);
  byID("turnaround-bars").replaceChildren(
    ...answer.runs.map((r, i) => {
      const bar = make("span", { className: "bar" });
      bar.style.background = policyColour(r.policy);
      bar.style.width = `${Number.isNaN(values[i]) ? 0 : 100 * part(values[i])}%`;
      const track = make("span", { className: "track" }, bar);
      if (j.reference) {
        const line = make("span", { className: "reference", title: j.reference.text });
        line.style.left = `${Math.min(100 * part(j.reference.value), 100)}%`;
        track.append(line);
      }
      const share = j.logarithmic || i === 0 || !(values[0] > 0) ? "" : ` ${percent(values[i] / values[0])}`;
      return make("li", {}, make("span", {}, ...breakable(title(r.policy))), track, make("span", {}, make("strong", {}, Number.isNaN(values[i]) ? "–" : j.text(values[i])), make("small", {}, share)));
    }),
  );
  const of = !j.logarithmic && answer.runs.length > 1 ? [texts.percentagesOf(title(answer.runs[0].policy))] : [];
  byID("turnaround-note").textContent = [j.note, ...of, ...(j.reference ? [j.reference.text] : [])].join(" ");
}

function percent(x: number): string {
  return Number.isNaN(x) ? "–" : `${fixed(100 * x, x < 0.1 ? 1 : 0)} %`;
}
