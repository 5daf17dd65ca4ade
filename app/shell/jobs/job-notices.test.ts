import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ENGINE_JOBS, type EndedJob } from "../../document/session/jobs/jobs";
import { createStores, type Stores } from "../../document/stores";
import { followJobs, switchNotices } from "./job-notices";

const shown: string[] = [];
const ask = vi.fn(async () => "granted");
const page = { visibilityState: "hidden" };
let stores: Stores;

class Notice {
  static permission = "granted";
  static requestPermission = ask;
  onclick: (() => void) | null = null;
  constructor(title: string) {
    shown.push(title);
  }
}

/** As on Android. */
class Forbidden {
  static permission = "granted";
  static requestPermission = ask;
  constructor() {
    throw new TypeError("Illegal constructor");
  }
}

const job: EndedJob = { id: 1, name: "Solve", endedAt: 0, seconds: 3, end: "done", message: "", eRms: 1.5 };
const end = (change: Partial<EndedJob>) =>
  stores.of(ENGINE_JOBS).setState(({ ended }) => ({ ended: [{ ...job, ...change }, ...ended] }));

beforeEach(() => {
  shown.length = 0;
  page.visibilityState = "hidden";
  stores = createStores();
  vi.stubGlobal("document", page);
  vi.stubGlobal("Notification", Notice);
});
afterEach(() => {
  vi.unstubAllGlobals();
  ask.mockClear();
});

describe("notifications about ended jobs", () => {
  it("are off, and ask for permission only when they are turned on", async () => {
    followJobs(stores);
    end({ id: 1 });
    expect([shown, ask.mock.calls.length]).toEqual([[], 0]);
    await switchNotices(stores, true);
    expect(ask).toHaveBeenCalledTimes(1);
    end({ id: 2, name: "Bind", end: "failed", message: "No bones." });
    expect(shown).toEqual(["Bind failed"]);
  });

  it("come only in the background, and not for a job that the artist cancelled", async () => {
    followJobs(stores);
    await switchNotices(stores, true);
    end({ id: 1, end: "cancelled" });
    page.visibilityState = "visible";
    end({ id: 2 });
    expect(shown).toEqual([]);
  });

  it("stay off without permission, and say what to do", async () => {
    followJobs(stores);
    ask.mockResolvedValueOnce("denied");
    await switchNotices(stores, true);
    expect(stores.of(ENGINE_JOBS).getState().notifies).toBe(false);
    const [{ body }] = stores.notices.getState().toasts;
    expect(body).toMatch(/Allow notifications/);
  });

  it("go through the service worker where the page may not show them", async () => {
    const showNotification = vi.fn(async () => {});
    vi.stubGlobal("Notification", Forbidden);
    vi.stubGlobal("navigator", { serviceWorker: { getRegistration: async () => ({ showNotification }) } });
    followJobs(stores);
    await switchNotices(stores, true);
    end({ id: 3 });
    await vi.waitFor(() => expect(showNotification).toHaveBeenCalled());
    expect(showNotification.mock.calls[0]).toMatchObject(["Solve is done", { tag: "sinew-job" }]);
  });
});
