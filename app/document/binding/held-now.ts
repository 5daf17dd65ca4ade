import type { HeldWeight } from "../../../workers/model/reports/weight-report";
import type { WeightEdits } from "../../../workers/model/weights/weight-edits";
import type { HeldKind } from "./weight-edit-strokes";

/** Identifies a constraint by its kind, its vertex and the segment whose weight it holds. */
export type HeldWeightKey = Pick<HeldWeight, "kind" | "vertex" | "bone">;

export const isSameHeld = (a: HeldWeightKey, b: HeldWeightKey | null): boolean =>
  b !== null && a.kind === b.kind && a.vertex === b.vertex && a.bone === b.bone;

/**
 * The current constraints: the engine's, without those that the artist released since, and with those that were added
 * and have not reached the engine yet.
 */
export function heldNow(kind: HeldKind, known: readonly HeldWeight[], edits: WeightEdits): HeldWeight[] {
  const key = (vertex: number, bone: number) => vertex * 0x10000 + bone;
  const own = known.filter((each) => each.kind === kind);
  const seen = new Set(own.map(({ vertex, bone }) => key(vertex, bone)));
  const { vertices, bones, values } = edits[kind];
  const gone = new Set<number>();
  const wanted = new Set<number>();
  const added: HeldWeight[] = [];
  vertices.forEach((vertex, n) => {
    const id = key(vertex, bones[n]);
    if (values[n] === 0) gone.add(id);
    else {
      wanted.add(id);
      if (seen.has(id)) return;
      added.push({
        kind,
        vertex,
        bone: bones[n],
        added: true,
        energy: 0,
        around: 1,
        strain: 0,
        suspicious: false,
      });
    }
  });
  const stays = ({ vertex, bone, added: isOwn }: HeldWeight) => {
    const id = key(vertex, bone);
    // The engine keeps a constraint for a moment after the artist adds and releases it.
    return !gone.has(id) && (!isOwn || wanted.has(id));
  };
  return [...own.filter(stays), ...added];
}
