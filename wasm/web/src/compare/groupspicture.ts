// Who gains and who pays: the mean change of the wait by width, user, account or run time.
import { make, setValue } from "../dom";
import { duration, number } from "../format";
import { drawGroups } from "./curves";
import { byName, byRun, byWidth, FEW, groupsOf, jobsOfWidth, type Classes } from "./groups";
import { gather } from "./pairs";
import { Picture } from "./picture";
import type { Two } from "./two";

const KEYS = { width: "by width", run: "by run time", user: "by user", account: "by account" };
type By = keyof typeof KEYS;

export class GroupsPicture {
  readonly picture: Picture;
  private readonly by = make("select");

  constructor(
    onBy: (by: string) => void,
    /** Chooses jobs, by pairs. */
    private readonly choose: (pairs: Int32Array, what: string) => void,
  ) {
    this.by.setAttribute("aria-label", "Groups");
    this.by.id = "compare-by";
    this.by.append(...Object.entries(KEYS).map(([value, text]) => make("option", { value }, text)));
    this.by.addEventListener("change", () => onBy(this.by.value));
    this.picture = new Picture("groups", "Who gains and who pays", this.by);
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
    const text = (name: string) => (by === "width" ? jobsOfWidth(name, unit) : by === "run" ? `runs of ${name}` : name);
    const few = groups.some((g) => g.n < FEW) ? ` Pale bars are of fewer than ${FEW} jobs, too few to tell from chance.` : "";
    this.picture.show({
      draw: (width) => drawGroups(groups, width, `Mean change of the wait from ${two.titleA} to ${two.titleB} ${KEYS[by]}: ${groups.map((g) => `${g.name} ${duration(g.mean)}`).join(", ")}`),
      keys: () => [{ text: `waits less under ${two.titleB}`, colour: "var(--gains)" }, { text: "waits longer", colour: "var(--pays)" }],
      note: `To the left: less wait under ${two.titleB}.${by === "width" ? ` By ${unit}s asked for.` : by === "run" ? ` By the run time under ${two.titleA}.` : ""} The thin line is the 95 % interval of the mean as if jobs were independent; jobs of one queue are not, so take it for a rough guide.${few}`,
      table: {
        columns: [
          { name: KEYS[by].slice(3).replace(/^./, (c) => c.toUpperCase()) }, { name: "Jobs" }, { name: "Mean change, s", show: duration }, { name: "± 95 %, s", show: duration },
          { name: "Earlier", show: (v) => `${number(100 * v)} %` }, { name: "Later", show: (v) => `${number(100 * v)} %` },
        ],
        rows: () => groups.map((g) => [g.name, g.n, g.mean, g.half ?? null, g.earlier / g.n, g.later / g.n]),
        note: "A group's name shows its jobs in the Gantt charts.",
        pick: {
          label: (k) => `Show ${text(groups[k].name)} in the Gantt charts`,
          picked: (k) => this.choose(Int32Array.from(classes.of.keys()).filter((p) => classes.of[p] === k), text(groups[k].name)),
        },
      },
    });
  }
}
