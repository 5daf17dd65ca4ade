const PREFIX = "sinew-project-";

/** Name of the Web Lock that a tab holds for its open project. */
export const lockOf = (project: string): string => `${PREFIX}${project}`;

/** The project of a lock; null for any other lock. */
export const projectOfLock = (name: string): string | null =>
  name.startsWith(PREFIX) ? name.slice(PREFIX.length) : null;
