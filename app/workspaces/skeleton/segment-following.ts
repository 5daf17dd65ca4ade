import { segmentsOfBones } from "../../document/binding/segment-weights";
import { shownRig } from "../../document/document";
import { selectBones } from "../../document/selection";
import { pickNow, pickSegment } from "../../document/skeleton/skeleton-commands";
import type { Stores } from "../../document/stores";

/** The segment of each bone on screen; null if the bones do not match the skeleton. */
function segmentsNow(stores: Stores): Uint16Array | null {
  const state = stores.document.getState();
  const rig = shownRig(state);
  return rig && state.skeleton && segmentsOfBones(state.skeleton, rig);
}

/** The first bone of the selected segment; null if it has none. */
export function boneOfPick(stores: Stores): number | null {
  const pick = pickNow(stores);
  const bone = pick ? (segmentsNow(stores)?.indexOf(pick.segment) ?? -1) : -1;
  return bone < 0 ? null : bone;
}

/** Keeps the selected segment of the skeleton and the selected bone of its rig the same, in both directions. */
export function followSegmentPick(stores: Stores): void {
  const isDrawing = () => {
    const { workspace, paint } = stores.view.getState();
    return workspace === "paint" && paint.tool === "skeleton";
  };
  stores.view.subscribe(
    (view) => view.segment,
    () => {
      if (!isDrawing()) return;
      const { selectedBone } = stores.view.getState();
      const bone = boneOfPick(stores);
      if (bone === null) return;
      if (selectedBone === null || segmentsNow(stores)?.[selectedBone] !== pickNow(stores)?.segment)
        selectBones(stores, [bone]);
    },
  );
  stores.view.subscribe(
    (view) => view.selectedBone,
    (bone) => {
      if (isDrawing() || bone === null) return;
      const segment = segmentsNow(stores)?.[bone];
      if (segment !== undefined && segment !== pickNow(stores)?.segment)
        pickSegment(stores, { segment, end: null });
    },
  );
}
