// Reads Arrow files. Their dictionaries hold for all of a file's batches,
// wherever they stand in it: our writer puts one that has grown at the end.
// The library takes those alone that stand before a batch, unless it is not
// told where they stand.
import type { Table } from "@uwdata/flechette";
import { decodeIPC } from "@uwdata/flechette/src/decode/decode-ipc.js";
import { createTable } from "@uwdata/flechette/src/decode/table-from-ipc.js";

/** Reads a file, or the messages of a stream. */
export function readTable(file: Uint8Array | Uint8Array[]): Table {
  return createTable({ ...decodeIPC(file), dictsBeforeRecord: null });
}
