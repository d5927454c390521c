// Long work of drawing in slices, so that no frame waits for it.

/** How long slices take in a frame, in ms. */
const SLICE = 6;

/** Does some of a piece of work and reports whether that was the last. */
export type Work = () => boolean;

const waiting: Work[] = [];

/** Does work from the next frame on, piece after piece, those first that came first. */
export function later(work: Work): void {
  if (waiting.push(work) === 1) requestAnimationFrame(some);
}

function some(): void {
  const end = performance.now() + SLICE;
  while (waiting.length > 0 && performance.now() < end) if (waiting[0]()) waiting.shift();
  if (waiting.length > 0) requestAnimationFrame(some);
}
