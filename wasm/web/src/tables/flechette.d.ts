// Modules of flechette that its index does not export.
declare module "@uwdata/flechette/src/decode/decode-ipc.js" {
  import type { Field } from "@uwdata/flechette";
  import type { RecordBatch } from "@uwdata/flechette/src/decode/record-batch.js";
  export interface Decoded {
    schema: { fields: Field[] };
    records: RecordBatch[];
    dictionaries: { id: number }[];
    dictsBeforeRecord?: number[] | null;
  }
  export function decodeIPC(file: Uint8Array | Uint8Array[]): Decoded;
}
declare module "@uwdata/flechette/src/decode/record-batch.js" {
  export interface RecordBatch {
    length: number;
    nodes: object[];
    regions: { offset: number; length: number }[];
    body?: Uint8Array;
  }
  export function decodeRecordBatch(bytes: Uint8Array, index: number, version: number): RecordBatch;
}
declare module "@uwdata/flechette/src/decode/table-from-ipc.js" {
  import type { Table } from "@uwdata/flechette";
  import type { Decoded } from "@uwdata/flechette/src/decode/decode-ipc.js";
  export function createTable(data: Decoded): Table;
}
declare module "@uwdata/flechette/src/util/read.js" {
  type Read = (bytes: Uint8Array, index: number) => number;
  export const readInt16: Read;
  export const readOffset: Read;
  export function readObject(bytes: Uint8Array, index: number): (slot: number, read: Read, absent: number) => number;
}
