import type { Rig } from "../../../../../workers/model/rig/rig";
import { segmentsOfBones } from "../../../../document/binding/segment-weights";
import { shownRig } from "../../../../document/document";
import { pickNow } from "../../../../document/skeleton/skeleton-commands";
import type { Stores } from "../../../../document/stores";
import { lockedBones } from "../../../../document/weights/weight-locks";
import type { PaintStart } from "../paint-stroke";

/** Which segments of the skeleton a stroke is for. */
export interface StrokeSegments {
  /** The segment that is painted, and its name. */
  segment: number;
  name: string;
  /** The segment of a bone of the rig: of the selected one, or of its partner on the other side. */
  of(bone: number | null): number;
}

/** Said where a stroke for weights has nothing that it could be of. */
export const NO_SKELETON = "There is no skeleton to find weights for. Draw one, or drop a file that has one.";

/** The segments of a stroke; a sentence where there is no telling. */
export function strokeSegments(stores: Stores, { bone }: Pick<PaintStart, "bone">): StrokeSegments | string {
  const state = stores.document.getState();
  const { skeleton } = state;
  if (!skeleton) return NO_SKELETON;
  const rig = shownRig(state);
  const segments = rig && segmentsOfBones(skeleton, rig);
  const segment = segmentNow(stores, rig, segments, bone);
  if (segment === null) return "No bone is selected. Alt-click the mesh, or click one in the list.";
  if (segment === undefined) return "These bones are not those of the skeleton. Bind the mesh to it first.";
  const { name } = skeleton.segments[segment];
  return { segment, name, of: (other) => (other === null ? segment : (segments?.[other] ?? segment)) };
}

/** Why weights of the selected bone, or of its partner on the other side, cannot be steered: they are locked. */
export function lockedRefusal(
  stores: Stores,
  { bone, partner }: Pick<PaintStart, "bone" | "partner">,
): string | null {
  const bones = shownRig(stores.document.getState())?.bones;
  if (!bones || bone === null || partner === null) return null;
  const locked = lockedBones(stores, bones);
  const shut = [bone, partner].find((j) => locked[j]);
  return shut === undefined
    ? null
    : `${bones[shut].name} is locked. Click its padlock to change its weights.`;
}

function segmentNow(stores: Stores, rig: Rig | null, segments: Uint16Array | null, bone: number | null) {
  if (!rig) return pickNow(stores)?.segment ?? null;
  if (bone === null) return null;
  return segments?.[bone];
}
