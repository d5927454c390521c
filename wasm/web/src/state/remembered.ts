// Files of one's own that this browser remembers, by the SHA-256 of their bytes, so that a link or a reload finds
// them again. They stay until they are forgotten; nothing is sent anywhere.

export interface Remembered {
  sha256: string;
  name: string;
  size: number;
  /** Unix time in milliseconds. */
  used: number;
  blob: Blob;
}

const STORE = "files";

/** Larger files are not kept, in bytes. */
const MOST = 500_000_000;

/** Opens the browser's own storage; it may be refused, as in private windows. */
function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open("backfill", 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "sha256" });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error("another tab holds it"));
  });
}

async function use<T>(mode: IDBTransactionMode, f: (files: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const db = await open();
  try {
    return await new Promise((resolve, reject) => {
      const t = db.transaction(STORE, mode);
      const request = f(t.objectStore(STORE));
      t.oncomplete = () => resolve(request.result);
      t.onabort = t.onerror = () => reject(t.error ?? request.error);
    });
  } finally {
    db.close();
  }
}

/** Keeps a file. Resolves to whether it was kept. */
export async function remember(name: string, sha256: string, blob: Blob): Promise<boolean> {
  if (blob.size > MOST) return false;
  try {
    // A copy of the bytes: a File is only a pointer to what lies on the disk.
    const kept = new Blob([await blob.arrayBuffer()]);
    await use("readwrite", (files) => files.put({ sha256, name, size: blob.size, used: Date.now(), blob: kept } satisfies Remembered));
    return true;
  } catch {
    return false; // full, or forbidden
  }
}

/** The file with these bytes, if it is remembered. */
export async function recall(sha256: string): Promise<Remembered | undefined> {
  try {
    return await use<Remembered | undefined>("readonly", (files) => files.get(sha256));
  } catch {
    return undefined;
  }
}

/** All that is remembered, the last used first. */
export async function remembered(): Promise<Remembered[]> {
  try {
    return (await use<Remembered[]>("readonly", (files) => files.getAll())).sort((a, b) => b.used - a.used);
  } catch {
    return [];
  }
}

/** Forgets one file, or all. */
export async function forget(sha256?: string): Promise<void> {
  try {
    await use<undefined>("readwrite", (files) => (sha256 === undefined ? files.clear() : files.delete(sha256)));
  } catch {
    // there is nothing that could be forgotten
  }
}
