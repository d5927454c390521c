// The messages between the page and its workers, which carry requests and answers.
import type { Spec } from "./messages";

export * from "./messages";

/** The description of a cluster of nodes with resources, which the page only passes on. */
export type ClusterDescription = NonNullable<Spec["cluster"]>;

/**
 * What the page gets of an answer's blobs: their bytes, the blobs as the browser keeps them, or what a worker prepares of
 * a run's tables for charts.
 */
export type Wanted = "bytes" | "files" | "prepared";

/** From the page to a worker. */
export type ToWorker =
  | { kind: "start"; wasm: string; program: string; module?: WebAssembly.Module }
  | { kind: "request"; json: string; blobs: (Uint8Array | Blob)[]; wanted: Wanted };

/** From a worker to the page. */
export type FromWorker =
  | { kind: "ready"; module: WebAssembly.Module }
  | { kind: "loading"; bytes: number }
  | { kind: "sent"; json: string; blobs: Uint8Array[]; files?: Blob[]; prepared?: unknown; memory: number }
  | { kind: "dead"; why: string };
