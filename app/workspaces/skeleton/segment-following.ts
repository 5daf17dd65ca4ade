import { segmentsOfBones } from "../../document/binding/segment-weights";
import { shownRig, useDocument } from "../../document/document";
import { selectBones } from "../../document/selection";
import { pickNow, pickSegment } from "../../document/skeleton/skeleton-commands";
import { useView } from "../../document/view-state";

/** The segment of each bone on screen; null where they are not those of the skeleton. */
function segmentsNow(): Uint16Array | null {
  const state = useDocument.getState();
  const rig = shownRig(state);
  return rig && state.skeleton && segmentsOfBones(state.skeleton, rig);
}

/** The first bone of the segment that is selected; null where it has none. */
export function boneOfPick(): number | null {
  const pick = pickNow();
  const bone = pick ? (segmentsNow()?.indexOf(pick.segment) ?? -1) : -1;
  return bone < 0 ? null : bone;
}

/** What is selected while a skeleton is drawn is selected of the rig that is bound to it, and the other way round. */
export function followSegmentPick(): void {
  const isDrawing = () => {
    const { workspace, paint } = useView.getState();
    return workspace === "paint" && paint.tool === "skeleton";
  };
  useView.subscribe(
    (view) => view.segment,
    () => {
      if (!isDrawing()) return;
      const { selectedBone } = useView.getState();
      const bone = boneOfPick();
      if (bone === null) return;
      if (selectedBone === null || segmentsNow()?.[selectedBone] !== pickNow()?.segment) selectBones([bone]);
    },
  );
  useView.subscribe(
    (view) => view.selectedBone,
    (bone) => {
      if (isDrawing() || bone === null) return;
      const segment = segmentsNow()?.[bone];
      if (segment !== undefined && segment !== pickNow()?.segment) pickSegment({ segment, end: null });
    },
  );
}
