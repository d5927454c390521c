// The weeks, days or hours of a log in which differences are seen.
import { count } from "../../format";
import type { Blocked } from "../en/blocks";

const UNITS: Record<string, string> = { week: "Wochen", day: "Tage", hour: "Stunden" };

export const units = ({ unit }: Blocked) => UNITS[unit];

/** 12 Wochen */
export const blocks = (within: Blocked) => `${count(within.n)} ${units(within)}`;
