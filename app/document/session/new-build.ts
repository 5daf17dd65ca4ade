import { createStore } from "zustand/vanilla";
import { type Stores, storeKey } from "../stores";
import { toast } from "./toasts";

/** A newer build that is ready: the worker that has it, or null. */
export const NEW_BUILD = storeKey(() =>
  createStore<{ waiting: ServiceWorker | null }>()(() => ({ waiting: null })),
);

/** How often a page that stays open looks for a newer build, in milliseconds. */
const LOOK_MS = 3_600_000;

/**
 * Keeps the build in the browser, so that the studio works without a network, and offers newer builds. Only released
 * builds do: tests and development always see the files as they are.
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
      // Without a former worker this is the first visit, not an update.
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
