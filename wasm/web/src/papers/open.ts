// The papers take the laboratory's place while the address begins with #papers.
import { byID } from "../dom";
import { followPage } from "../forms/otherpage";
import type { Client } from "../simulator/client";
import type { Paper } from "../simulator/protocol";
import { placeOf } from "./place";
import { opening } from "texts/opening";

/** Opens and closes the papers as the address says. Code and record are loaded when they are opened first. */
export function followPapers(computer: Client, catalogue: string): void {
  const box = byID("papers");
  followPage({
    box,
    placeOf,
    name: () => "papers",
    waiting: opening.papers.fetching,
    title: opening.papers.title,
    load: async () => {
      const [{ PapersPage }, papers] = await Promise.all([import("./page"), fetchPapers(catalogue)]);
      return new PapersPage(box, computer, papers);
    },
  });
}

async function fetchPapers(address: string): Promise<Paper[]> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(opening.papers.answered(response.status, address));
  return (await response.json()) as Paper[];
}
