// How to repeat a run elsewhere: as a link, as spec.json, on the command line, in a Go notebook, in Python.
import { byID, copied, make, save } from "../dom";
import type { Spec } from "../simulator/protocol";
import type { Results } from "./results";
import { results as texts } from "texts/results";

/** A Spec with the SHA-256 of its log, so that no other log is taken for it. */
type Saved = Spec & { workload: Spec["workload"] & { sha256?: string } };

const LANGUAGES: { id: string; title: string; text: (spec: Saved) => string; note: string }[] = [
  { id: "command", title: texts.commandLine, text: commandLine, note: texts.commandNote },
  { id: "notebook", title: texts.goNotebook, text: notebook, note: texts.goNote },
  { id: "python", title: texts.python, text: python, note: texts.pythonNote },
];

export class Repeat {
  constructor(
    private readonly results: Results,
    /** The SHA-256 of the log of the run that is shown, if it is of one. */
    private readonly digest: (name: string) => string | undefined,
  ) {
    const choice = byID<HTMLSelectElement>("repeat-in");
    choice.append(...LANGUAGES.map((l) => make("option", { value: l.id }, l.title)));
    choice.addEventListener("change", () => this.draw());
    results.onRun(() => this.draw());
    byID("repeat-spec").addEventListener("click", () => save(`${JSON.stringify(this.spec, null, 2)}\n`, "spec.json", "application/json"));
    for (const [id, said, text] of [["repeat-copy", "repeat-said", () => byID("repeat-text").textContent!], ["repeat-link", "take-said", () => location.href]] as const) {
      byID(id).addEventListener("click", () => void copy(text()).then((done) => (byID(said).textContent = done)));
    }
  }

  private get spec(): Saved {
    const { spec } = this.results.run!;
    const sha256 = spec.workload.file && this.digest(spec.workload.file);
    return sha256 ? { ...spec, workload: { ...spec.workload, sha256 } } : spec;
  }

  private draw(): void {
    if (!this.results.run) return;
    const chosen = LANGUAGES.find((l) => l.id === byID<HTMLSelectElement>("repeat-in").value)!;
    byID("repeat-text").textContent = chosen.text(this.spec);
    byID("repeat-note").textContent = chosen.note;
  }
}

async function copy(text: string): Promise<string> {
  return (await copied(text)) ? texts.copied : texts.notCopied;
}

/** The command that runs a Spec. One that flags cannot say is run from its file. */
export function commandLine(spec: Saved): string {
  const { workload, policies, procs, shrink, width, overrun, ...rest } = spec;
  const flagged = Object.values(rest).every((v) => v === undefined) && !workload.model && policies.every((p) => !p.includes(","));
  if (!flagged) return "backfill run spec.json --out results";
  const words = ["backfill", "run"];
  if (workload.file) words.push(quoted(workload.file));
  else if (workload.builtin && workload.builtin !== "default") words.push(workload.builtin);
  words.push("--policy", quoted(policies.join(",")));
  if (procs !== undefined) words.push("--procs", String(procs));
  if (shrink !== undefined) words.push("--shrink", String(shrink));
  if (width !== undefined) words.push("--width", width);
  if (overrun !== undefined) words.push("--overrun", overrun);
  return [...words, "--out", "results"].join(" ");
}

/** A word for a POSIX shell. */
function quoted(word: string): string {
  return /^[\w./:,=+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** Two cells that run a Spec and show its metrics. */
export function notebook(spec: Saved): string {
  const json = JSON.stringify(spec, null, "\t");
  const literal = json.includes("`") ? JSON.stringify(json) : `\`${json}\``;
  return `import (
	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/notebooks/lab"
)

var repeat = lab.Experiment{Dir: "../out/repeat", Spec: read(${literal})}

func read(text string) experiment.Spec {
	spec, err := experiment.ParseSpec([]byte(text))
	if err != nil {
		panic(err)
	}
	return spec
}

%%
repeat.Run()
repeat.Table("wait_mean_s", "bsld_mean", "util")
`;
}

/** A script that runs a Spec and reads its results. */
export function python(spec: Saved): string {
  return `import json, subprocess
import pandas as pd

spec = json.loads(r"""
${JSON.stringify(spec, null, 1)}
""")
with open("spec.json", "w") as f:
    json.dump(spec, f)
subprocess.run(["backfill", "run", "spec.json", "--out", "results"], check=True)
runs = pd.read_parquet("results/runs.parquet")
print(runs[["policy", "wait_mean_s", "bsld_mean", "util"]])
`;
}
