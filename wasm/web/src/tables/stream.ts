// An Arrow file as the parts of an Arrow stream, which has the same messages in another order: every
// dictionary stands before the first batch.

/** Slots of tables in Arrow's format/File.fbs. */
const [DICTIONARIES, RECORDS] = [2, 3];

const MAGIC = "ARROW1";

/** Bytes of a Block, which says where a message is: its offset, the lengths of its metadata and of its body. */
const BLOCK = 24;

const END = new Uint8Array([0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0]);

/**
 * The parts of a file as copies, one at a time: the schema, the dictionaries and batches, the end. A
 * stream is one part. Throws an Error for what is neither.
 */
export function* streamOf(file: Uint8Array): Generator<Uint8Array> {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  if (file.length >= 8 && view.getUint32(0, true) === 0xffffffff) {
    yield file.slice();
    return;
  }
  const text = (from: number) => String.fromCharCode(...file.subarray(from, from + MAGIC.length));
  if (file.length < 32 || text(0) !== MAGIC) throw new Error("it is no Arrow file");
  if (text(file.length - MAGIC.length) !== MAGIC) throw new Error("the Arrow file is cut off");
  const end = file.length - MAGIC.length - 4;
  const from = end - view.getUint32(end, true);
  try {
    const root = from + view.getUint32(from, true);
    yield message(file, view, 8, 0);
    for (const slot of [DICTIONARIES, RECORDS]) for (const [offset, body] of blocks(view, root, slot)) yield message(file, view, offset, body);
  } catch (e) {
    if (e instanceof RangeError) throw new Error("the Arrow file is damaged");
    throw e;
  }
  yield END.slice();
}

/** The offsets and the lengths of the bodies of the messages in a list of the footer. */
function* blocks(view: DataView, root: number, slot: number): Generator<[number, number]> {
  const vtable = root - view.getInt32(root, true);
  const at = 4 + 2 * slot < view.getUint16(vtable, true) ? view.getUint16(vtable + 4 + 2 * slot, true) : 0;
  if (at === 0) return;
  const list = root + at + view.getUint32(root + at, true);
  const n = view.getUint32(list, true);
  for (let i = 0; i < n; i++) {
    const block = list + 4 + i * BLOCK;
    yield [Number(view.getBigInt64(block, true)), Number(view.getBigInt64(block + 16, true))];
  }
}

function message(file: Uint8Array, view: DataView, offset: number, body: number): Uint8Array {
  if (view.getUint32(offset, true) !== 0xffffffff) throw new Error("the Arrow file is of a version before 0.15");
  const length = 8 + view.getUint32(offset + 4, true) + body;
  if (offset + length > file.length) throw new RangeError();
  return file.slice(offset, offset + length);
}
