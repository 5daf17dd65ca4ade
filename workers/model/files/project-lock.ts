const PREFIX = "sinew-project-";

/** Name of the Web Lock that a tab holds for its open project. Each tab has its own, so that several can open it. */
export const lockOf = (project: string, tab: string): string => `${PREFIX}${project} ${tab}`;

/** The project of such a lock; null for any other lock. */
export const projectOfLock = (name: string): string | null =>
  name.startsWith(PREFIX) ? name.slice(PREFIX.length).split(" ")[0] : null;

/** Name of the Web Lock under which a version of a project is written, or the project is opened or removed. */
export const gateOf = (project: string): string => `sinew-gate-${project}`;
