// An Arrow file message by message, so that it is never in memory as a whole: as the parts of an Arrow stream,
// where every dictionary stands before the first batch, or by the columns of each batch.
import { Type, type Column, type Field } from "@uwdata/flechette";
import { decodeIPC } from "@uwdata/flechette/src/decode/decode-ipc.js";
import { decodeRecordBatch, type RecordBatch } from "@uwdata/flechette/src/decode/record-batch.js";
import { createTable } from "@uwdata/flechette/src/decode/table-from-ipc.js";
import { readInt16, readObject, readOffset } from "@uwdata/flechette/src/util/read.js";

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

/** Rows of a table by their columns. */
export interface Batch {
  numRows: number;
  /** Of the columns. */
  names: string[];
  getChild(name: string): Column<unknown> | null | Promise<Column<unknown> | null>;
}

/**
 * The batches of a file, in its order. Only columns that are asked for are read, one by one. (A stream of a Blob could
 * read them all into the same memory, but Chromium 156 forgets one of some thousand reads that it is asked for.)
 */
export async function* batchesOf(file: Blob): AsyncGenerator<Batch> {
  const places = await messagesOf(file);
  if (!places) throw new Error("it is no Arrow file");
  const about = decodeIPC(await Promise.all([places.schema, ...places.dictionaries].map((place) => message(file, ...place))));
  const { schema, dictionaries } = about;
  const first = regionsOf(schema.fields);
  const names = schema.fields.map((f) => f.name);
  for (const [offset, size] of places.batches) {
    const head = await message(file, offset, 0);
    const body = offset + head.length;
    if (body + size > file.size) throw new Error("the Arrow file is damaged");
    const batch = recordBatch(head.subarray(8));
    const getChild = async (name: string) => {
      const i = names.indexOf(name);
      if (i < 0) return null;
      const of = batch.regions.slice(first[i], first[i + 1]);
      const [from, to] = of.length === 0 ? [0, 0] : [of[0].offset, of[of.length - 1].offset + of[of.length - 1].length];
      const bytes = await read(file.slice(body + from, body + to));
      const regions = of.map((r) => ({ ...r, offset: r.offset - from }));
      const { type } = schema.fields[i] as { type: { id?: number } };
      return createTable({
        ...about,
        schema: { ...schema, fields: [schema.fields[i]] },
        dictionaries: dictionaries.filter((d) => d.id === type.id),
        records: [{ ...batch, nodes: [batch.nodes[i]], regions, body: bytes }],
        dictsBeforeRecord: null,
      }).getChildAt(0);
    };
    yield { numRows: batch.length, names, getChild };
  }
}

/** Where the regions of each field begin among those of a batch, and how many there are. Fields have no children in our tables. */
function regionsOf(fields: Field[]): number[] {
  const first = [0];
  for (const { name, type } of fields) {
    const { typeId, offsets, children } = type as { typeId: number; offsets?: unknown; children?: unknown };
    if (children) throw new Error(`the Arrow file is of nested columns, such as ${name}`);
    first.push(first[first.length - 1] + (typeId === Type.Null ? 0 : offsets ? 3 : 2));
  }
  return first;
}

function recordBatch(head: Uint8Array): RecordBatch {
  const get = readObject(head, 0);
  return decodeRecordBatch(head, get(8, readOffset, 0), get(4, readInt16, 0)); // header and version of Arrow's format/Message.fbs
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
