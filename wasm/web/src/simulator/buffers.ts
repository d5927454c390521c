// The memory of typed arrays: what is sent, so that it can be moved, and what is no longer needed.

/** The buffers of all typed arrays in v, each once. */
export function buffers(v: unknown, found = new Set<ArrayBuffer>()): Set<ArrayBuffer> {
  if (ArrayBuffer.isView(v)) found.add(v.buffer as ArrayBuffer);
  else if (typeof v === "object" && v !== null) for (const part of Object.values(v)) if (typeof part === "object") buffers(part, found);
  return found;
}

let nobody: MessagePort | undefined;

/**
 * Gives the memory of an array back at once: a worker that has nothing more to do may never collect it. The array is
 * empty then. It is sent to nobody, because that takes the memory from the browser's own objects, too. Chromium's keep
 * what a Blob was made of, or was read into, for as long as they are not collected, and ArrayBuffer.transfer leaves it to them.
 */
export function free({ buffer }: ArrayBufferView): void {
  if (!nobody) {
    nobody = new MessageChannel().port1;
    nobody.close();
  }
  nobody.postMessage(undefined, [buffer as ArrayBuffer]);
}
