// The page's address and the browser's history follow the state, and Back and Forward lead to what was chosen.
//
// Each experiment that was run is an entry of the history, which holds the choices; its address is a link to them.
// The first change after a run begins another entry, and further ones change that. An address of something
// else in the page, such as #results, leaves all as it is.
import { setMode } from "./actions";
import { choicesIn, hashOf, modeIn } from "./link";
import { choicesOf, UNCHOSEN, type Choices, type State } from "./state";
import type { Store } from "./store";

/** Where the tab keeps the choices, for an address that has none. */
const KEPT = "backfill.choices";

/** How long the address waits for more changes, in milliseconds: browsers limit how often it may change. */
export const CALM = 300;

/** An entry of the browser's history. */
interface Entry {
  choices: Choices;
  /** The key of the experiment that was run on it. */
  ran?: string;
}

/** What the page opens with, and a sentence for each part of the link that cannot be read. */
export async function opened(): Promise<{ choices: Choices; wrong: string[] }> {
  const linked = await choicesIn(location.hash);
  if (linked) return linked;
  const entry = entryOf(history.state);
  const mode = modeIn(location.hash);
  if (entry) return { choices: { ...entry.choices, mode: mode ?? entry.choices.mode }, wrong: [] };
  if (mode) return { choices: { ...UNCHOSEN, mode }, wrong: [] };
  return { choices: (location.hash === "" ? read() : undefined) ?? UNCHOSEN, wrong: [] };
}

export class History {
  private timer = 0;
  private turn = 0; // so that an address that took longer to make does not follow a later one
  private ran: string | undefined; // of the current entry
  private going = false; // to another entry

  constructor(
    private readonly store: Store<State>,
    /** The same for states of the same experiment. */
    private readonly key: (s: State) => string,
    /** Choices come from an address or an entry of the history. */
    private readonly onGo: (choices: Choices, wrong: string[]) => void,
  ) {
    this.ran = entryOf(history.state)?.ran;
    store.follow(Object.keys(UNCHOSEN) as (keyof Choices)[], (s, before) => {
      clearTimeout(this.timer);
      if (s.mode !== before.mode && !this.going && this.ran !== undefined) {
        // At once: one may go Back from it before the address is ready.
        this.turn++;
        this.ran = undefined;
        history.pushState({ choices: choicesOf(s) } satisfies Entry, "", `#${s.mode}`);
      }
      this.timer = window.setTimeout(() => void this.write(), CALM);
    });
    addEventListener("popstate", (e) => void this.go(e.state));
    addEventListener("pagehide", () => keep(choicesOf(store.state)));
  }

  /** What is chosen is being run: the next change begins another entry. */
  async run(): Promise<void> {
    const key = this.key(this.store.state);
    const isNew = () => this.ran !== undefined && this.ran !== key;
    const hash = isNew() ? await hashOf(choicesOf(this.store.state)) : "";
    if (key !== this.key(this.store.state)) return; // changed meanwhile
    const entry: Entry = { choices: choicesOf(this.store.state), ran: key };
    if (isNew()) {
      this.turn++; // whatever was to be written is in this entry
      history.pushState(entry, "", hash);
    } else history.replaceState(entry, "");
    this.ran = key;
  }

  private async write(): Promise<void> {
    clearTimeout(this.timer);
    const turn = ++this.turn;
    const choices = choicesOf(this.store.state);
    keep(choices);
    const hash = await hashOf(choices);
    if (turn !== this.turn) return;
    const entry: Entry = { choices, ran: this.ran };
    if (this.ran !== undefined && this.ran !== this.key(this.store.state)) {
      this.ran = undefined;
      history.pushState({ choices } satisfies Entry, "", hash);
    } else if (location.hash === "" && JSON.stringify(choices) === JSON.stringify(UNCHOSEN)) history.replaceState(entry, "");
    else history.replaceState(entry, "", location.hash === "" || modeIn(location.hash) ? hash : location.hash);
  }

  /** onGo takes the choices at once; what it then waits for is no part of it. */
  private lead(choices: Choices, wrong: string[]): void {
    this.going = true;
    this.onGo(choices, wrong);
    this.going = false;
  }

  private async go(state: unknown): Promise<void> {
    clearTimeout(this.timer);
    this.turn++;
    const entry = entryOf(state);
    if (entry) {
      this.ran = entry.ran;
      return this.lead(entry.choices, []);
    }
    // Typed, or an anchor of the page, which leaves what is shown as it is.
    const linked = await choicesIn(location.hash);
    const mode = modeIn(location.hash);
    if (linked || (mode && mode !== this.store.state.mode)) this.ran = undefined;
    if (linked) this.lead(linked.choices, linked.wrong);
    else if (mode && mode !== this.store.state.mode) this.lead({ ...choicesOf(this.store.state), ...setMode(this.store.state, mode) }, []);
    else void this.write();
  }
}

/** An entry that this version of the page wrote: one of another may lack what has come since. */
function entryOf(state: unknown): Entry | undefined {
  const { choices } = (state ?? {}) as Partial<Entry>;
  return choices && Object.keys(UNCHOSEN).every((k) => k in choices) ? (state as Entry) : undefined;
}

function keep(choices: Choices): void {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(choices));
  } catch {
    // full, or forbidden: the address has them
  }
}

function read(): Choices | undefined {
  try {
    return entryOf({ choices: JSON.parse(sessionStorage.getItem(KEPT) ?? "null") })?.choices;
  } catch {
    return undefined;
  }
}
