import { noSequence } from "../../../actions/guards";
import { useDocument } from "../../../document/document";
import { pickNow } from "../../../document/skeleton/skeleton-commands";
import { type SegmentPick, useView } from "../../../document/view-state";

/** Whether the tool that draws skeletons is in hand. */
export const isDrawing = (): boolean =>
  useView.getState().workspace === "paint" && useView.getState().paint.tool === "skeleton";

export const noSkeleton = (): string | null =>
  noSequence() ??
  (useDocument.getState().skeleton ? null : "There is no skeleton. Draw one, or drop a file with one.");

export const nonePicked = (): string | null =>
  noSequence() ?? (pickNow() ? null : "No bone of the skeleton is selected. Click one in the viewport.");

/** What is selected; only where `nonePicked` says nothing. */
export const picked = (): SegmentPick => pickNow() ?? { segment: 0, end: null };
