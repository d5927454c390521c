// The charts of all policies of a run: distributions of waits and slowdowns, waits by width, and fairness.
import { compare as texts } from "texts/compare";
import { policyColour, policySwatch } from "../charts/theme";
import { duration, number } from "../format";
import type { Run } from "../results/results";
import { readTable } from "../tables/arrow";
import { facts } from "../tables/facts";
import { read } from "../tables/stream";
import { Aside } from "./aside";
import { softAxis, type Axis } from "./axes";
import { countAxis, drawCurves, drawSpreads, ratioAxis, type Values } from "./curves";
import { quantile, shareAtMost } from "./distribution";
import { byWidth, FEW } from "./groups";
import type { Drawn } from "./jobpoints";
import { column, columnOf, widthsColumn } from "./columns";
import { Picture, type Key, type Table } from "./picture";
import type { Worked } from "./worked";

/** What is known of one policy's schedule. */
export interface OfPolicy extends Worked {
  policy: string;
  title: string;
  overtook: number;
  /** Jain's index of the users' mean slowdowns, as core/metrics has it. */
  jain: number | null;
}

/** Lets the page answer before the next step: each takes some tens of milliseconds with 100,000 jobs. */
export const breathe = () => new Promise<void>((done) => setTimeout(done));

/** Has what is known of all policies worked out; undefined if that is no longer wanted. */
export async function ofPolicies(run: Run, jain: number, title: (policy: string) => string, wanted: () => boolean): Promise<{ all: OfPolicy[]; names: string[] } | undefined> {
  const { schedules, answer, spec } = run;
  // Classes of the widths that were asked for, the same for all policies.
  const lengths = schedules.map((s) => s.n);
  const widths = new Float64Array(lengths.reduce((sum, n) => sum + n, 0));
  let at = 0;
  for (const s of schedules) {
    widths.set(s.asked, at);
    at += s.n;
  }
  const classes = byWidth(widths);
  const alone = spec.shared && readTable(await read(run.tables.jobs)).getChild("alone_s");
  const full = !alone ? undefined : Float64Array.from(alone.toArray() as ArrayLike<number | null>, (v) => v ?? NaN);
  const all: OfPolicy[] = [];
  const aside = new Aside();
  at = 0;
  try {
    for (const [r, s] of schedules.entries()) {
      const rows: [number, number] = [at, (at += s.n)];
      const { names, of } = classes;
      const worked = await aside.workOut({ n: s.n, submit: s.submit.slice(), start: s.start.slice(), end: s.end.slice(), alone: full?.slice(...rows), of: of.slice(...rows), classes: names.length });
      if (!wanted()) return undefined;
      all.push({ ...worked, policy: s.policy, title: title(s.policy), jain: answer.runs[r]?.metrics[jain] ?? null, overtook: facts(s).overtook });
    }
  } finally {
    aside.close();
  }
  return { all, names: classes.names };
}

const HEIGHT = 260;

function keysOf(all: { policy: string; title: string }[]): Key[] {
  return all.map(({ policy, title }) => ({ text: title, colour: policyColour(policy), background: policySwatch(policy) }));
}

const percent = (v: number) => `${number(100 * v)} %`;

/** A chart of curves, whose values at the pointer are read out. */
function curves(picture: Picture, all: Values[], axis: (width: number) => Axis, show: (v: number) => string, note: string, table: Table): void {
  picture.readout.hidden = false;
  picture.show({ draw: (width) => drawCurves(all, axis(width), width, HEIGHT, texts.curvesChart(picture.title, all.map((v) => texts.median(v.title, show(quantile(v.sorted, 50)))))), keys: () => keysOf(all), note, table });
  picture.onDrawn = (drawn) => {
    const x = (drawn as Drawn).scale("x");
    drawn.addEventListener("pointermove", (e) => {
      const v = x.invert((e as PointerEvent).clientX - drawn.getBoundingClientRect().left);
      picture.readout.textContent = v < axis(1000).domain[0] ? "" : texts.atMost(show(v), all.map((p) => `${p.title} ${number(Math.round(1000 * shareAtMost(p.sorted, v)) / 10)} %`));
    });
    drawn.addEventListener("pointerleave", () => (picture.readout.textContent = ""));
  };
}

const RANKS = [25, 50, 75, 90, 95, 99, 100];

function ranks(all: Values[], unit: string, show: (v: number) => string): Table {
  return {
    columns: [column("policy"), ...RANKS.map((p) => columnOf((c) => c.atMost(p, unit), show))],
    rows: () => all.map((v) => [v.title, ...RANKS.map((p) => quantile(v.sorted, p))]),
    note: texts.rankNote,
  };
}

export function curvePictures(): { pictures: Picture[]; show(all: OfPolicy[], names: string[], unit: string): Promise<void> } {
  const waits = new Picture("waits", texts.waitsTitle);
  const slowdowns = new Picture("slowdowns", texts.slowdownsTitle);
  const widths = new Picture("widths", texts.widthsTitle);
  const overtaken = new Picture("overtaken", texts.overtakenTitle);
  const of = (all: OfPolicy[], k: "waits" | "slowdowns" | "overtaken") => all.map((p): Values => ({ policy: p.policy, title: p.title, sorted: p[k] }));
  const most = (all: Values[]) => Math.max(0, ...all.map((v) => v.sorted.at(-1) ?? 0));
  return {
    pictures: [waits, slowdowns, widths, overtaken],
    async show(all, names, unit) {
      const [w, s, o] = [of(all, "waits"), of(all, "slowdowns"), of(all, "overtaken")];
      const [mostW, mostS, mostO] = [w, s, o].map(most);
      curves(waits, w, (width) => softAxis(0, mostW, texts.waitAtMost, width - 70, 46), duration,
        texts.waitsNote, ranks(w, ", s", duration));
      await breathe();
      curves(slowdowns, s, (width) => ratioAxis(mostS, texts.slowdownAtMost, width - 70), number,
        texts.slowdownsNote, ranks(s, "", number));
      await breathe();
      widths.show({
        draw: (width) => drawSpreads(all, names, unit, width, 300, texts.widthsChart(all.map((p) => p.title))),
        keys: () => keysOf(all),
        note: texts.widthsNote(unit, FEW),
        table: {
          columns: [column("policy"), widthsColumn(unit), column("jobs"), column("lower", duration), column("median", duration), column("upper", duration)],
          rows: () => all.flatMap((p) => p.spreads.map((v, k) => [p.title, names[k], v.n, ...[v.q1, v.median, v.q3].map((x) => (v.n > 0 ? x : null))])),
        },
      });
      await breathe();
      curves(overtaken, o, (width) => countAxis(mostO, texts.overtakenAtMost, width - 70), (v) => number(Math.floor(v)),
        texts.overtakenNote, {
          columns: [
            column("policy"), column("overtaken", percent), column("overtook", percent), column("meanTimes", number), column("mostTimes", number), column("fairness", number),
          ],
          rows: () => all.map((p) => {
            const n = p.overtaken.length;
            return [p.title, n > 0 ? 1 - shareAtMost(p.overtaken, 0) : null, n > 0 ? p.overtook / n : null, n > 0 ? p.overtaken.reduce((sum, v) => sum + v, 0) / n : null, n > 0 ? p.overtaken[n - 1] : null, p.jain];
          }),
          note: texts.fairnessNote,
        });
    },
  };
}
