// The chart of differences job by job, and its table.
import { compare as texts } from "texts/compare";
import type { View } from "../charts/view";
import { byID, make, pairs as listed, setValue } from "../dom";
import { count, duration, moment, timeTicks } from "../format";
import type { Gantts } from "../results/gantts";
import { numberOf } from "../tables/schedule";
import { hideTip, showTip } from "../tip";
import { softAxis, type Axis } from "./axes";
import { JobChart } from "./jobchart";
import { drawJobs, drawnNote, MARGIN, type Drawn, type Placed, type Plane, type Points } from "./jobpoints";
import { gather } from "./pairs";
import { column, columnOf, widthsColumn } from "./columns";
import { Picture } from "./picture";
import type { Two } from "./two";

/** Jobs in the table; a file has all. */
const LISTED = 20;

const HEIGHT = 340;

export class JobsPicture {
  readonly picture: Picture;
  private readonly across = make("select");
  private readonly chart: JobChart;
  private two: Two | undefined;
  private points: Points | undefined;
  private placed: Placed | undefined;
  private drawnAt = ""; // the time in sight when it was drawn

  constructor(
    private readonly gantts: Gantts,
    private readonly view: View,
    onAcross: (across: string) => void,
    /** Chooses jobs, by pairs, or all. */
    private readonly choose: (pairs: Int32Array | undefined) => void,
  ) {
    this.across.setAttribute("aria-label", texts.across);
    this.across.id = "compare-across";
    this.across.append(...Object.entries(texts.acrossBy).map(([value, text]) => make("option", { value }, text)));
    this.across.addEventListener("change", () => onAcross(this.across.value));
    this.picture = new Picture("jobs", texts.jobsTitle, this.across);
    this.chart = new JobChart(this.picture.place, {
      point: (p, at, byKey) => {
        this.gantts.point(p < 0 ? undefined : this.job(p), p < 0 ? -1 : this.two!.pairs.a[p]);
        this.tell(p, at, byKey);
      },
      choose,
    });
    this.picture.onDrawn = (drawn) => {
      if (!this.points || !this.placed) return;
      this.chart.follow(drawn as Drawn, this.points, this.placed);
      this.picture.say(`${drawnNote(this.placed.seen.length, this.points.x.length)} ${texts.jobsHow}`);
    };
    gantts.onPoint = (job) => this.chart.mark(job === undefined ? -1 : this.pairOf(job));
  }

  show(two: Two, across: string): void {
    this.two = two;
    const { a, pairs, change, waitA, waitB } = two;
    setValue(this.across, across in texts.acrossBy ? across : "time");
    this.points = this.across.value === "time" ? { x: gather(pairs.a, (i) => a.submit[i]), y: change, change } : { x: waitA, y: waitB, change };
    this.picture.place.setAttribute("aria-label", texts.jobsLabel(two.titleA, two.titleB));
    const unix = two.run.answer.workload.unix_start;
    const order = () => Int32Array.from(change.keys()).sort((p, q) => Math.abs(change[q]) - Math.abs(change[p]) || p - q).slice(0, LISTED);
    let first: Int32Array | undefined; // worked out when the numbers are opened
    const at = (k: number) => (first ??= order())[k];
    const row = (p: number) => [numberOf(a, pairs.a[p]), a.submit[pairs.a[p]], a.asked[pairs.a[p]], a.user[pairs.a[p]], waitA[p], waitB[p], change[p]];
    this.picture.show({
      draw: (width, keep) => {
        const { drawn, placed } = drawJobs(this.points!, this.plane(width), width, HEIGHT, texts.jobsChart(change.length, two.titleA, two.titleB));
        if (keep) [this.placed, this.drawnAt] = [placed, this.sight()];
        return drawn;
      },
      keys: () => [{ text: texts.earlierUnder(two.titleB), colour: "var(--gains)" }, { text: texts.later, colour: "var(--pays)" }, { text: texts.same, colour: "var(--faint)" }],
      note: "",
      table: {
        columns: [
          column("job"), column("submitted", (t) => moment(t, unix)), widthsColumn(two.unit), column("user"),
          ...[two.titleA, two.titleB].map((title) => columnOf((c) => c.waitUnder(title), duration)), column("change", duration),
        ],
        rows: () => Array.from({ length: Math.min(LISTED, change.length) }, (_, k) => row(at(k))),
        all: () => Array.from(change.keys(), row),
        note: change.length > LISTED ? `${texts.mostChanged(LISTED, change.length)} ${texts.jobPick}` : texts.jobPick,
        pick: { label: (k) => texts.showJob(numberOf(a, pairs.a[at(k)])), picked: (k) => this.choose(Int32Array.of(at(k))) },
      },
    });
  }

  /** Draws the time in sight, if it is another now. */
  follow(): void {
    if (this.two && this.across.value === "time" && this.sight() !== this.drawnAt) this.picture.draw();
  }

  /** Forgets the region that was chosen. */
  clear(): void {
    this.chart.clear();
  }

  private sight(): string {
    return `${this.view.from} ${this.view.to}`;
  }

  private plane(width: number): Plane {
    const { two, view } = this;
    const { waitA, waitB, change, run } = two!;
    const across = width - MARGIN.left - MARGIN.right;
    const up = HEIGHT - MARGIN.top - MARGIN.bottom;
    const most = (v: Float64Array) => v.reduce((m, x) => Math.max(m, x), 0);
    if (this.across.value !== "time") {
      return { x: softAxis(0, most(waitA), texts.waitAxis(two!.titleA), across, 46), y: softAxis(0, most(waitB), texts.waitAxisUp(two!.titleB), up, 16), diagonal: true };
    }
    const unix = run.answer.workload.unix_start;
    const marks = timeTicks(view.from, view.to, Math.max(Math.floor(across / (unix > 0 ? 110 : 90)), 1), unix);
    const labels = new Map(marks.map(({ t, label }) => [t, label]));
    const x: Axis = { domain: [view.from, view.to], type: "linear", ticks: [...labels.keys()], tickFormat: (t) => labels.get(t) ?? "", label: texts.submittedAxis };
    return { x, y: softAxis(change.reduce((m, d) => Math.min(m, d), 0), most(change), texts.longerAxisUp(two!.titleB), up, 16), diagonal: false };
  }

  private job(p: number): number {
    return this.two!.a.id[this.two!.pairs.a[p]];
  }

  /** The pair of a job, or -1. */
  private pairOf(job: number): number {
    const { a, pairs } = this.two ?? {};
    if (!a || !pairs) return -1;
    const row = a.row(job);
    let [low, high] = [0, pairs.a.length]; // their rows rise
    while (low < high) {
      const middle = (low + high) >> 1;
      if (pairs.a[middle] < row) low = middle + 1;
      else high = middle;
    }
    return pairs.a[low] === row ? low : -1;
  }

  private tell(p: number, at: { x: number; y: number }, byKey: boolean): void {
    if (p < 0) return hideTip();
    const { a, b, pairs, waitA, waitB, change, titleA, titleB, unit, run } = this.two!;
    const row = pairs.a[p];
    const heading = texts.job(numberOf(a, row));
    const list: [string, string][] = [
      [texts.units[unit].head, count(a.asked[row])],
      ...(a.user[row] ? [[texts.user, a.user[row]] as [string, string]] : []),
      [texts.submitted, moment(a.submit[row], run.answer.workload.unix_start)],
      [texts.waitsUnder(titleA), duration(waitA[p])],
      [texts.waitsUnder(titleB), duration(waitB[p])],
      [texts.change, change[p] === 0 ? texts.noChange : change[p] < 0 ? texts.less(duration(-change[p])) : texts.more(duration(change[p]))],
      [texts.ran, duration(b.end[pairs.b[p]] - b.start[pairs.b[p]])],
    ];
    showTip([make("strong", {}, heading), make("dl", {}, ...listed(list))], at);
    if (byKey) byID("details").textContent = `${heading}: ${list.map(([k, v]) => `${k} ${v}`).join(", ")}`;
  }
}
