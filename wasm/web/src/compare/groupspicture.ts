// Who gains and who pays: the mean change of the wait by width, user, account or run time.
import { compare as texts } from "texts/compare";
import { make, setValue } from "../dom";
import { duration, number } from "../format";
import { drawGroups } from "./curves";
import type { Client } from "../simulator/client";
import { byName, byRun, byWidth, groupsOf, trustOf, type Classes, type Group, type Trust } from "./groups";
import { gather } from "./pairs";
import { column, groupsColumn } from "./columns";
import { Picture } from "./picture";
import type { Two } from "./two";

type By = keyof typeof texts.by;

/** Jobs in groups, and what became of those. */
export interface Grouped {
  classes: Classes;
  groups: Group[];
  trust: Trust | undefined;
}

export class GroupsPicture {
  readonly picture: Picture;
  private readonly by = make("select");

  constructor(
    private readonly client: Pick<Client, "ask">,
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

  /** The groups of widths. */
  async widths(two: Two): Promise<Grouped> {
    return this.group(two, byWidth(gather(two.pairs.a, (i) => two.a.asked[i])));
  }

  private async group({ run, submit, change }: Two, classes: Classes): Promise<Grouped> {
    const trust = await trustOf(this.client, submit, change, classes, run.answer.workload.unix_start);
    return { classes, trust, groups: groupsOf(change, classes, trust) };
  }

  /** Shows the groups that are wanted, of which those of widths are given, unless something else is to be shown by then. */
  async show(two: Two, wanted: string, widths: Grouped, still: () => boolean): Promise<void> {
    const { a, pairs, unit } = two;
    const names: Partial<Record<By, (string | null)[] | undefined>> = { user: a.user, account: a.account };
    for (const option of this.by.options) {
      const list = names[option.value as By];
      option.hidden = option.disabled = option.value in names || option.value === "account" ? !list?.some((n) => n !== null) : false;
    }
    const offered = [...this.by.options].some((o) => o.value === wanted && !o.disabled);
    setValue(this.by, offered ? wanted : "width");
    const by = this.by.value as By;
    const { classes, groups, trust } = by === "width" ? widths
      : await this.group(two, by === "run" ? byRun(gather(pairs.a, (i) => a.end[i] - a.start[i])) : byName(Array.from(pairs.a, (i) => names[by]![i])));
    if (!still()) return;
    const text = (name: string) => (by === "width" ? texts.jobsOfWidth(name, unit) : by === "run" ? texts.runsOf(name) : name);
    const note = [
      texts.groupsNote(two.titleB), ...(by === "width" ? [texts.byAsked(unit)] : by === "run" ? [texts.byRunUnder(two.titleA)] : []), ...trusted(groups, trust),
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

/** What is to be said of the intervals. */
function trusted(groups: Group[], trust: Trust | undefined): string[] {
  if (!trust) return [texts.notTrusted];
  const { within } = trust;
  if (groups.every((g) => g.half === undefined)) return [within.n > 0 ? texts.noneTrusted(within) : texts.tooShort];
  return [
    texts.interval(within),
    ...(trust.groups.some((g) => g.blocks_each > 1) ? [texts.together(within)] : []),
    ...(within.unit !== "week" ? [texts.tooNarrow(within)] : trust.groups.some((g) => g.dependent) ? [texts.someTooNarrow(within)] : []),
    ...(groups.some((g) => g.half === undefined) ? [texts.pale(within)] : []),
  ];
}
