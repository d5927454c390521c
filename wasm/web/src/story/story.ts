// The steps of the story, in their order.
import type { Lesson } from "./lesson";
import { backfilling, holes, queue } from "./lessons/first";
import { grid, nodes, optimum, planning } from "./lessons/further";
import { conservative, estimates, sorting } from "./lessons/promises";

export const LESSONS: Lesson[] = [queue, holes, backfilling, estimates, conservative, sorting, planning, grid, nodes, optimum];
