/** Notes that the page was reloaded once, so that it does not reload forever on a host that a reload does not help. */
const TRIED = "sinew-isolation-tried";

/**
 * If the host does not send the headers that let threads share memory, installs the service worker that adds them, and
 * reloads the page once. Without it the studio also works, on one thread.
 * @returns true if the page is about to reload: start nothing then.
 */
export async function ensureIsolation(): Promise<boolean> {
  if (globalThis.crossOriginIsolated || !import.meta.env.PROD) return false;
  if (!("serviceWorker" in navigator) || !window.isSecureContext) return false;
  if (sessionStorage.getItem(TRIED)) return false;
  try {
    sessionStorage.setItem(TRIED, "1");
    const registration = await navigator.serviceWorker.register("./service-worker.js");
    await activation(registration);
    location.reload();
    return true;
  } catch {
    return false;
  }
}

async function activation(registration: ServiceWorkerRegistration): Promise<void> {
  const worker = registration.active ?? registration.waiting ?? registration.installing;
  if (!worker || worker.state === "activated") return;
  await new Promise<void>((resolve, reject) => {
    worker.addEventListener("statechange", () => {
      if (worker.state === "activated") resolve();
      if (worker.state === "redundant") reject(new Error("The service worker was not installed"));
    });
  });
}
