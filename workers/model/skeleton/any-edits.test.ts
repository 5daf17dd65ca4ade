import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { branchOf } from "../tree-of-parents";
import type { Point, Skeleton } from "./skeleton";
import { addRoot, dissolveSegment, EMPTY_SKELETON, extrude, splitSegment } from "./skeleton-edit";
import { moveJoint } from "./skeleton-joints";
import { mirrorSegments } from "./skeleton-mirror";
import { deleteBranch, deleteSegments, reparent, type SkeletonEdit } from "./skeleton-order";

const names = ({ segments }: Skeleton) => segments.map(({ name }) => name);

/** An edit of any kind, chosen by numbers. */
function anyEdit(skeleton: Skeleton, kind: number, a: number, b: number, point: Point): SkeletonEdit {
  const { segments } = skeleton;
  if (segments.length === 0) return addRoot(skeleton, [0, 0, 0], point);
  const [at, other] = [a % segments.length, b % segments.length];
  const end = b % 2 === 0 ? "head" : "tail";
  switch (kind) {
    case 0:
      return addRoot(skeleton, point, [point[0], point[1] + 1, point[2]]);
    case 1:
    case 2:
      return extrude(skeleton, { segment: at, end }, point);
    case 3:
      return segments.length < 20 ? splitSegment(skeleton, at, 2 + (b % 3)) : deleteBranch(skeleton, at);
    case 4:
      return deleteSegments(skeleton, [at, other]);
    case 5:
      return mirrorSegments(skeleton, branchOf(skeleton.segments, at), point[2]);
    case 6:
      return dissolveSegment(skeleton, at);
    case 7:
      return branchOf(skeleton.segments, at).includes(other)
        ? reparent(skeleton, at, -1)
        : reparent(skeleton, at, other);
    default:
      return moveJoint(skeleton, { segment: at, end }, point);
  }
}

describe("random edits one after the other", () => {
  it("keep parents first and names unique, leave the old skeleton unchanged, and return the origin of segments (seed 11)", () => {
    const number = fc.integer({ min: -9, max: 9 });
    const edit = fc.tuple(fc.nat(8), fc.nat(99), fc.nat(99), fc.tuple(number, number, number));
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 25 }), (edits) => {
        let skeleton: Skeleton = EMPTY_SKELETON;
        for (const [kind, a, b, point] of edits) {
          const before = structuredClone(skeleton);
          const made = anyEdit(skeleton, kind, a, b, point);
          expect(skeleton).toEqual(before);
          const { segments } = made.skeleton;
          expect(made.origin.length).toBe(segments.length);
          segments.forEach(({ parent, name }, j) => {
            expect(parent).toBeLessThan(j);
            expect(parent).toBeGreaterThanOrEqual(-1);
            const was = made.origin[j];
            // Mirroring may add a side to a name. No other edit renames.
            if (was >= 0 && kind !== 5) expect(name).toBe(before.segments[was].name);
          });
          expect(new Set(names(made.skeleton)).size).toBe(segments.length);
          const kept = made.origin.filter((j) => j >= 0);
          expect(new Set(kept).size).toBe(kept.length);
          skeleton = made.skeleton;
        }
      }),
      { seed: 11, numRuns: 150 },
    );
  });
});
