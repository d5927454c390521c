// What the simulator says of its policies, options and metrics: it says it in English.

import type { catalogue as english } from "../en/catalogue";

export const catalogue: typeof english = {
  /** By the English phrase: a whole text, a sentence, or what commas part. */
  phrases: {} as Record<string, string>,
};
