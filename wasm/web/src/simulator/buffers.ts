// The memory of typed arrays: what is sent, so that it can be moved, and what is no longer needed.

/** The buffers of all typed arrays in v, each once. */
export function buffers(v: unknown, found = new Set<ArrayBuffer>()): Set<ArrayBuffer> {
  if (ArrayBuffer.isView(v)) found.add(v.buffer as ArrayBuffer);
  else if (typeof v === "object" && v !== null) for (const part of Object.values(v)) if (typeof part === "object") buffers(part, found);
  return found;
}

/**
 * Gives the memory of arrays back at once: a worker that has nothing more to do may never collect it. They are empty
 * then. Where browsers cannot do that, it is collected some day. It does not help with an array that the browser has
 * seen, because a Blob was made of it or read into it: Chromium's own object keeps the memory until it is collected.
 */
export function free(...arrays: ArrayBufferView[]): void {
  for (const { buffer } of arrays) (buffer as { transfer?(length: number): ArrayBuffer }).transfer?.(0);
}
