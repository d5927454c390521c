// Logs for the page's tests, in the Standard Workload Format.

const row = (...f) => [...f, ...Array(18 - f.length).fill(-1)].join(" ");

/** Eight rows, of which one was cancelled before it started and one is wider than the machine. */
export const smallLog = [
  "; Computer: a small test machine",
  "; MaxProcs: 8",
  "; UnixStartTime: 1700000000",
  row(1, 0, 0, 600, 4, -1, -1, 6, 900, -1, 1, 1, 1, 1, 1, 1),
  row(2, 60, 540, 1200, 8, -1, -1, 8, 1800, -1, 1, 2, 1, 1, 1, 1),
  row(3, 90, 0, 300, 2, -1, -1, 2, 300, -1, 1, 1, 1, 1, 1, 1),
  row(4, 100, -1, -1, 2, -1, -1, 2, 300, -1, 5, 3, 1, 1, 1, 1),
  row(5, 120, 10, 700, 1, -1, -1, 1, 600, -1, 1, 3, 1, 1, 1, 1),
  row(6, 130, 20, 100, 16, -1, -1, 16, 600, -1, 1, 3, 1, 1, 1, 1),
  row(7, 200, 1000, 400, 8, -1, -1, 8, 400, -1, 1, 2, 1, 1, 1, 1),
  row(8, 250, 1000, 40, 1, -1, -1, 1, 60, -1, 1, 2, 1, 1, 1, 1),
].join("\n");

/** n jobs on 512 processors, submitted at most gap seconds after each other, the same at every call; with 120 there is a long queue. */
export function bigLog(n, gap = 120) {
  const rows = ["; MaxProcs: 512"];
  let seed = 1;
  const random = () => (seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff) / 0x7fffffff;
  let submit = 0;
  for (let id = 1; id <= n; id++) {
    submit += Math.floor(random() * gap);
    const procs = 2 ** Math.floor(random() * 7);
    const run = Math.floor(60 + random() * random() * 7200);
    rows.push(row(id, submit, -1, run, procs, -1, -1, procs, Math.ceil(run * (1 + random())), -1, 1, 1 + Math.floor(random() * 50)));
  }
  return rows.join("\n");
}

/** Jobs of three queues on 16 processors: up to 8 wide in queue 2, 4 in queue 1, 2 in queue 7. */
export const queuesLog = [
  "; MaxProcs: 16",
  ...Array.from({ length: 24 }, (_, i) => {
    const [queue, procs] = [[2, 8], [1, 4], [2, 3], [7, 2], [2, 5], [1, 1]][i % 6];
    const run = 200 + ((i * 137) % 500);
    return row(i + 1, i * 60, -1, run, procs, -1, -1, procs, 2 * run, -1, 1, 1 + (i % 4), 1, 1, queue);
  }),
].join("\n");

/** Jobs of up to 8 processors with memory on 16 processors, each of which has 512 MiB. */
export const memoryLog = [
  "; MaxProcs: 16",
  ...Array.from({ length: 24 }, (_, i) => {
    const procs = [8, 1, 4, 2, 1, 6][i % 6];
    const run = 400 + ((i * 137) % 900);
    const memory = [100_000, 400_000, 200_000, 50_000][i % 4]; // KiB of each processor
    return row(i + 1, i * 90, -1, run, procs, -1, memory, procs, 2 * run, 500_000, 1, 1 + (i % 4));
  }),
].join("\n");
