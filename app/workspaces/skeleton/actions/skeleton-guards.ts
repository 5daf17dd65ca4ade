import { noSequence } from "../../../actions/guards/guards";
import { pickNow } from "../../../document/skeleton/skeleton-commands";
import type { Stores } from "../../../document/stores";
import type { SegmentPick } from "../../../document/view-state";

/** Whether the tool that draws skeletons is active. */
export const isDrawing = (stores: Stores): boolean =>
  stores.view.getState().workspace === "paint" && stores.view.getState().paint.tool === "skeleton";

export const noSkeleton = (stores: Stores): string | null =>
  noSequence(stores) ??
  (stores.document.getState().skeleton ? null : "There is no skeleton. Draw one, or drop a file with one.");

export const nonePicked = (stores: Stores): string | null =>
  noSequence(stores) ??
  (pickNow(stores) ? null : "No bone of the skeleton is selected. Click one in the viewport.");

/** The selection. Only valid if `nonePicked` returns null. */
export const picked = (stores: Stores): SegmentPick => pickNow(stores) ?? { segment: 0, end: null };
