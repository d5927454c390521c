// Off-line: registers the service worker, and offers a newer version of the page once it is all here.
import { byID } from "../dom";

/** more loads what the worker shall keep though nobody has wanted it yet. Where there are no service workers, as on a host without HTTPS, the page needs the network and nothing else changes. */
export async function goOffline(script: string, more: () => Promise<unknown>): Promise<void> {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  const registration = await workers?.register(script, { updateViaCache: "none" }).catch(() => undefined);
  if (!workers || !registration) return;

  let asked = false;
  let next: ServiceWorker | null = null;
  const offer = (worker: ServiceWorker | null) => {
    next = worker;
    byID("newer").hidden = false;
  };
  const watch = (worker: ServiceWorker | null) =>
    worker?.addEventListener("statechange", () => {
      if (worker.state === "installed" && workers.controller) offer(worker); // the very first is no news
    });

  byID("newer-reload").addEventListener("click", () => {
    asked = true;
    if (next?.state === "installed") next.postMessage("take over");
    else location.reload();
  });
  byID("newer-later").addEventListener("click", () => (byID("newer").hidden = true));
  let controlled = workers.controller !== null;
  workers.addEventListener("controllerchange", () => {
    if (asked) location.reload();
    else if (controlled) offer(null); // another tab asked for it
    else {
      workers.controller?.postMessage(performance.getEntriesByType("resource").map((e) => e.name)); // loaded before it was in charge
      void more().catch(() => {});
    }
    controlled = true;
  });
  if (registration.waiting && workers.controller) offer(registration.waiting);
  watch(registration.installing);
  registration.addEventListener("updatefound", () => watch(registration.installing));
}
