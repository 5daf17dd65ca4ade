import { gateOf, lockOf, projectOfLock } from "../../../workers/model/files/project-lock";
import { newProjectId } from "./project-id";

/**
 * A lock that says which project this tab has open, so that no other tab removes it or its versions. The browser
 * releases it when the tab ends.
 */
export interface ProjectHold {
  /** Locks a project and releases the former one. Waits while another tab removes the project or writes to it. */
  take(id: string): Promise<void>;
  letGo(): void;
}

export function createProjectHold(locks: LockManager = navigator.locks): ProjectHold {
  const tab = newProjectId();
  let held: { id: string; release: () => void } | null = null;

  function letGo(): void {
    held?.release();
    held = null;
  }

  /** Resolves when the lock is held, which it is until it is released. */
  const hold = (id: string) =>
    new Promise<void>((resolve, reject) => {
      const work = () => {
        letGo();
        return new Promise<void>((release) => {
          held = { id, release };
          resolve();
        });
      };
      locks.request(lockOf(id, tab), work).catch(reject);
    });

  async function take(id: string): Promise<void> {
    if (held?.id !== id) await locks.request(gateOf(id), { mode: "shared" }, () => hold(id));
  }

  return { take, letGo };
}

/**
 * Calls `closed` when a tab closes a project that was open in another tab, or at once if no tab has it open any more.
 * `signal` stops waiting.
 */
export async function whenClosed(id: string, signal: AbortSignal, closed: () => void): Promise<void> {
  const { held = [] } = await navigator.locks.query();
  const names = held.map(({ name = "" }) => name).filter((name) => projectOfLock(name) === id);
  if (names.length === 0 && !signal.aborted) closed();
  for (const name of names) {
    // It calls back once it has released the lock itself, which would otherwise count as a tab that has it open.
    navigator.locks
      .request(name, { mode: "shared", signal }, () => {})
      .then(closed)
      .catch(() => {
        // The wait was cancelled.
      });
  }
}
