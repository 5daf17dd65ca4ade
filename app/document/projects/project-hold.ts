import { lockOf } from "../../../workers/model/files/project-lock";

/**
 * A lock on the project that this tab has open, so that no other tab writes to it. The browser releases it when the tab
 * ends.
 */
export interface ProjectHold {
  /** Locks a project and releases the former one. @returns false if another tab has it. */
  take(id: string): Promise<boolean>;
  letGo(): void;
}

export function createProjectHold(locks: LockManager = navigator.locks): ProjectHold {
  let held: { id: string; release: () => void } | null = null;

  function letGo(): void {
    held?.release();
    held = null;
  }

  function take(id: string): Promise<boolean> {
    if (held?.id === id) return Promise.resolve(true);
    return new Promise((resolve, reject) => {
      const work = (lock: Lock | null) => {
        if (!lock) return resolve(false);
        letGo();
        return new Promise<void>((release) => {
          held = { id, release };
          resolve(true);
        });
      };
      locks.request(lockOf(id), { ifAvailable: true }, work).catch(reject);
    });
  }

  return { take, letGo };
}

/** Calls `closed` once no tab has the project open; `signal` stops waiting. */
export function whenClosed(id: string, signal: AbortSignal, closed: () => void): void {
  navigator.locks.request(lockOf(id), { mode: "shared", signal }, closed).catch(() => {
    // The wait was cancelled.
  });
}
