import { formatError, formatSeconds } from "../../common/format";
import { recall, remember } from "../../common/remembered";
import { ENGINE_JOBS, type EndedJob } from "../../document/session/jobs/jobs";
import { toast } from "../../document/session/toasts";
import type { Stores } from "../../document/stores";

const REMEMBERED = "notify-jobs";

const canNotify = () => "Notification" in globalThis;

/**
 * Turns browser notifications about ended jobs on or off. The browser asks for permission only when they are turned
 * on.
 */
export async function switchNotices(stores: Stores, on: boolean): Promise<void> {
  const allowed = on && canNotify() && (await Notification.requestPermission()) === "granted";
  stores.of(ENGINE_JOBS).setState({ notifies: allowed });
  remember(REMEMBERED, allowed);
  if (on && !allowed) {
    const body = canNotify()
      ? "Allow notifications for this page in the browser’s settings, then turn it on again."
      : "This browser does not offer them here.";
    toast(stores, "The browser does not allow notifications", body, { kind: "warning" });
  }
}

/** Shows a browser notification when a job ends while the tab is in the background, if they are turned on. */
export function followJobs(stores: Stores): void {
  const store = stores.of(ENGINE_JOBS);
  const allowed = canNotify() && Notification.permission === "granted";
  store.setState({ notifies: allowed && recall(REMEMBERED, false) });
  store.subscribe(({ ended, notifies }, before) => {
    const [newest] = ended;
    const isNew = newest && newest !== before.ended[0];
    if (!isNew || !notifies || document.visibilityState === "visible" || newest.end === "cancelled") return;
    const title = `${newest.name} ${newest.end === "failed" ? "failed" : "is done"}`;
    void notify(title, { body: bodyOf(newest), tag: "sinew-job" });
  });
}

/** A click on the notification leads back to the studio. */
async function notify(title: string, options: NotificationOptions): Promise<void> {
  try {
    const notice = new Notification(title, options);
    notice.onclick = () => {
      window.focus();
      notice.close();
    };
  } catch {
    // Browsers on Android let only the service worker show them. It also answers the click.
    const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
    await registration?.showNotification(title, options).catch(() => {});
  }
}

const bodyOf = ({ message, seconds, eRms }: EndedJob): string =>
  message || `${eRms === null ? "" : `Error ${formatError(eRms)}, `}${formatSeconds(seconds)}`;
