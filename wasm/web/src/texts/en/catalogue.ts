// What the simulator says of its policies, options and metrics: it says it in English.

export const catalogue = {
  /** By the English phrase, without a full stop: a whole text, a sentence or a part of one. */
  phrases: {} as Record<string, string>,
};
