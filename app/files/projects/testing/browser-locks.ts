import { projectOfLock } from "../../../../workers/model/files/project-lock";
import type { ProjectLocks } from "../../../../workers/projects/storage";

/** A fake of one browser's Web Locks. A tab that ends releases its own. No lock waits: the tabs take turns. */
export class BrowserLocks implements ProjectLocks {
  private readonly holders = new Map<string, object>();

  /** The locks from the view of one tab. */
  of(tab: object): LockManager {
    const request = async (name: string, ...rest: unknown[]) => {
      const work = rest.at(-1) as LockGrantedCallback<unknown>;
      const lock = { name, mode: "exclusive" } as const;
      if (projectOfLock(name) === null) return work(lock);
      this.holders.set(name, tab);
      try {
        return await work(lock);
      } finally {
        this.holders.delete(name);
      }
    };
    return { request } as unknown as LockManager;
  }

  end(tab: object): void {
    for (const [name, holder] of this.holders) if (holder === tab) this.holders.delete(name);
  }

  private openProjects(): string[] {
    return [...this.holders.keys()].flatMap((name) => projectOfLock(name) ?? []);
  }

  async held(): Promise<Set<string>> {
    return new Set(this.openProjects());
  }

  async tabs(project: string): Promise<number> {
    return this.openProjects().filter((each) => each === project).length;
  }

  async whileFree(project: string, work: () => Promise<void>): Promise<boolean> {
    if ((await this.held()).has(project)) return false;
    await work();
    return true;
  }

  whileWriting<T>(_: string, work: () => Promise<T>): Promise<T> {
    return work();
  }
}
