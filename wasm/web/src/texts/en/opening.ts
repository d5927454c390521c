// What is said while parts of the page are loaded, and if they cannot be: the other texts come with them.

export const opening = {
  story: {
    starting: "Starting the simulator…",
    title: "The story",
  },
  papers: {
    fetching: "Fetching the record…",
    title: "The papers",
    answered: (status: number, address: string) => `the server answered ${status} for ${address}`,
  },
  sql: {
    notLoaded: (why: string) => `The editor could not be loaded: ${why}. Close and open this section to try again.`,
  },
  compare: {
    notLoaded: (why: string) => `The charts could not be loaded: ${why}. Scroll away and back to try again.`,
  },
};
