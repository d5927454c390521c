// The memory of what is sent, so that it can be moved.

/** The buffers of all typed arrays in v, each once. */
export function buffers(v: unknown, found = new Set<ArrayBuffer>()): Set<ArrayBuffer> {
  if (ArrayBuffer.isView(v)) found.add(v.buffer as ArrayBuffer);
  else if (typeof v === "object" && v !== null) for (const part of Object.values(v)) if (typeof part === "object") buffers(part, found);
  return found;
}
