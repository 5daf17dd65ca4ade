import { useMemo } from "react";
import type { Segment, Skeleton } from "../../../workers/model/skeleton";
import type { SkeletonEdit } from "../../../workers/model/skeleton-order";
import { useDocument } from "../../document/document";
import { pickIn, runEdit } from "../../document/skeleton-commands";
import { useView } from "../../document/view-state";
import { complain } from "../../shell/complain";
import { useStudio } from "../../shell/studio";
import type { IconName } from "../../ui/icon-names";

export interface PickedSegment {
  skeleton: Skeleton;
  /** Index of the selected segment. */
  at: number;
  segment: Segment;
}

/** The segment that is selected, as a whole or by one of its joints; null where none is. */
export function usePickedSegment(): PickedSegment | null {
  const skeleton = useDocument((state) => state.skeleton);
  const pick = useView((view) => view.segment);
  const found = pickIn(skeleton, pick);
  return skeleton && found
    ? { skeleton, at: found.segment, segment: skeleton.segments[found.segment] }
    : null;
}

/** Changes of the skeleton from the panel: shown while a drag goes on, one step when it ends. */
export function useSkeletonEdits() {
  const { history } = useStudio();
  return useMemo(
    () => ({
      preview: (edit: SkeletonEdit) => {
        const { skeleton } = useDocument.getState();
        const isBack = JSON.stringify(edit.skeleton) === JSON.stringify(skeleton);
        useDocument.setState({ liveSkeleton: isBack ? null : edit.skeleton });
      },
      commit: (label: string, icon: IconName, make: () => SkeletonEdit) => {
        try {
          runEdit((command) => history.run(command), label, icon, make());
        } catch (error) {
          complain(error, "Editing the skeleton");
        }
      },
    }),
    [history],
  );
}
