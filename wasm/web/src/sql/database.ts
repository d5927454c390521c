// The database: DuckDB in a worker of its own, with the tables of the run and files of one's own.
import { AsyncDuckDB, DuckDBDataProtocol, VoidLogger } from "@duckdb/duckdb-wasm";
import { streamOf } from "../tables/stream";
import { Batches, type Answer } from "./answer";
import { literal, quoted, statements } from "./statements";
import { sql as texts } from "texts/sql";

declare const DATABASE_WORKER: string; // database.js?v=...
declare const DATABASE: string; // duckdb.wasm?v=...

/** Most rows that are fetched of an answer. */
const MOST_ROWS = 100_000;

/** How long a query may go on after it was cancelled, in ms, before its worker is ended. */
const PATIENCE = 800;

export class Cancelled extends Error {}

export class Database {
  private cancelled = false;
  private reject: (e: Error) => void = () => {};
  private running: Promise<unknown> = Promise.resolve();
  /** It has been ended, and answers nothing more. */
  ended = false;

  private constructor(
    private readonly worker: Worker,
    private readonly db: AsyncDuckDB,
    private readonly connection: number,
  ) {}

  static async open(): Promise<Database> {
    const worker = new Worker(DATABASE_WORKER);
    const failed = new Promise<never>((_, reject) => {
      worker.onerror = (e) => reject(new Error(texts.noDatabase(e.message || texts.noScript)));
    });
    const db = new AsyncDuckDB(new VoidLogger(), worker);
    const start = async () => {
      await db.instantiate(new URL(DATABASE, location.href).href);
      await db.open({ query: { castBigIntToDouble: false, castDecimalToDouble: true } });
      return new Database(worker, db, await db.connectInternal());
    };
    try {
      return await Promise.race([start(), failed]);
    } catch (e) {
      worker.terminate();
      throw e;
    }
  }

  /** Ends it and gives its memory back. */
  close(): void {
    this.ended = true;
    this.worker.terminate();
    this.reject(new Cancelled());
  }

  /** Stops what runs: at the next step of the query, or by ending the database. */
  cancel(): void {
    this.cancelled = true;
    const ended = setTimeout(() => this.close(), PATIENCE);
    void this.running.catch(() => {}).finally(() => clearTimeout(ended));
  }

  /** Makes or replaces a table out of an Arrow file. */
  async table(name: string, arrow: Blob): Promise<void> {
    await this.drop(name);
    for await (const part of streamOf(arrow)) await this.db.insertArrowFromIPCStream(this.connection, part, { name, create: true });
  }

  async drop(name: string): Promise<void> {
    await this.db.runQuery(this.connection, `drop table if exists ${quoted(name)}`);
  }

  /** Makes a table or view out of a file: Parquet, Arrow or CSV, by how it begins. */
  async file(name: string, file: File): Promise<void> {
    const start = new Uint8Array(await file.slice(0, 6).arrayBuffer());
    const magic = String.fromCharCode(...start);
    if (magic === "ARROW1" || (start[0] === 255 && start[1] === 255 && start[2] === 255 && start[3] === 255)) {
      return this.table(name, file);
    }
    const path = `${name}-${file.name}`;
    const parquet = magic.startsWith("PAR1");
    await this.db.registerFileHandle(path, file, DuckDBDataProtocol.BROWSER_FILEREADER, true);
    try {
      // Parquet is read as far as a query needs it, CSV once.
      const made = parquet ? `view ${quoted(name)} as from read_parquet(${literal(path)})` : `table ${quoted(name)} as from read_csv_auto(${literal(path)})`;
      await this.db.runQuery(this.connection, `create ${made}`);
    } catch (e) {
      await this.db.dropFile(path);
      throw new Error((e as Error).message.replaceAll(path, file.name));
    }
  }

  /** The columns of a table. */
  async columns(name: string): Promise<{ name: string; type: string }[]> {
    const { columns: [names, types] } = await this.one(`select column_name, data_type from duckdb_columns() where table_name = ${literal(name)} order by column_index`);
    return names.values.map((n, i) => ({ name: String(n), type: String(types.values[i]) }));
  }

  /** Runs the statements of a text one after another; the answer is the last one's. */
  async ask(text: string): Promise<Answer> {
    this.cancelled = false;
    const dead = new Promise<never>((_, reject) => (this.reject = reject));
    dead.catch(() => {});
    const run = (async () => {
      const begun = performance.now();
      let answer: Answer = { columns: [], rows: 0, cut: false, seconds: 0 };
      for (const s of statements(text)) answer = await this.one(s);
      return { ...answer, seconds: (performance.now() - begun) / 1000 };
    })();
    this.running = Promise.race([run, dead]);
    return this.running as Promise<Answer>;
  }

  private async one(statement: string): Promise<Answer> {
    const { db, connection } = this;
    let header = await db.startPendingQuery(connection, statement);
    while (!header) {
      await this.check();
      header = await db.pollPendingQuery(connection);
    }
    const got = new Batches(header);
    for (;;) {
      await this.check();
      const batch = await db.fetchQueryResults(connection);
      if (!batch || batch.length === 0) return { columns: got.columns, rows: got.rows, cut: false, seconds: 0 };
      got.add(batch);
      if (got.rows >= MOST_ROWS) break;
    }
    await db.cancelPendingQuery(connection);
    for (const c of got.columns) c.values.length = MOST_ROWS;
    return { columns: got.columns, rows: MOST_ROWS, cut: true, seconds: 0 };
  }

  private async check(): Promise<void> {
    if (!this.cancelled) return;
    await this.db.cancelPendingQuery(this.connection);
    throw new Cancelled();
  }
}
