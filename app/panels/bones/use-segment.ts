import { useMemo } from "react";
import type { Segment, Skeleton } from "../../../workers/model/skeleton/skeleton";
import { rootOfEach, type SkeletonEdit } from "../../../workers/model/skeleton/skeleton-order";
import { useStudio } from "../../actions/studio";
import { plural } from "../../common/format";
import type { IconName } from "../../common/icon-names";
import { reportError } from "../../document/session/report-error";
import { pickIn, runEdit } from "../../document/skeleton/skeleton-commands";
import { useDocument, useStores, useView } from "../../document/use-stores";

export interface PickedSegment {
  skeleton: Skeleton;
  /** Index of the selected segment. */
  at: number;
  segment: Segment;
}

/** The number of bones and of trees: "24 bones in 2 trees"; null if there are none. */
export function useBoneCount(): string | null {
  return useDocument(({ skeleton }) => {
    if (!skeleton || skeleton.segments.length === 0) return null;
    const trees = new Set(rootOfEach(skeleton)).size;
    return `${plural(skeleton.segments.length, "bone")}${trees > 1 ? ` in ${plural(trees, "tree")}` : ""}`;
  });
}

/** The segment that is selected as a whole or by one of its joints; null if there is none. */
export function usePickedSegment(): PickedSegment | null {
  const skeleton = useDocument((state) => state.skeleton);
  const pick = useView((view) => view.segment);
  const found = pickIn(skeleton, pick);
  return skeleton && found
    ? { skeleton, at: found.segment, segment: skeleton.segments[found.segment] }
    : null;
}

/** Edits of the skeleton from the panel: a preview during a drag, and one undo step at its end. */
export function useSkeletonEdits() {
  const stores = useStores();
  const { history } = useStudio();
  return useMemo(
    () => ({
      preview: (edit: SkeletonEdit) => {
        const { skeleton } = stores.document.getState();
        const isBack = JSON.stringify(edit.skeleton) === JSON.stringify(skeleton);
        stores.document.setState({ liveSkeleton: isBack ? null : edit.skeleton });
      },
      commit: (label: string, icon: IconName, make: () => SkeletonEdit) => {
        try {
          runEdit(stores, (command) => history.run(command), label, icon, make());
        } catch (error) {
          reportError(stores, error, "Editing the skeleton");
        }
      },
    }),
    [history, stores.document.setState, stores.document.getState, stores],
  );
}
