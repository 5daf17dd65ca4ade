import { SinewError } from "../model/errors";
import type { KeptProject } from "../model/files/kept-project";

/** Projects whose older versions may go: no other tab has them open, and nothing in them is a riddle. */
export const mayShrink = (projects: readonly KeptProject[], own: string): KeptProject[] =>
  projects
    .filter(({ id, isOpen, problem }) => id === own || (!isOpen && problem === null))
    .filter(({ versions }) => versions.length > 1);

/**
 * The version that goes first when there is no more room: the oldest of the largest project that has more than one. The
 * last version of a project never goes by itself.
 * @param own the project that needs the room; others that are open in a tab are left alone.
 */
export function versionToLetGo(
  projects: readonly KeptProject[],
  own: string,
): { project: string; version: string } | null {
  const [largest] = mayShrink(projects, own).sort((a, b) => b.bytes - a.bytes);
  const oldest = largest?.versions.at(-1);
  return oldest ? { project: largest.id, version: oldest.id } : null;
}

const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;

/** What the artist is told when nothing more may go without a word. */
export function noRoom({ used, quota }: { used: number; quota: number }): SinewError {
  const facts = Number.isFinite(quota) ? ` (${megabytes(used)} of ${megabytes(quota)} are taken)` : "";
  return new SinewError({
    title: "The browser gives no more room",
    body:
      `Save the project as a file, or close it and remove projects that you do not need from the start page${facts}. ` +
      "The versions that were kept before are still there.",
  });
}
