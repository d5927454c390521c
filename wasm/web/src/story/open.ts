// The story and the glossary take the laboratory's place while the address begins with #learn or #glossary.
import { opening } from "texts/opening";
import { byID } from "../dom";
import { followPage } from "../forms/otherpage";
import type { Client } from "../simulator/client";
import type { Description } from "../simulator/protocol";
import { placeOf } from "./place";

/** Opens and closes the story as the address says. Its code is loaded when it is opened first. */
export function followStory(simulator: Client, about: Promise<Description>): void {
  const box = byID("story");
  followPage({
    box,
    placeOf,
    name: (at) => at.page,
    waiting: opening.story.starting,
    title: opening.story.title,
    load: async () => {
      const [{ StoryPage }, described] = await Promise.all([import("./page"), about]);
      return new StoryPage(box, simulator, described);
    },
  });
}
