import { lockOf, projectOfLock } from "../model/files/project-lock";
import type { ProjectLocks } from "./storage";

/** Web Locks are released when a tab closes for any reason. */
export const webLocks: ProjectLocks = {
  async held() {
    const { held = [] } = await navigator.locks.query();
    const projects = held.map(({ name }) => (name ? projectOfLock(name) : null));
    return new Set(projects.filter((project) => project !== null));
  },

  whileFree: (project, work) =>
    navigator.locks.request(lockOf(project), { ifAvailable: true }, async (lock) => {
      if (!lock) return false;
      await work();
      return true;
    }),
};
