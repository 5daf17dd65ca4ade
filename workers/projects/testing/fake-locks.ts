import type { ProjectLocks } from "../storage";

/** Locks of projects, without a browser. */
export class FakeLocks implements ProjectLocks {
  /** Projects that a tab has open. */
  readonly open = new Set<string>();

  async held(): Promise<Set<string>> {
    return new Set(this.open);
  }

  /** The number of tabs with an open project, where it is more than one. */
  readonly several = new Map<string, number>();

  async tabs(project: string): Promise<number> {
    return this.several.get(project) ?? Number(this.open.has(project));
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
