// The page's side of a worker: requests as promises.
import { inLanguage } from "./catalogue";
import { VERSION, type FromWorker, type Operations, type ToWorker, type Wanted } from "./protocol";
import { main as texts } from "texts/main";

type Name = keyof Operations;
type Request<N extends Name> = Operations[N]["request"];

/** What a request came to. */
export interface Answer<T> {
  answer: T;
  blobs: Uint8Array[];
  /** The blobs, where the request wanted files. */
  files?: Blob[];
  /** What the worker prepared of a run's tables. */
  prepared?: unknown;
}

export class RequestError extends Error {
  constructor(
    message: string,
    readonly cancelled = false,
    /** The language of the message: "" is the page's. */
    readonly lang = "",
  ) {
    super(message);
  }
}

/** A program with more memory than this is not kept for another workload, in bytes. */
const LARGE = 100e6;

interface Pending {
  resolve(answer: Answer<unknown>): void;
  reject(error: RequestError): void;
  progress?: (p: unknown) => void;
}

export class Client {
  private worker: Worker | undefined;
  private ready: Promise<void> | undefined;
  private pending = new Map<number, Pending>();
  private lastID = 0;
  private module: WebAssembly.Module | undefined; // the program, once it is compiled
  private large = false; // whether a run has left the program with much memory
  /** Is told how many bytes of the program have come. */
  onLoading: (bytes: number) => void = () => {};
  /** How often the worker has ended: the next one knows nothing of what it was told. */
  ends = 0;
  /** Of the program when it last said something, in bytes. */
  memory = 0;

  constructor(
    private readonly script: string,
    private readonly wasm: string,
    private readonly program: string,
  ) {}

  /** Starts the worker unless it runs already. */
  start(): Promise<void> {
    this.ready ??= new Promise((resolve, reject) => {
      const worker = new Worker(this.script);
      this.worker = worker;
      worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
        if (data.kind === "ready") {
          this.module = data.module;
          resolve();
        } else if (data.kind === "loading") this.onLoading(data.bytes);
        else if (data.kind === "sent") {
          this.memory = data.memory;
          if (data.prepared !== undefined) this.large = data.memory > LARGE;
          this.sent(data.json, data);
        } else die(data.why);
      };
      worker.onerror = (e) => die(e.message || texts.noScript);
      const die = (why: string) => {
        if (this.worker !== worker) return;
        const error = new RequestError(texts.stopped(inLanguage(why)));
        reject(error);
        this.stop(error);
      };
      this.post({ kind: "start", wasm: this.wasm, program: this.program, module: this.module });
    });
    return this.ready;
  }

  /** Ends the worker at once; what it was asked fails with error. The next request starts another. */
  stop(error: RequestError): void {
    this.worker?.terminate();
    this.ends++;
    this.large = false;
    this.worker = this.ready = undefined;
    const lost = [...this.pending.values()];
    this.pending.clear();
    for (const p of lost) p.reject(error);
  }

  /** Gives much memory back, which a program never does itself, unless it is at work. The next request starts another worker. */
  renew(): void {
    if (this.large && this.pending.size === 0) this.stop(new RequestError(texts.startedAnew));
  }

  /** Another worker with the same program, which is compiled already. */
  another(): Client {
    const c = new Client(this.script, this.wasm, this.program);
    c.module = this.module;
    return c;
  }

  /** Sends a request. Blobs are copied, so that the caller keeps them. */
  request<N extends Name>(
    op: N,
    params: Request<N>,
    blobs: (Uint8Array | Blob)[] = [],
    progress?: (p: Operations[N]["progress"]) => void,
    wanted: Wanted = "bytes",
  ): { id: number; promise: Promise<Answer<Operations[N]["answer"]>> } {
    const id = ++this.lastID;
    const promise = this.start().then(
      () =>
        new Promise<Answer<Operations[N]["answer"]>>((resolve, reject) => {
          this.pending.set(id, { resolve: resolve as Pending["resolve"], reject, progress: progress as Pending["progress"] });
          this.post({ kind: "request", json: JSON.stringify({ version: VERSION, id, op, ...params }), blobs, wanted });
        }),
    );
    return { id, promise };
  }

  /** Asks for a result and nothing else. */
  async ask<N extends Name>(op: N, params: Request<N>, blobs: (Uint8Array | Blob)[] = []): Promise<Answer<Operations[N]["answer"]>> {
    return this.request(op, params, blobs).promise;
  }

  /** Stops a request: by asking, and by ending the worker if it does not hear within two seconds. */
  cancel(id: number): void {
    void this.ask("cancel", { target: id }).catch(() => {});
    setTimeout(() => {
      if (this.pending.has(id)) this.stop(new RequestError("cancelled", true));
    }, 2000);
  }

  private post(message: ToWorker): void {
    this.worker?.postMessage(message);
  }

  private sent(json: string, { blobs, files, prepared }: Omit<Answer<unknown>, "answer">): void {
    const m = JSON.parse(json) as { id: number; progress?: unknown; error?: string; cancelled?: boolean; answer?: unknown };
    const p = this.pending.get(m.id);
    if (!p) return;
    if (m.progress) {
      p.progress?.(m.progress);
      return;
    }
    this.pending.delete(m.id);
    if (m.error !== undefined) p.reject(new RequestError(m.error, m.cancelled, "en"));
    else p.resolve({ answer: m.answer, blobs, files, prepared });
  }
}
