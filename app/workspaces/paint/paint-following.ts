import { shownRig } from "../../document/document";
import { setPaint } from "../../document/paint-settings";
import type { Stores } from "../../document/stores";
import { boneOfPick, followSegmentPick } from "../skeleton/segment-following";

/** Keeps what the Paint workspace looks at in step with the rig: a bone to paint, a vertex that is there. */
export function followPaint(stores: Stores): void {
  followSegmentPick(stores);
  const chooseBone = () => {
    const { workspace, selectedBone } = stores.view.getState();
    if (workspace !== "paint" || selectedBone !== null) return;
    if (shownRig(stores.document.getState())) stores.view.setState({ selectedBone: boneOfPick(stores) ?? 0 });
  };
  stores.view.subscribe((view) => view.workspace, chooseBone);
  stores.document.subscribe((state) => shownRig(state)?.bones, chooseBone);
  // What one tool said is not of another.
  stores.view.subscribe(
    (view) => view.paint.tool,
    () => stores.paintNews.setState({ words: null }),
  );
  stores.document.subscribe(
    (state) => state.sequence?.rest,
    () => {
      stores.paintNews.setState({ words: null, unmatched: null });
      setPaint(stores, { vertex: null });
    },
  );
}
