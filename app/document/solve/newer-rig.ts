import type { Rig } from "../../../workers/model/rig/rig";
import type { Stores } from "../stores";

/**
 * Whether the document's rig has changed since a job started from `rig`. The change is newer than the job's answer, so
 * the answer must be dropped.
 */
export const hasNewerRig = ({ document }: Stores, rig: Rig | null): boolean =>
  document.getState().rig !== rig;
