import { serviceKey } from "./service";

/** Locks bones of the document's rig, or of a running solve's. */
export interface BoneLocks {
  lock(bones: number[], locked: boolean): void;
}

export const BONE_LOCKS = serviceKey<BoneLocks>("bone locks");
