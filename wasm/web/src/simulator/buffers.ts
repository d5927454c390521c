// The memory of typed arrays: what is sent, so that it can be moved, and what is no longer needed.

/** The buffers of all typed arrays in v, each once. */
export function buffers(v: unknown, found = new Set<ArrayBuffer>()): Set<ArrayBuffer> {
  if (ArrayBuffer.isView(v)) found.add(v.buffer as ArrayBuffer);
  else if (typeof v === "object" && v !== null) for (const part of Object.values(v)) if (typeof part === "object") buffers(part, found);
  return found;
}

/**
 * Gives the memory of an array back at once: a worker that has nothing more to do may never collect it. The array is
 * empty then. Where browsers cannot do that, it is collected some day.
 */
export function free({ buffer }: Uint8Array): void {
  (buffer as { transfer?(length: number): ArrayBuffer }).transfer?.(0);
}
