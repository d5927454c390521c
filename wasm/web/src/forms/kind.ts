// What a file is that was dropped or chosen, by how it begins.

export type Kind = "log" | "table" | "rules" | "instance" | "cluster" | "spec";

/** How much of a file is looked at, in bytes. */
const BEGINNING = 1 << 16;

/**
 * A log, a table (Parquet or Arrow), the description of a cluster, an experiment (a Spec), a rule base or an instance. Only what
 * sacct --json prints, and a workload of Batsim, is a log that begins with a brace; each of the others has names of its own.
 */
export async function kindOf(file: Blob): Promise<Kind> {
  if (await isArrowStream(file)) return "table";
  const text = (await file.slice(0, BEGINNING).text()).trimStart();
  if (text.startsWith("PAR1") || text.startsWith("ARROW1")) return "table";
  if (!text.startsWith("{")) return "log";
  const keys = topKeys(text);
  const has = (...names: string[]) => names.some((name) => keys.includes(name));
  if (has("backfill_cluster")) return "cluster";
  if (has("format")) return "rules";
  if (has("meta", "metadata", "errors", "warnings", "nb_res") || /"job_id"\s*:/.test(text.slice(0, 4096))) return "log";
  if (has("workload", "policies")) return "spec";
  return has("procs", "now", "free", "jobs") ? "instance" : "rules";
}

/** Whether a file begins as Parquet does, which the simulator does not read itself. */
export async function isParquet(file: Blob): Promise<boolean> {
  return (await file.slice(0, 4).text()) === "PAR1";
}

async function isArrowStream(file: Blob): Promise<boolean> {
  const head = new Uint8Array(await file.slice(0, 8).arrayBuffer());
  return head.length === 8 && head[7] === 0 && head.subarray(0, 4).every((b) => b === 0xff);
}

/** The names of the outermost object of a JSON text, as far as the text goes. */
export function topKeys(text: string): string[] {
  const keys: string[] = [];
  let depth = 0;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"(?:\s*:)?|[{}[\]]/gs)) {
    if (token === "{" || token === "[") depth++;
    else if (token === "}" || token === "]") {
      if (--depth === 0) break;
    } else if (depth === 1 && token.endsWith(":")) keys.push(token.slice(1, token.lastIndexOf('"')));
  }
  return keys;
}
