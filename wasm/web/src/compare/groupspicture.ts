// Who gains and who pays: the mean change of the wait by width, user, account or run time.
import { compare as texts } from "texts/compare";
import { make, setValue } from "../dom";
import { duration, number } from "../format";
import { drawGroups } from "./curves";
import { byName, byRun, byWidth, FEW, groupsOf, type Classes } from "./groups";
import { gather } from "./pairs";
import { column, groupsColumn } from "./columns";
import { Picture } from "./picture";
import type { Two } from "./two";

type By = keyof typeof texts.by;

export class GroupsPicture {
  readonly picture: Picture;
  private readonly by = make("select");

  constructor(
    onBy: (by: string) => void,
    /** Chooses jobs, by pairs. */
    private readonly choose: (pairs: Int32Array, what: string) => void,
  ) {
    this.by.setAttribute("aria-label", texts.groups);
    this.by.id = "compare-by";
    this.by.append(...Object.entries(texts.by).map(([value, text]) => make("option", { value }, text)));
    this.by.addEventListener("change", () => onBy(this.by.value));
    this.picture = new Picture("groups", texts.groupsTitle, this.by);
  }

  show(two: Two, wanted: string): void {
    const { a, pairs, change, unit } = two;
    const names: Partial<Record<By, (string | null)[] | undefined>> = { user: a.user, account: a.account };
    for (const option of this.by.options) {
      const list = names[option.value as By];
      option.hidden = option.disabled = option.value in names || option.value === "account" ? !list?.some((n) => n !== null) : false;
    }
    const offered = [...this.by.options].some((o) => o.value === wanted && !o.disabled);
    setValue(this.by, offered ? wanted : "width");
    const by = this.by.value as By;
    const of = (f: (row: number) => number) => gather(pairs.a, f);
    const classes: Classes = by === "width" ? byWidth(of((i) => a.asked[i])) : by === "run" ? byRun(of((i) => a.end[i] - a.start[i])) : byName(Array.from(pairs.a, (i) => names[by]![i]));
    const groups = groupsOf(change, classes);
    const text = (name: string) => (by === "width" ? texts.jobsOfWidth(name, unit) : by === "run" ? texts.runsOf(name) : name);
    const note = [
      texts.groupsNote(two.titleB), ...(by === "width" ? [texts.byAsked(unit)] : by === "run" ? [texts.byRunUnder(two.titleA)] : []), texts.interval,
      ...(groups.some((g) => g.n < FEW) ? [texts.pale(FEW)] : []),
    ];
    this.picture.show({
      draw: (width) => drawGroups(groups, width, texts.groupsChart(two.titleA, two.titleB, texts.by[by], groups.map((g) => `${g.name} ${duration(g.mean)}`))),
      keys: () => [{ text: texts.waitsLess(two.titleB), colour: "var(--gains)" }, { text: texts.waitsLonger, colour: "var(--pays)" }],
      note: note.join(" "),
      table: {
        columns: [
          groupsColumn(by), column("jobs"), column("meanChange", duration), column("interval", duration),
          column("earlier", (v) => `${number(100 * v)} %`), column("later", (v) => `${number(100 * v)} %`),
        ],
        rows: () => groups.map((g) => [g.name, g.n, g.mean, g.half ?? null, g.earlier / g.n, g.later / g.n]),
        note: texts.groupPick,
        pick: {
          label: (k) => texts.showGroup(text(groups[k].name)),
          picked: (k) => this.choose(Int32Array.from(classes.of.keys()).filter((p) => classes.of[p] === k), text(groups[k].name)),
        },
      },
    });
  }
}
