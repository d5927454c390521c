// The comparison of two policies of a run: which they are, what changes in a sentence, the charts, and the
// jobs that are chosen in them.
import { compare as texts } from "texts/compare";
import type { View } from "../charts/view";
import { byID, make, setValue, showError } from "../dom";
import type { Gantts } from "../results/gantts";
import type { Run } from "../results/results";
import type { Client } from "../simulator/client";
import type { State } from "../state/state";
import type { Store } from "../state/store";
import { breathe, curvePictures, ofPolicies, type OfPolicy } from "./allpolicies";
import { GroupsPicture, type Grouped } from "./groupspicture";
import { JobsPicture } from "./jobspicture";
import { changeOf } from "./pairs";
import { perhapsOf, sentenceOf } from "./sentence";
import { twoOf, type Two } from "./two";

export class Panel {
  private run: Run | undefined;
  private two: Two | undefined;
  private all: OfPolicy[] = [];
  private names: string[] = []; // of the classes of widths
  private turn = 0;
  private waiting = 0;
  private readonly jobs: JobsPicture;
  private readonly groups: GroupsPicture;
  private readonly curves = curvePictures();
  private readonly from = byID<HTMLSelectElement>("compare-from");
  private readonly to = byID<HTMLSelectElement>("compare-to");
  private readonly body = byID("compare-body");
  private readonly chosen = make("p", { className: "note", id: "compare-chosen" });

  constructor(
    client: Pick<Client, "ask">,
    private readonly gantts: Gantts,
    private readonly store: Store<State>,
    view: View,
    private readonly title: (policy: string) => string,
    /** The place of Jain's index among the metrics. */
    private readonly jain: number,
  ) {
    const set = (change: Record<string, string>) => store.set({ compare: { ...store.state.compare, ...change } });
    this.from.addEventListener("change", () => this.turned() || set({ from: this.from.value, to: this.to.value }));
    this.to.addEventListener("change", () => this.turned() || set({ from: this.from.value, to: this.to.value }));
    byID("compare-swap").addEventListener("click", () => set({ from: this.to.value, to: this.from.value }));
    this.jobs = new JobsPicture(gantts, view, (across) => set({ across }), (pairs) => this.choose(pairs, ""));
    this.groups = new GroupsPicture(client, (by) => set({ by }), (pairs, what) => this.choose(pairs, what));
    const [waits, slowdowns, widths, overtaken] = this.curves.pictures.map((p) => p.element);
    this.body.replaceChildren(this.chosen, this.jobs.picture.element, this.groups.picture.element, make("div", { className: "compare-pair" }, waits, slowdowns, widths, overtaken));
    store.follow(["compare"], () => this.compareOrSay());
  }

  show(run: Run): void {
    this.forget();
    this.run = run;
    const options = () => run.schedules.map((s) => make("option", { value: s.policy }, this.title(s.policy)));
    this.from.replaceChildren(...options());
    this.to.replaceChildren(...options());
    this.compareOrSay();
  }

  private compareOrSay(): void {
    const error = byID("compare-error");
    showError(error, "");
    this.compare().catch((e: Error) => showError(error, e.message));
  }

  /** Lets go of the run that is shown. */
  forget(): void {
    this.turn++;
    this.run = this.two = undefined;
    this.all = [];
    this.jobs.clear();
  }

  /** Draws all again, in the colours of the moment. */
  draw(): void {
    if (!this.two) return;
    this.jobs.picture.draw();
    this.groups.picture.draw();
    for (const p of this.curves.pictures) p.draw();
  }

  /** Follows the time in sight, but not each step of a drag. */
  zoomed(): void {
    if (this.waiting) return;
    this.waiting = window.setTimeout(() => {
      this.waiting = 0;
      this.jobs.follow();
    }, 120);
  }

  /** Where a policy is chosen on both sides, the sides are changed. */
  private turned(): boolean {
    if (this.from.value !== this.to.value || !this.two) return false;
    const { a, b } = this.two;
    this.store.set({ compare: { ...this.store.state.compare, from: b.policy, to: a.policy } });
    return true;
  }

  private async compare(): Promise<void> {
    const { run } = this;
    if (!run) return;
    const turn = ++this.turn;
    const { compare } = this.store.state;
    const two = twoOf(run, compare, this.title);
    const { a, b, pairs } = two;
    setValue(this.from, a.policy);
    setValue(this.to, b.policy);
    const other = this.two?.a !== a || this.two.b !== b;
    this.two = two;
    if (other) this.chooseAll();
    const say = (groups: Grouped["groups"]): void => {
      byID("compare-headline").textContent = sentenceOf({
        from: two.titleA, to: two.titleB, change: changeOf(two.waitA, two.waitB), perhaps: perhapsOf(run.answer, a.policy, b.policy), unit: two.unit, onlyFrom: pairs.onlyA, onlyTo: pairs.onlyB, groups,
      });
    };
    if (other) say([]); // at once, so that nothing moves when it is known which groups differ
    const widths = await this.groups.widths(two);
    if (turn !== this.turn) return;
    say(widths.groups);
    await breathe();
    if (turn !== this.turn) return;
    this.jobs.show(two, compare.across ?? "");
    await breathe();
    if (turn !== this.turn) return;
    await this.groups.show(two, compare.by ?? "", widths, () => turn === this.turn);
    if (turn !== this.turn) return;
    if (this.all.length === 0) {
      const known = await ofPolicies(run, this.jain, this.title, () => turn === this.turn);
      if (!known) return;
      this.all = known.all;
      this.names = known.names;
      await this.curves.show(this.all, this.names, two.unit);
    }
    this.body.dataset.shown = `${a.policy} ${b.policy}`;
  }

  private chooseAll(): void {
    this.jobs.clear();
    this.choose(undefined, "");
  }

  /** Chooses jobs, or all: in the Gantt charts the others are pale. */
  private choose(pairs: Int32Array | undefined, what: string): void {
    const { two } = this;
    if (!two || !pairs) {
      this.gantts.highlight(undefined);
      this.chosen.textContent = texts.how;
      return;
    }
    this.gantts.highlight(new Set(Array.from(pairs, (p) => two.a.id[two.pairs.a[p]])));
    const { n, earlier, later, from, to } = changeOf(Float64Array.from(pairs, (p) => two.waitA[p]), Float64Array.from(pairs, (p) => two.waitB[p]));
    const said = n > 0 ? texts.chosenWaits({ jobs: n, what, earlier, later, from: two.titleA, to: two.titleB, waits: [from, to] }) : texts.chosen(n, what);
    const all = make("button", { type: "button", id: "compare-all" }, texts.showAll);
    all.addEventListener("click", () => this.chooseAll());
    this.chosen.replaceChildren(make("strong", {}, said), " ", all);
    byID("details").textContent = said;
  }
}
