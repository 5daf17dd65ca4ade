import type { KeptVersion, SavedBy } from "../../../workers/model/files/kept-project";
import { newProjectId } from "./project-id";

/** What a tab knows about the versions of a project that other tabs may have open too. */
export class SharedVersions {
  private readonly tab = newProjectId();
  /** The version that this tab opened or merged last. */
  private agreed: KeptVersion | null = null;
  /** The time of the newest version that this tab has taken into account. */
  private seen = 0;
  /** The versions that this tab has opened, merged or saved. */
  private readonly known = new Set<string>();

  /** What this tab writes into its versions. */
  get by(): SavedBy {
    return { tab: this.tab, since: this.agreed?.id ?? null };
  }

  /** Notes that the tab opened a version, when `newest` was the time of the newest of all. */
  opened(version: KeptVersion, newest = version.time): void {
    this.agreed = version;
    this.seen = newest;
    this.known.add(version.id);
  }

  /** Notes that the artist decided what becomes of another tab's version. */
  settled(version: KeptVersion): void {
    this.agreed = version;
    this.seen = Math.max(this.seen, version.time);
    this.known.add(version.id);
  }

  saved({ id }: KeptVersion): void {
    this.known.add(id);
  }

  /** Whether a version is by another tab, and newer than all that this tab has taken into account. */
  isNews({ by, time }: KeptVersion): boolean {
    return by?.tab !== this.tab && time > this.seen;
  }

  /**
   * The newest version that led both to this tab's state and to another tab's version; null if none is known. Where
   * that version was thinned out, an older one that led to both.
   */
  commonWith({ by }: KeptVersion, versions: readonly KeptVersion[]): KeptVersion | null {
    const { agreed, known } = this;
    const upTo = (last: string, leadsTo: (version: KeptVersion) => boolean) =>
      versions.filter((version) => Number(version.id) <= Number(last) && leadsTo(version));
    const since = by?.since ?? null;
    const common = since !== null && known.has(since) ? upTo(since, ({ id }) => known.has(id)) : [];
    if (agreed && (agreed.id === since || agreed.by?.tab === by?.tab))
      common.push(...upTo(agreed.id, (version) => version.by?.tab === agreed.by?.tab));
    return common.sort((a, b) => b.time - a.time)[0] ?? null;
  }
}
