import { createStore } from "zustand/vanilla";
import { type Stores, storeKey } from "../stores";
import { toast } from "./toasts";

/** The service worker with a newer build that is ready to start; null if there is none. */
export const NEW_BUILD = storeKey(() =>
  createStore<{ waiting: ServiceWorker | null }>()(() => ({ waiting: null })),
);

/** How often an open page looks for a newer build, in milliseconds. */
const LOOK_MS = 3_600_000;

/**
 * Stores the build in the browser, so that the studio works without a network, and offers newer builds. Only in
 * production: tests and development always load the current files.
 */
export async function keepOffline(stores: Stores): Promise<void> {
  if (import.meta.env.MODE !== "production") return;
  if (!("serviceWorker" in navigator) || !window.isSecureContext) return;
  const registration = await navigator.serviceWorker.register("./service-worker.js");
  const offer = (worker: ServiceWorker) => {
    stores.of(NEW_BUILD).setState({ waiting: worker });
    toast(stores, "A new version of Sinew is ready", "Your projects stay. It starts when you reload.", {
      offer: { action: "help.update", label: "Reload" },
    });
  };
  if (registration.waiting) offer(registration.waiting);
  registration.addEventListener("updatefound", () => {
    const next = registration.installing;
    next?.addEventListener("statechange", () => {
      // Without an active worker this is the first visit, not an update.
      if (next.state === "installed" && registration.active) offer(next);
    });
  });
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage("keep the build");
  setInterval(() => {
    registration.update().catch(() => {
      // There is no network.
    });
  }, LOOK_MS);
}

/** Starts the newer build. The browser asks first if something is not saved. */
export function takeNewBuild(stores: Stores): void {
  const { waiting } = stores.of(NEW_BUILD).getState();
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
  waiting?.postMessage("take over");
}
