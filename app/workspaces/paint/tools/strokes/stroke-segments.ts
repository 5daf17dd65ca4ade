import type { Rig } from "../../../../../workers/model/rig/rig";
import { segmentsOfBones } from "../../../../document/binding/segment-weights";
import { shownRig } from "../../../../document/document";
import { pickSentence } from "../../../../document/keymap/keymap-words";
import { pickNow } from "../../../../document/skeleton/skeleton-commands";
import type { Stores } from "../../../../document/stores";
import { lockedBones } from "../../../../document/weights/weight-locks";
import type { PaintStart } from "../paint-stroke";

/** The segments of the skeleton that a stroke changes. */
export interface StrokeSegments {
  /** The painted segment and its name. */
  segment: number;
  name: string;
  /** The segment of a bone of the rig: the selected bone, or its partner on the other side. */
  of(bone: number | null): number;
}

/** Refusal of a stroke that needs a skeleton. */
export const NO_SKELETON = "There is no skeleton. Draw one, or drop a file that has one.";

/** The segments of a stroke, or a sentence that says why there are none. */
export function strokeSegments(stores: Stores, { bone }: Pick<PaintStart, "bone">): StrokeSegments | string {
  const state = stores.document.getState();
  const { skeleton } = state;
  if (!skeleton) return NO_SKELETON;
  const rig = shownRig(state);
  const segments = rig && segmentsOfBones(skeleton, rig);
  const segment = segmentNow(stores, rig, segments, bone);
  if (segment === null)
    return `No bone is selected. ${pickSentence(stores, "the mesh", "click one in the list")}`;
  if (segment === undefined) return "The rig and the skeleton have different bones. Bind the mesh first.";
  const { name } = skeleton.segments[segment];
  return { segment, name, of: (other) => (other === null ? segment : (segments?.[other] ?? segment)) };
}

/** Refuses if the selected bone or its partner on the other side is locked; null if neither is. */
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
