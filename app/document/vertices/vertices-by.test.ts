import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { frameOf } from "../../../workers/model/mesh/mesh-sequence";
import { packWeights } from "../../../workers/testing/rigs";
import { bendingBar, movingShells } from "../../../workers/testing/sequences";
import { influencesOf } from "../measure";
import {
  vertexErrors,
  verticesByBones,
  verticesByError,
  verticesByInfluences,
  verticesOfPart,
} from "./vertices-by";

const rows = fc.array(
  fc
    .uniqueArray(fc.nat(4), { maxLength: 4 })
    .chain((bones) =>
      fc
        .array(fc.integer({ min: 0, max: 10 }), { minLength: bones.length, maxLength: bones.length })
        .map((parts) =>
          bones.sort((a, b) => a - b).map((bone, n): [number, number] => [bone, parts[n] / 10]),
        ),
    ),
  { minLength: 1, maxLength: 12 },
);

describe("vertices with a property", () => {
  it("have a total weight of some bones above a limit", () => {
    fc.assert(
      fc.property(rows, fc.uniqueArray(fc.nat(4)), fc.integer({ min: 0, max: 10 }), (all, bones, tenths) => {
        // Packing makes the weights of a vertex sum to 1.
        const weights = packWeights(all);
        const expected = all.flatMap((_, i) => {
          const found = influencesOf(weights, i).filter(({ bone }) => bones.includes(bone));
          const sum = found.reduce((sum, { weight }) => sum + weight, 0);
          return Math.abs(sum - tenths / 10) < 1e-6 ? [] : sum > tenths / 10 ? [i] : [];
        });
        const got = verticesByBones(weights, bones, tenths / 10 + 1e-6);
        expect([...got]).toEqual(expected);
      }),
      { seed: 18 },
    );
  });

  it("have more influences than a limit; weights of 0 do not count", () => {
    fc.assert(
      fc.property(rows, fc.nat(5), (all, most) => {
        const expected = all.flatMap((row, i) => (row.filter(([, w]) => w > 0).length > most ? [i] : []));
        expect([...verticesByInfluences(packWeights(all), most)]).toEqual(expected);
      }),
      { seed: 19 },
    );
  });

  it("are farther from the source in a frame than a limit", () => {
    const { sequence, rig } = bendingBar({ length: 6, width: 2, frames: 3 });
    const frames = sequence.frames.slice();
    // The rig reproduces its sequence; one vertex is moved by 5 in the last frame.
    frames[3 * (2 * sequence.vertexCount + 4) + 1] += 5;
    const errors = vertexErrors(frameOf({ ...sequence, frames }, 2), rig, 2);
    expect(errors[4]).toBeCloseTo(5, 3);
    expect([...verticesByError(errors, 1)]).toEqual([4]);
    expect(verticesByError(vertexErrors(frameOf({ ...sequence, frames }, 1), rig, 1), 1).length).toBe(0);
  });

  it("belong to a part of the file", () => {
    const { sequence } = movingShells({ shells: 2, frames: 2, detail: 1 });
    const half = (sequence.polygonOffsets.length - 1) / 2;
    const part = { material: 0, firstTriangle: 0, triangleCount: 0, polygonCount: half };
    const parts = [
      { ...part, name: "left", firstPolygon: 0 },
      { ...part, name: "right", firstPolygon: half },
    ];
    const [left, right] = [0, 1].map((n) => [...verticesOfPart({ ...sequence, parts }, n)]);
    expect(left.length + right.length).toBe(sequence.vertexCount);
    expect(left.some((i) => right.includes(i))).toBe(false);
  });
});
