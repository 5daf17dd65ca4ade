import { shownRig, useDocument } from "../document";
import { boneOfPick, followSegmentPick } from "../skeleton/segment-following";
import { setPaint, useView } from "../view-state";
import { usePaintNews } from "./paint-news";

/** Keeps what the Paint workspace looks at in step with the rig: a bone to paint, locks of bones that are there. */
export function followPaint(): void {
  followSegmentPick();
  const chooseBone = () => {
    const { workspace, selectedBone } = useView.getState();
    if (workspace !== "paint" || selectedBone !== null) return;
    if (shownRig(useDocument.getState())) useView.setState({ selectedBone: boneOfPick() ?? 0 });
  };
  useView.subscribe((view) => view.workspace, chooseBone);
  useDocument.subscribe(
    (state) => shownRig(state)?.bones,
    (bones, before) => {
      chooseBone();
      const { paint } = useView.getState();
      if (paint.locked.length === 0) return;
      // Bones may have other numbers now: a lock stays with its name.
      const names = new Map(bones?.map(({ name }, j) => [name, j]));
      const locked = paint.locked.flatMap((j) => names.get(before?.[j]?.name ?? "") ?? []);
      setPaint({ locked });
    },
  );
  useDocument.subscribe(
    (state) => state.sequence?.rest,
    () => {
      usePaintNews.setState({ words: null, unmatched: null });
      setPaint({ vertex: null });
    },
  );
}
