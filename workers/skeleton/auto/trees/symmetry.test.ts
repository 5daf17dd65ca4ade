import { describe, expect, it } from "vitest";
import { createRandom } from "../../../math/random";
import { limbs } from "../../testing/limbs";
import type { BoneOverlaps } from "../../tree/bone-overlaps";
import { orderOf } from "../../tree/skeleton-tree";
import { linksWithoutImage, mirrorImages, mirrorPlaneOf } from "./symmetry";

/** A spine of two bones in the plane x = 3, with an arm of two bones on either side. */
const PLACES = [
  [3, 0, 0],
  [3, 1, 0],
  [2, 1, 0],
  [4, 1, 0],
  [1, 1, 0],
  [5, 1, 0],
];
const overlaps: BoneOverlaps = {
  count: 6,
  shared: new Float64Array(36),
  centres: new Float64Array(108),
  centroids: Float64Array.from(PLACES.flat()),
};
const images = mirrorImages(overlaps, { axis: 0, plane: 3 });
const alone = (parents: number[]) =>
  linksWithoutImage(
    { parents: Int32Array.from(parents), order: orderOf(parents), joints: new Float64Array(18) },
    images,
  );

describe("the asymmetry of a tree", () => {
  it("pairs each bone with its image", () => {
    expect([...images]).toEqual([0, 1, 3, 2, 5, 4]);
  });

  it("is the number of links without a mirror image", () => {
    expect(alone([-1, 0, 1, 1, 2, 3])).toBe(0);
    // The root does not matter.
    expect(alone([1, 2, -1, 1, 2, 3])).toBe(0);
    // The right arm begins at the other end of the spine.
    expect(alone([-1, 0, 1, 0, 2, 3])).toBe(2);
    expect(alone([-1, 0, 1, 0, 1, 3])).toBe(4);
  });

  it("counts arms that are linked to each other as symmetric", () => {
    expect(alone([-1, 0, 1, 2, 2, 3])).toBe(1);
  });
});

describe("the mirror plane of a body", () => {
  const { sequence } = limbs([-1, 0], 3);

  it("exists for a body and its image, in normalised coordinates", () => {
    const rest = Float32Array.from([
      ...sequence.rest,
      ...sequence.rest.map((x, at) => (at % 3 === 0 ? 8 - x : x)),
    ]);
    const count = rest.length / 3;
    const solverIndex = Uint32Array.from({ length: count }, (_, i) => i);
    const both = { ...sequence, rest, vertexCount: count, solverIndex };
    const found = mirrorPlaneOf(both, { centre: [1, 0, 0], scale: 2 })!;
    expect(found.axis).toBe(0);
    expect(found.plane).toBeCloseTo(6, 5);
  });

  it("does not exist for a cloud of points", () => {
    const random = createRandom(2);
    const rest = sequence.rest.map(() => random.normal());
    expect(mirrorPlaneOf({ ...sequence, rest }, { centre: [0, 0, 0], scale: 1 })).toBeNull();
  });
});
