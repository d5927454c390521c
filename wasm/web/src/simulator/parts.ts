// The blobs of an answer that come in parts. The browser keeps them as Blobs, outside of the page's memory and on
// disk where they are many.

/** Bytes that are kept here before they become part of a Blob. */
const MUCH = 8e6;

export class Parts {
  private readonly lists: { parts: BlobPart[]; bytes: number }[] = [];

  /** Takes the next bytes of blob i. */
  add(i: number, bytes: Uint8Array): void {
    const list = (this.lists[i] ??= { parts: [], bytes: 0 });
    list.parts.push(bytes as Uint8Array<ArrayBuffer>);
    list.bytes += bytes.length;
    if (list.bytes < MUCH) return;
    list.parts = [new Blob(list.parts)];
    list.bytes = 0;
  }

  /** The blobs of an answer with which last came. */
  files(last: Uint8Array[]): Blob[] {
    return last.map((end, i) => new Blob([...(this.lists[i]?.parts ?? []), end as Uint8Array<ArrayBuffer>]));
  }

  /** The same as bytes. */
  async bytes(last: Uint8Array[]): Promise<Uint8Array[]> {
    if (this.lists.length === 0) return last;
    return Promise.all(this.files(last).map(async (f) => new Uint8Array(await f.arrayBuffer())));
  }
}
