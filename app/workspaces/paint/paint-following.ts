import type { Bone, Rig } from "../../../workers/model/rig/rig";
import { shownRig } from "../../document/document";
import { setPaint } from "../../document/paint-settings";
import type { Stores } from "../../document/stores";
import { boneOfPick, followSegmentPick } from "../skeleton/segment-following";

/** The first bone that moves a vertex. The root of a file often moves none, and its weights show an empty mesh. */
function firstMoving({ bones, weights }: Rig): number {
  const moves = new Uint8Array(bones.length);
  for (const [e, w] of weights.values.entries()) if (w > 0) moves[weights.bones[e]] = 1;
  return Math.max(0, moves.indexOf(1));
}

const haveSameNames = (before: readonly Bone[], now: readonly Bone[]): boolean =>
  before === now || (before.length === now.length && before.every(({ name }, j) => name === now[j].name));

/**
 * Keeps the selection of the Paint workspace valid: there is always a bone to paint, and never a vertex of another
 * mesh.
 */
export function followPaint(stores: Stores): void {
  followSegmentPick(stores);
  const chooseBone = () => {
    const { workspace, selectedBone } = stores.view.getState();
    if (workspace !== "paint" || selectedBone !== null) return;
    const rig = shownRig(stores.document.getState());
    if (rig) stores.view.setState({ selectedBone: boneOfPick(stores) ?? firstMoving(rig) });
  };
  stores.view.subscribe((view) => view.workspace, chooseBone);
  stores.document.subscribe((state) => shownRig(state)?.bones, chooseBone);
  // A message names bones, which another solve does not have. A rig whose weights were found again has the same ones.
  stores.document.subscribe(
    (state) => state.rig?.bones ?? [],
    () => stores.paintNews.setState({ words: null }),
    { equalityFn: haveSameNames },
  );
  // A message of one tool does not apply to another.
  stores.view.subscribe(
    (view) => view.paint.tool,
    () => stores.paintNews.setState({ words: null }),
  );
  // Nor does what a stroke did once the stroke is undone.
  stores.steps.subscribe((now, before) => {
    if (now.position < before.position) stores.paintNews.setState({ words: null });
  });
  // Vertices without a partner depend on how the sides are matched.
  stores.document.subscribe(
    (state) => state.mirroring,
    () => stores.paintNews.setState({ words: null, unmatched: null }),
  );
  stores.document.subscribe(
    (state) => state.sequence?.rest,
    () => {
      stores.paintNews.setState({ words: null, unmatched: null });
      setPaint(stores, { vertex: null });
    },
  );
}
