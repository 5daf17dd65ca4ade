import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRandom } from "../math/random";
import type { Bone } from "../model/rig/rig";
import { boneSegments, distanceToSegment } from "./bone-segments";
import { nearestBones } from "./nearest-bones";
import { owners, rigidWeights } from "./rigid-bind";

const bone = (parent: number, ...head: [number, number, number]): Bone => ({ name: `${head}`, parent, head });

describe("segments of bones", () => {
  it("reach to the heads of all children, or continue the parent's direction", () => {
    const bones = [
      bone(-1, 0, 0, 0),
      bone(0, 1, 2, 3),
      bone(0, 4, 0, 0),
      bone(2, 4, 1, -1),
      bone(-1, 7, 7, 7),
    ];
    expect(boneSegments(bones)).toEqual([
      [
        [
          [0, 0, 0],
          [1, 2, 3],
        ],
        [
          [0, 0, 0],
          [4, 0, 0],
        ],
      ],
      [
        [
          [1, 2, 3],
          [2, 4, 6],
        ],
      ],
      [
        [
          [4, 0, 0],
          [4, 1, -1],
        ],
      ],
      [
        [
          [4, 1, -1],
          [4, 2, -2],
        ],
      ],
      // Without parent or child there is only the head.
      [
        [
          [7, 7, 7],
          [7, 7, 7],
        ],
      ],
    ]);
  });

  it("have the distance of their nearest point, which fine steps find", () => {
    fc.assert(
      fc.property(fc.integer(), fc.boolean(), (seed, isPoint) => {
        const random = createRandom(seed);
        const point = () => [random.normal(), random.normal(), random.normal()];
        const [head, end, points] = [point(), point(), [...point(), ...point()]];
        const tail = isPoint ? head : end;
        const at = points.slice(3);
        let least = Infinity;
        for (let n = 0; n <= 1000; n++) {
          least = Math.min(
            least,
            Math.hypot(...at.map((x, c) => x - head[c] - (n / 1000) * (tail[c] - head[c]))),
          );
        }
        const found = distanceToSegment(points, 3, head, tail);
        expect(found).toBeLessThanOrEqual(least + 1e-12);
        expect(found).toBeGreaterThan(least - 1e-5 / (least + 1e-3));
      }),
    );
  });
});

it("the nearest bone is the one with the nearest segment, the first of equal ones", () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer({ min: 1, max: 8 }), (seed, count) => {
      const random = createRandom(seed);
      const bones = Array.from({ length: count }, (_, j) =>
        bone(random.integer(j + 1) - 1, random.normal(), random.normal(), random.normal()),
      );
      const rest = Float32Array.from({ length: 60 }, () => 1.5 * random.normal());
      const segments = boneSegments(bones);
      const found = nearestBones(rest, bones);
      expect(found).toHaveLength(20);
      found.forEach((j, i) => {
        const distances = segments.map((own) =>
          Math.min(...own.map(([head, tail]) => distanceToSegment(rest, 3 * i, head, tail))),
        );
        expect(distances[j]).toBeLessThanOrEqual(Math.min(...distances) + 1e-9);
      });
    }),
  );
  expect([...nearestBones([0, 0, 0, 9, 0, 0], [bone(-1, 1, 0, 0), bone(-1, 1, 0, 0)])]).toEqual([0, 0]);
  expect([...nearestBones([0, 0, 0], [])]).toEqual([0]);
});

it("binding rigidly keeps the largest weight of each vertex, the first of equal ones", () => {
  const offsets = Uint32Array.of(0, 1, 4, 6);
  const owner = owners({
    offsets,
    bones: Uint16Array.of(4, 1, 2, 3, 7, 0),
    values: Float32Array.of(0.1, 0.2, 0.5, 0.3, 0.5, 0.5),
  });
  expect([...owner]).toEqual([4, 2, 7]);
  expect(rigidWeights(owner)).toEqual({
    version: 1,
    offsets: Uint32Array.of(0, 1, 2, 3),
    bones: Uint16Array.of(4, 2, 7),
    values: Float32Array.of(1, 1, 1),
  });
});
