// The weeks, days or hours of a log in which differences are seen.
import { count } from "../../format";

/** How many there are of which. */
export interface Blocked {
  unit: string;
  n: number;
}

const UNITS: Record<string, string> = { week: "weeks", day: "days", hour: "hours" };

export const units = ({ unit }: Blocked) => UNITS[unit];

/** 12 weeks */
export const blocks = (within: Blocked) => `${count(within.n)} ${units(within)}`;
