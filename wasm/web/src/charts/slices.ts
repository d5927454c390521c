// Long work of drawing in slices, so that no frame waits for it.

/** How long slices take in a frame, in ms, and in one that comes late: others are busy then. */
const SLICE = 6;
const SHORT = 2;

/** A frame that comes so long after the one before is late, in ms. */
const LATE = 20;

/** Does some of a piece of work and reports whether that was the last. */
export type Work = () => boolean;

const waiting: Work[] = [];
let last = 0; // frame

/** Does work from the next frame on, piece after piece, those first that came first. */
export function later(work: Work): void {
  if (waiting.push(work) === 1) requestAnimationFrame(some);
}

function some(frame: number): void {
  const end = performance.now() + (frame - last > LATE ? SHORT : SLICE);
  last = frame;
  while (waiting.length > 0 && performance.now() < end) if (waiting[0]()) waiting.shift();
  if (waiting.length > 0) requestAnimationFrame(some);
}
