// An Arrow file message by message, so that it is never in memory as a whole: as the parts of an Arrow stream,
// where every dictionary stands before the first batch, or as a table for each batch.
import type { Table } from "@uwdata/flechette";
import { free } from "../simulator/buffers";
import { readTable } from "./arrow";

/** Slots of tables in Arrow's format/File.fbs. */
const [DICTIONARIES, RECORDS] = [2, 3];

const MAGIC = "ARROW1";

/** Bytes of a Block, which says where a message is: its offset, the lengths of its metadata and of its body. */
const BLOCK = 24;

/** What a message of a stream begins with. */
const CONTINUED = 0xffffffff;

const END = new Uint8Array([0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0]);

/** The bytes of a file. */
export async function read(file: Blob): Promise<Uint8Array> {
  return new Uint8Array(await file.arrayBuffer());
}

/**
 * The parts of a file, one at a time: the schema, the dictionaries and batches, the end. A stream is one part. Throws
 * an Error for what is neither.
 */
export async function* streamOf(file: Blob): AsyncGenerator<Uint8Array> {
  const places = await messagesOf(file);
  if (!places) {
    yield await read(file);
    return;
  }
  for (const place of [places.schema, ...places.dictionaries, ...places.batches]) yield await message(file, ...place);
  yield END.slice();
}

/** A table for each batch of a file, in its order, which is good until the next one is asked for. */
export async function* batchesOf(file: Blob): AsyncGenerator<Table> {
  const places = await messagesOf(file);
  if (!places) throw new Error("it is no Arrow file");
  const first = await Promise.all([places.schema, ...places.dictionaries].map((place) => message(file, ...place)));
  for (const place of places.batches) {
    const batch = await message(file, ...place);
    yield readTable([...first, batch]);
    free(batch);
  }
}

/** Where a message is: its offset, and the length of its body. */
type Place = [offset: number, body: number];

/** Where the messages of a file are; undefined for a stream. */
async function messagesOf(file: Blob): Promise<{ schema: Place; dictionaries: Place[]; batches: Place[] } | undefined> {
  const start = await read(file.slice(0, 8));
  if (start.length === 8 && uint32(start, 0) === CONTINUED) return undefined;
  const text = (bytes: Uint8Array) => String.fromCharCode(...bytes.subarray(0, MAGIC.length));
  if (file.size < 32 || text(start) !== MAGIC) throw new Error("it is no Arrow file");
  const end = await read(file.slice(-MAGIC.length - 4));
  if (text(end.subarray(4)) !== MAGIC) throw new Error("the Arrow file is cut off");
  const to = file.size - MAGIC.length - 4;
  const footer = await read(file.slice(Math.max(to - uint32(end, 0), 0), to));
  const view = new DataView(footer.buffer);
  try {
    const root = view.getUint32(0, true);
    return { schema: [8, 0], dictionaries: blocks(view, root, DICTIONARIES), batches: blocks(view, root, RECORDS) };
  } catch (e) {
    if (e instanceof RangeError) throw new Error("the Arrow file is damaged");
    throw e;
  }
}

/** The places of the messages in a list of the footer. */
function blocks(view: DataView, root: number, slot: number): Place[] {
  const vtable = root - view.getInt32(root, true);
  const at = 4 + 2 * slot < view.getUint16(vtable, true) ? view.getUint16(vtable + 4 + 2 * slot, true) : 0;
  if (at === 0) return [];
  const list = root + at + view.getUint32(root + at, true);
  const places: Place[] = [];
  for (let block = list + 4; places.length < view.getUint32(list, true); block += BLOCK) {
    places.push([Number(view.getBigInt64(block, true)), Number(view.getBigInt64(block + 16, true))]);
  }
  return places;
}

async function message(file: Blob, offset: number, body: number): Promise<Uint8Array> {
  const start = await read(file.slice(offset, offset + 8));
  if (start.length < 8) throw new Error("the Arrow file is damaged");
  if (uint32(start, 0) !== CONTINUED) throw new Error("the Arrow file is of a version before 0.15");
  const length = 8 + uint32(start, 4) + body;
  if (offset + length > file.size) throw new Error("the Arrow file is damaged");
  return read(file.slice(offset, offset + length));
}

function uint32(bytes: Uint8Array, at: number): number {
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(at, true);
}
