import type { HeldWeight } from "../../../workers/model/reports/weight-report";
import type { WeightEdits } from "../../../workers/model/weights/weight-edits";
import type { HeldKind } from "./weight-edit-strokes";

/** Which constraint it is: its vertex and the segment whose weight is held there. */
export type HeldKey = Pick<HeldWeight, "kind" | "vertex" | "bone">;

export const isSameHeld = (a: HeldKey, b: HeldKey | null): boolean =>
  b !== null && a.kind === b.kind && a.vertex === b.vertex && a.bone === b.bone;

/**
 * What is held now: as the engine has it, without what the artist let go of since, and with what was added that it has not
 * seen yet.
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
      added.push({ kind, vertex, bone: bones[n], added: true, energy: 0, around: 1, suspicious: false });
    }
  });
  const stays = ({ vertex, bone, added: isOwn }: HeldWeight) => {
    const id = key(vertex, bone);
    // What the artist added and took back is still the engine's for a moment.
    return !gone.has(id) && (!isOwn || wanted.has(id));
  };
  return [...own.filter(stays), ...added];
}
