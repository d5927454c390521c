// The blobs of an answer that come in parts. The browser keeps them as Blobs, outside of the page's memory and on
// disk where they are many.

export class Parts {
  private readonly lists: Blob[][] = [];

  /** Takes a copy of the next bytes of blob i. */
  add(i: number, bytes: Uint8Array): void {
    (this.lists[i] ??= []).push(new Blob([bytes as Uint8Array<ArrayBuffer>]));
  }

  /** The blobs of an answer with which last came. */
  files(last: Uint8Array[]): Blob[] {
    return last.map((end, i) => new Blob([...(this.lists[i] ?? []), end as Uint8Array<ArrayBuffer>]));
  }

  /** The same as bytes. */
  async bytes(last: Uint8Array[]): Promise<Uint8Array[]> {
    if (this.lists.length === 0) return last;
    return Promise.all(this.files(last).map(async (f) => new Uint8Array(await f.arrayBuffer())));
  }
}
