// Modules of flechette that its index does not export.
declare module "@uwdata/flechette/src/decode/decode-ipc.js" {
  export function decodeIPC(file: Uint8Array | Uint8Array[]): { dictsBeforeRecord?: number[] | null };
}
declare module "@uwdata/flechette/src/decode/table-from-ipc.js" {
  import type { Table } from "@uwdata/flechette";
  export function createTable(data: { dictsBeforeRecord?: number[] | null }): Table;
}
