// The worker: it runs one of the two Go programs and passes messages between it
// and the page. Go's own wasm_exec.js, of the same Go version, is bundled in.
import "wasm_exec";
import { buffers } from "./buffers";
import { Parts } from "./parts";
import type { FromWorker, RunAnswer, ToWorker } from "./protocol";

type Handle = (json: string, blobs: Uint8Array[], send: (json: string, blobs: Uint8Array[]) => void) => void;

interface GoProgram {
  importObject: WebAssembly.Imports;
  run(instance: WebAssembly.Instance): Promise<void>;
}

const scope = globalThis as unknown as {
  Go: new () => GoProgram;
  backfillProgram: string;
  backfillReady: (handle: Handle) => void;
  postMessage(message: FromWorker, transfer?: Transferable[]): void;
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
};

let handle: Handle | undefined;
let memory = () => 0; // of the program, in bytes

/** What the program says. */
interface Said {
  part?: number;
  answer?: RunAnswer;
}

/** Makes of a run and its tables what the page asks for instead of them. */
type Prepare = (answer: RunAnswer, files: Blob[]) => Promise<unknown>;

/** Answers the page. */
export function serve(prepare: Prepare): void {
  scope.onmessage = ({ data }) => {
    if (data.kind === "start") {
      start(data).catch(failed);
      return;
    }
    answer(data, prepare).catch(failed);
  };
}

/** Has the program carry out a request. */
async function answer({ json, blobs, wanted }: Extract<ToWorker, { kind: "request" }>, prepare: Prepare): Promise<void> {
  if (!handle) throw new Error("it has not started");
  const parts = new Parts();
  const send = async (json: string, last: Uint8Array[]) => {
    const { part, answer } = JSON.parse(json) as Said;
    if (part !== undefined) return parts.add(part, last[0]);
    const prepared = wanted === "prepared" && answer ? await prepare(answer, parts.files(last)) : undefined;
    const files = wanted === "files" ? parts.files(last) : undefined;
    const blobs = prepared || files ? [] : await parts.bytes(last);
    scope.postMessage({ kind: "sent", json, blobs, files, prepared, memory: memory() }, [...buffers([blobs, prepared])]);
  };
  // Only what has to be read first may be overtaken by a later request.
  const given = blobs.some((b) => b instanceof Blob) ? await Promise.all(blobs.map(async (b) => (b instanceof Blob ? new Uint8Array(await b.arrayBuffer()) : b))) : (blobs as Uint8Array[]);
  handle(json, given, (json, last) => void send(json, last).catch(failed));
}

function failed(e: unknown): void {
  dead(e instanceof Error ? e.message : String(e));
}

async function start({ wasm, program, module: known }: Extract<ToWorker, { kind: "start" }>): Promise<void> {
  scope.backfillProgram = program;
  const go = new scope.Go();
  const module = known ?? (await compile(wasm));
  scope.backfillReady = (h) => {
    handle = h;
    scope.postMessage({ kind: "ready", module });
  };
  const instance = await WebAssembly.instantiate(module, go.importObject);
  memory = () => (instance.exports.mem as WebAssembly.Memory).buffer.byteLength;
  await go.run(instance);
  dead("the program ended, most likely because it ran out of memory");
}

/** Streams where the server names the type application/wasm, as it should. */
async function compile(url: string): Promise<WebAssembly.Module> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: the server answered ${response.status}`);
  count(response.clone()).catch(() => {}); // then compiling fails too
  if (response.headers.get("Content-Type")?.startsWith("application/wasm")) return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

/**
 * Tells how much has come, in bytes as they are when they are no longer compressed. It reads a copy: browsers keep what
 * they have compiled of a response, and would not know one that was made of its bytes.
 */
async function count(copy: Response): Promise<void> {
  let bytes = 0;
  const reader = copy.body!.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    bytes += value.length;
    scope.postMessage({ kind: "loading", bytes });
  }
}

function dead(why: string): void {
  scope.postMessage({ kind: "dead", why });
}
