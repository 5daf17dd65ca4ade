/** Joints that only mark where their parent's bone ends: they have no weights, and modellers give them no motion. */
import type { SkeletonSource } from "../../model/files/skeleton-source";
import type { Segment } from "../../model/skeleton/skeleton";
import { type GltfScene, rowStart } from "../gltf/read/scene/scene";

/** A bone that never turns by more than this, and never shifts by more than this share of its size, is still. */
const STILL = 1e-4;

/** Flags of the nodes whose joints move a vertex. */
export function weightedNodes({ nodes, instances }: GltfScene): Uint8Array {
  const moves = new Uint8Array(nodes.length);
  for (const { geometry, skin } of instances) {
    if (!skin) continue;
    const last = rowStart(geometry, geometry.vertexCount);
    for (let e = 0; e < last; e++) {
      if (geometry.weights[e] > 0) moves[skin.joints[geometry.joints[e]]] = 1;
    }
  }
  return moves;
}

/** The segment of an end joint: a point that moves nothing. */
export const endSegment = (segment: Segment): Segment => ({
  ...segment,
  kind: "virtual",
  tail: [...segment.head],
  end: true,
});

/**
 * The same skeleton, with notes about its end joints and guessed ends. Candidates become end joints too, if no clip
 * moves them against their parents.
 */
export function withEndJoints(source: SkeletonSource, candidates: readonly number[] = []): SkeletonSource {
  const { segments } = source.skeleton;
  const still = new Set(
    candidates.filter((j) => source.clips.every(({ motions }) => isStill(motions, segments, j))),
  );
  const ended = segments.map((segment, j) => (still.has(j) ? endSegment(segment) : segment));
  const guessed = source.guessed?.filter((j) => !ended[j].end) ?? [];
  const notes = [...source.notes, ...guessNote(guessed.length), ...endNote(ended)];
  return { ...source, skeleton: { ...source.skeleton, segments: ended }, guessed, notes };
}

/** Whether a bone moves with its parent in all frames. Both motions are from the same rest pose. */
function isStill(motions: Float32Array, segments: readonly Segment[], j: number): boolean {
  const { parent, head } = segments[j];
  const size = 12 * segments.length;
  const reach = Math.hypot(...head.map((x, c) => x - segments[parent].head[c])) || 1;
  for (let frame = 0; frame < motions.length; frame += size) {
    const [own, above] = [frame + 12 * j, frame + 12 * parent];
    for (let row = 0; row < 12; row += 4) {
      let apart = motions[own + row + 3] - motions[above + row + 3];
      for (let c = 0; c < 3; c++) {
        const turn = motions[own + row + c] - motions[above + row + c];
        if (Math.abs(turn) > STILL) return false;
        apart += turn * head[c];
      }
      if (Math.abs(apart) > STILL * reach) return false;
    }
  }
  return true;
}

/** A sentence about bones whose ends are guessed. */
function guessNote(count: number): string[] {
  if (count === 0) return [];
  return [
    count === 1
      ? "The file does not say where the last bone of a chain ends: its length is guessed."
      : `The file does not say where the last bones of ${count} chains end: their lengths are guessed.`,
  ];
}

/** A sentence that names end joints. */
function endNote(segments: readonly Segment[]): string[] {
  const names = segments.filter(({ end }) => end).map(({ name }) => name);
  if (names.length === 0) return [];
  const [first, ...more] = names;
  if (more.length === 0) return [`${first} only marks the end of a bone. It stays, and moves nothing.`];
  const others = names.length > 3 ? `${names.slice(0, 3).join(", ")} …` : names.join(", ");
  return [`${names.length} joints only mark the ends of bones (${others}). They stay, and move nothing.`];
}
