// What is said while parts of the page are loaded, and if they cannot be: the other texts come with them.
import type { opening as english } from "../en/opening";

export const opening: typeof english = {
  story: {
    starting: "Der Simulator startet …",
    title: "Der Lehrgang",
  },
  papers: {
    fetching: "Die Aufzeichnung wird geholt …",
    title: "Die Seite der Fachartikel",
    answered: (status, address) => `der Server antwortete ${status} auf ${address}`,
  },
  sql: {
    notLoaded: (why) => `Der Editor konnte nicht geladen werden: ${why}. Schließen und Öffnen dieses Abschnitts versucht es noch einmal.`,
  },
  compare: {
    notLoaded: (why) => `Die Diagramme konnten nicht geladen werden: ${why}. Weg- und zurückrollen versucht es noch einmal.`,
  },
};
