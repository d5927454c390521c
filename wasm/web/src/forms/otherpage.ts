// Pages that take the laboratory's place while the address begins with theirs: the story, the papers.
import { byID, make, showError } from "../dom";
import { forms as texts } from "texts/forms";

/** A page that was loaded; P is where in it an address leads. */
export interface OtherPage<P> {
  show(at: P): void;
  close(): void;
}

/** What sets one such page apart. */
export interface Opening<P> {
  /** The element that holds it. */
  box: HTMLElement;
  /** Where in the page a hash leads, or undefined for another part of the site. */
  placeOf(hash: string): P | undefined;
  /** The page's name for the style sheet, which may depend on the place. */
  name(at: P): string;
  /** Said while it is loaded. */
  waiting: string;
  /** As a sentence begins: "The story". */
  title: string;
  load(): Promise<OtherPage<P>>;
}

/** Opens and closes the page as the address says. It is loaded when it is opened first. */
export function followPage<P>(o: Opening<P>): void {
  let showing: Promise<OtherPage<P>> | undefined;
  let named: string | undefined; // what the body is called because of this page
  const links = [...document.querySelectorAll<HTMLAnchorElement>("#pages a")].filter((a) => o.placeOf(a.hash));
  const follow = () => {
    const at = o.placeOf(location.hash);
    const { dataset } = document.body;
    if (at) dataset.page = named = o.name(at);
    else if (dataset.page === named) delete dataset.page; // and not the name of a page that took its place
    for (const a of links) {
      if (at) a.setAttribute("aria-current", "page");
      else a.removeAttribute("aria-current");
    }
    if (!at) return void showing?.then((page) => page.close(), () => {});
    if (!showing) {
      o.box.replaceChildren(make("p", { className: "note" }, o.waiting));
      showing = o.load();
    }
    showing.then((page) => {
      const now = o.placeOf(location.hash);
      if (now) page.show(now);
    }, (e: Error) => {
      showing = undefined;
      const error = make("p", { className: "error" });
      showError(error, navigator.onLine ? texts.notLoaded(o.title, e.message) : texts.offline);
      o.box.replaceChildren(error);
    });
  };
  addEventListener("hashchange", follow);
  addEventListener("popstate", follow); // an address of the laboratory that comes back without a new hash
  // A click on a mode, whose handler changes no address while the mode stays the same, leads back to the laboratory.
  byID("modes").addEventListener("click", (e) => {
    const a = (e.target as Element).closest("a");
    if (!a || !o.placeOf(location.hash) || e.ctrlKey || e.metaKey || e.shiftKey) return;
    e.preventDefault();
    e.stopImmediatePropagation();
    location.hash = a.hash;
  }, true);
  follow();
}

/** Waits until none of these pages stands in the laboratory's place. */
export function laboratory(): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (document.body.dataset.page) return;
      removeEventListener("popstate", look);
      resolve();
    };
    addEventListener("popstate", look); // after those of followPage
    look();
  });
}
