import type { ProjectLocks } from "../storage";

/** Locks of projects, without a browser. */
export class FakeLocks implements ProjectLocks {
  /** Projects that a tab has open. */
  readonly open = new Set<string>();

  async held(): Promise<Set<string>> {
    return new Set(this.open);
  }

  async whileFree(project: string, work: () => Promise<void>): Promise<boolean> {
    if (this.open.has(project)) return false;
    await work();
    return true;
  }

  whileWriting<T>(_: string, work: () => Promise<T>): Promise<T> {
    return work();
  }
}
