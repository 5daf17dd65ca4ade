import { SinewError } from "../model/errors";
import type { KeptProject } from "../model/files/kept-project";

/** Projects in the bin that may be removed to make room, the one that was moved there first comes first. */
export const binnedProjects = (projects: readonly KeptProject[], own: string): KeptProject[] =>
  projects
    .filter(({ id, isOpen, deleted }) => deleted !== null && id !== own && !isOpen)
    .sort((a, b) => a.deleted! - b.deleted!);

/** Projects whose older versions may be removed: no other tab has them open, and everything in them is readable. */
export const mayShrink = (projects: readonly KeptProject[], own: string): KeptProject[] =>
  projects
    .filter(
      ({ id, isOpen, problem, deleted }) => id === own || (!isOpen && problem === null && deleted === null),
    )
    .filter(({ versions }) => versions.length > 1);

/**
 * What to remove first if the storage is full: a whole project in the bin (`version` is null). If there is none, the
 * oldest version of the largest project with several versions, and one that the open history can go back to only if
 * there is no other. The last version of a project outside the bin is never removed automatically.
 * @param own the project that needs the room; other open projects are not touched.
 * @param inUse versions that the open history can go back to.
 */
export function nextToLetGo(
  projects: readonly KeptProject[],
  own: string,
  inUse: readonly string[],
): { project: string; version: string | null } | null {
  const [binned] = binnedProjects(projects, own);
  if (binned) return { project: binned.id, version: null };
  const largestFirst = mayShrink(projects, own).sort((a, b) => b.bytes - a.bytes);
  for (const stays of [inUse, []]) {
    for (const { id, versions } of largestFirst) {
      const oldest = versions.slice(1).findLast((version) => !stays.includes(version.id));
      if (oldest) return { project: id, version: oldest.id };
    }
  }
  return null;
}

const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;

/** The message if nothing more may be removed without asking. */
export function noRoom({ used, quota }: { used: number; quota: number }): SinewError {
  const facts = Number.isFinite(quota) ? ` (${megabytes(used)} of ${megabytes(quota)} are used)` : "";
  return new SinewError({
    title: "The browser's storage is full",
    body:
      `Save the project as a file, or close it and remove projects that you do not need from the start page${facts}. ` +
      "Earlier versions are still there.",
  });
}
