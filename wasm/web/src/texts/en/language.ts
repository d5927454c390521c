// What the language is, for numbers and dates.

/** A page's language; numbers and dates are for Intl. */
export const language = {
  code: "en",
  numbers: "en-US",
  dates: "en-GB",
};
