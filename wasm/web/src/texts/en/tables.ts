// The texts of tables.

export const tables = {
  nothing: "nothing",
  and: "and",
  sentTo: "Sent to",
  judged: (name: string) => `${name} judged`,
  splitOver: "Split over",
  firstLeavesRoom: (name: string) => `${name} first leaves room for`,
  moldedOn: "Molded on",
  freePower: (name: string) => `free power of ${name}`,
  decided: (kind: string) => `Decided (${kind})`,
};
