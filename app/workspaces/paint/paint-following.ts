import { shownRig, useDocument } from "../../document/document";
import { setPaint } from "../../document/paint-settings";
import { useView } from "../../document/view-state";
import { usePaintNews } from "../../document/weights/paint-news";
import { boneOfPick, followSegmentPick } from "../skeleton/segment-following";

/** Keeps what the Paint workspace looks at in step with the rig: a bone to paint, a vertex that is there. */
export function followPaint(): void {
  followSegmentPick();
  const chooseBone = () => {
    const { workspace, selectedBone } = useView.getState();
    if (workspace !== "paint" || selectedBone !== null) return;
    if (shownRig(useDocument.getState())) useView.setState({ selectedBone: boneOfPick() ?? 0 });
  };
  useView.subscribe((view) => view.workspace, chooseBone);
  useDocument.subscribe((state) => shownRig(state)?.bones, chooseBone);
  // What one tool said is not of another.
  useView.subscribe(
    (view) => view.paint.tool,
    () => usePaintNews.setState({ words: null }),
  );
  useDocument.subscribe(
    (state) => state.sequence?.rest,
    () => {
      usePaintNews.setState({ words: null, unmatched: null });
      setPaint({ vertex: null });
    },
  );
}
