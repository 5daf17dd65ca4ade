import { lockOf, projectOfLock } from "../../../../workers/model/files/project-lock";
import type { ProjectLocks } from "../../../../workers/projects/storage";

/** A fake of one browser's Web Locks. Its tabs share them, and a tab that ends releases its own. */
export class BrowserLocks implements ProjectLocks {
  private readonly holders = new Map<string, object>();

  /** The locks from the view of one tab. */
  of(tab: object): LockManager {
    const request = async (name: string, _: LockOptions, work: LockGrantedCallback<unknown>) => {
      if (this.holders.has(name)) return work(null);
      this.holders.set(name, tab);
      try {
        return await work({ name, mode: "exclusive" });
      } finally {
        if (this.holders.get(name) === tab) this.holders.delete(name);
      }
    };
    return { request } as unknown as LockManager;
  }

  end(tab: object): void {
    for (const [name, holder] of this.holders) if (holder === tab) this.holders.delete(name);
  }

  async held(): Promise<Set<string>> {
    return new Set([...this.holders.keys()].flatMap((name) => projectOfLock(name) ?? []));
  }

  async whileFree(project: string, work: () => Promise<void>): Promise<boolean> {
    if (this.holders.has(lockOf(project))) return false;
    await work();
    return true;
  }
}
