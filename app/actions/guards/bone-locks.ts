import { serviceKey } from "../service";

/** Locks bones of the document's rig, or of the rig of a running solve. */
export interface BoneLocks {
  lock(bones: number[], locked: boolean): void;
}

export const BONE_LOCKS = serviceKey<BoneLocks>("bone locks");
