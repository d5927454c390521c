// The mean turnaround of each policy as a bar: what grids are judged by.
import { byID, make } from "./dom";
import { duration } from "./format";
import type { Metric, RunAnswer } from "./protocol";
import { policyColour } from "./theme";

/** The column of the runs table. */
const COLUMN = "art_s";

export function showTurnarounds(metrics: Metric[], answer: RunAnswer, title: (policy: string) => string): void {
  const k = metrics.findIndex((m) => m.name === COLUMN);
  const values = answer.runs.map((r) => r.metrics[k] ?? NaN);
  const most = Math.max(...values.filter((v) => !Number.isNaN(v)), 0);
  byID("turnaround-bars").replaceChildren(
    ...answer.runs.map((r, i) => {
      const bar = make("span", { className: "bar" });
      bar.style.background = policyColour(i);
      bar.style.width = `${most > 0 && values[i] > 0 ? (100 * values[i]) / most : 0}%`;
      const share = i === 0 || !(values[0] > 0) ? "" : ` ${percent(values[i] / values[0])}`;
      return make(
        "li",
        {},
        make("span", {}, title(r.policy)),
        make("span", { className: "track" }, bar),
        make("span", {}, make("strong", {}, Number.isNaN(values[i]) ? "–" : duration(values[i])), make("small", {}, share)),
      );
    }),
  );
  const of = answer.runs.length > 1 ? ` Percentages are of ${title(answer.runs[0].policy)}.` : "";
  byID("turnaround-note").textContent = `From submission to end, averaged over all jobs: shorter is better.${of}`;
}

function percent(x: number): string {
  return Number.isNaN(x) ? "–" : `${(100 * x).toFixed(x < 0.1 ? 1 : 0)} %`;
}
