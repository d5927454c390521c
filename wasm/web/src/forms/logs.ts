// The logs that the simulator holds: it reads one when it is chosen, and again when the simulator
// was restarted or the widths of jobs are to be taken otherwise.
import { bytes } from "../format";
import { byID } from "../dom";
import { sha256 } from "../sha256";
import { isParquet } from "./kind";
import type { Client } from "../simulator/client";
import type { Workload } from "../simulator/protocol";
import { logOf, type Log, type State } from "../state/state";
import { forms as texts } from "texts/forms";

export class Logs {
  private reading = 0; // files that are being read
  private readonly held = new Map<string, { sha256: string; width: string; ends: number }>();

  /** parquet is the add-on that makes of a Parquet file what the simulator reads. */
  constructor(
    private readonly client: Client,
    private readonly parquet: Client,
  ) {}

  /** Has the simulator read a log, and says so meanwhile. */
  async read(file: Blob, name: string, width: string, map = ""): Promise<Log> {
    const said = byID("log-said");
    this.reading++;
    said.textContent = texts.reading(name, bytes(file.size));
    try {
      this.client.renew();
      const { answer, sha256: sha } = await this.load(this.client, file, name, width, map);
      this.held.set(name, { sha256: sha, width, ends: this.client.ends });
      return { name, sha256: sha, file, summary: answer, width, ...(map ? { map } : {}) };
    } finally {
      if (--this.reading === 0) said.textContent = "";
    }
  }

  /** Has a simulator read a log. The digest is of the file's bytes, by which the command finds it. */
  private async load(client: Client, file: Blob, name: string, width: string, map: string | undefined): Promise<{ answer: Workload; sha256: string }> {
    let data: Uint8Array = new Uint8Array(await file.arrayBuffer());
    let sha = "";
    if (await isParquet(file)) {
      sha = await sha256(data as BufferSource);
      data = (await this.parquet.ask("arrow", {}, [data])).blobs[0];
    }
    const { answer } = await client.ask("load", { name, width, ...(map ? { map } : {}) }, [data]);
    return { answer, sha256: sha || answer.file_sha256 };
  }

  /** Has another simulator hold the chosen log. */
  async lend(to: Client, s: State): Promise<void> {
    const log = logOf(s);
    if (log) await this.load(to, log.file, log.name, s.width, log.map);
  }

  /** Has the simulator hold the chosen log as the state has it. Returns it read anew, or undefined where nothing was to be done. */
  async hold(s: State): Promise<Log | undefined> {
    const log = logOf(s);
    if (!log) return undefined;
    const held = this.held.get(log.name);
    if (held?.sha256 === log.sha256 && held.width === s.width && held.ends === this.client.ends) return undefined;
    return this.read(log.file, log.name, s.width, log.map);
  }
}
