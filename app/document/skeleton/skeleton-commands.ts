import { centreSkeleton } from "../../../workers/geometry/place-skeleton";
import type { SkeletonClips } from "../../../workers/model/files/skeleton-source";
import { boundsOf } from "../../../workers/model/mesh/mesh-sequence";
import { followSegments } from "../../../workers/model/skeleton/follow-segments";
import type { Skeleton } from "../../../workers/model/skeleton/skeleton";
import { EMPTY_SKELETON } from "../../../workers/model/skeleton/skeleton-edit";
import type { SkeletonEdit } from "../../../workers/model/skeleton/skeleton-order";
import type { IconName } from "../../common/icon-names";
import type { DocumentState } from "../document";
import type { Command } from "../history/history";
import { patch } from "../patch";
import type { Stores } from "../stores";
import type { SegmentPick } from "../view-state";

/** The skeleton of the document, or one without segments. */
export const skeletonNow = (stores: Stores): Skeleton =>
  stores.document.getState().skeleton ?? EMPTY_SKELETON;

/** The selection, if the skeleton has such a segment. */
export function pickIn(skeleton: Skeleton | null, pick: SegmentPick | null): SegmentPick | null {
  return skeleton && pick && pick.segment < skeleton.segments.length ? pick : null;
}

export const pickNow = (stores: Stores): SegmentPick | null =>
  pickIn(stores.document.getState().skeleton, stores.view.getState().segment);

export const pickSegment = (stores: Stores, segment: SegmentPick | null): void =>
  stores.view.setState({ segment });

/** An edit of the skeleton as one step. Painted values by segment follow their segments. */
export function editSkeleton(
  stores: Stores,
  label: string,
  icon: IconName,
  { skeleton, origin }: SkeletonEdit,
): Command<Partial<DocumentState>> {
  const { weightEdits, skeleton: before } = stores.document.getState();
  const followed = followSegments(weightEdits, origin, before?.segments.length ?? 0);
  const next = followed === weightEdits ? { skeleton } : { skeleton, weightEdits: followed };
  return patch(stores, label, icon, next, { liveSkeleton: null });
}

/**
 * Replaces or removes the skeleton. Clears painted edits for the old one's segments.
 * @param skeletonClips animations of the new skeleton.
 */
export function replaceSkeleton(
  stores: Stores,
  label: string,
  icon: IconName,
  skeleton: Skeleton | null,
  skeletonClips: SkeletonClips | null = null,
): Command {
  const { weightEdits, skeleton: before } = stores.document.getState();
  const none = followSegments(weightEdits, new Int32Array(0), before?.segments.length ?? 0);
  return patch(
    stores,
    label,
    icon,
    { skeleton, skeletonClips, weightEdits: { ...none, addedExemplars: [] } },
    { liveSkeleton: null },
  );
}

/** Moves and scales the skeleton into the mesh's box. Keeps the painted edits for it, and transforms its clips too. */
export function fitIntoMesh(
  stores: Stores,
  { skeleton, skeletonClips, sequence, weightEdits }: DocumentState,
): Command | null {
  if (!skeleton || !sequence) return null;
  const fitted = centreSkeleton(skeleton, boundsOf(sequence.rest), skeletonClips?.clips);
  const addedExemplars = weightEdits.addedExemplars.map(({ name, pose }) => ({
    name,
    pose: { ...pose, translations: pose.translations.map((x) => fitted.scale * x) },
  }));
  return patch(
    stores,
    "Fit skeleton into mesh",
    "align",
    {
      skeleton: fitted.skeleton,
      skeletonClips: skeletonClips && { ...skeletonClips, clips: fitted.clips },
      weightEdits: { ...weightEdits, addedExemplars },
    },
    { liveSkeleton: null },
  );
}

/** Fields of the document, and the selection that goes with them. */
export interface EditAndPick {
  fields: Partial<DocumentState>;
  pick: SegmentPick | null;
}

/**
 * Runs an edit and selects. An undo restores the former selection.
 * @param select the selection after it. If left out, the former selection at its new place.
 */
export function runEdit(
  stores: Stores,
  run: (command: Command<EditAndPick>) => void,
  label: string,
  icon: IconName,
  edit: SkeletonEdit,
  select?: SegmentPick | null,
): void {
  const before = pickNow(stores);
  const at = before ? edit.origin.indexOf(before.segment) : -1;
  const after = select !== undefined ? select : before && at >= 0 ? { ...before, segment: at } : null;
  const command = editSkeleton(stores, label, icon, edit);
  run({
    ...command,
    before: { fields: command.before, pick: before },
    after: { fields: command.after, pick: after },
    apply({ fields, pick }) {
      command.apply(fields);
      pickSegment(stores, pick);
    },
  });
}
