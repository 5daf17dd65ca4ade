import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRandom } from "../../math/random";
import type { SeamLinks, Weld } from "../../mesh/weld";
import type { MeshSequence } from "../../model/mesh/mesh-sequence";
import type { SparseWeights } from "../../model/rig/sparse-weights";
import { UNWATCHED } from "../../model/task";
import type { RawRig } from "../source/source";
import { assembleRig, partByWeights } from "./assemble-rig";

type Row = [bone: number, weight: number][];

const weightsOf = (rows: Row[]): SparseWeights => ({
  version: 1,
  offsets: Uint32Array.from([0, ...rows.map((_, i) => rows.slice(0, i + 1).flat().length)]),
  bones: Uint16Array.from(rows.flat(), ([bone]) => bone),
  values: Float32Array.from(rows.flat(), ([, weight]) => weight),
});

const rowsOf = ({ offsets, bones, values }: SparseWeights): Row[] =>
  Array.from({ length: offsets.length - 1 }, (_, i) =>
    Array.from({ length: offsets[i + 1] - offsets[i] }, (_, n): [number, number] => [
      bones[offsets[i] + n],
      values[offsets[i] + n],
    ]),
  );

const STILL = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];
const ORIGIN: [number, number, number] = [10, -20, 30];

/** Four points around an origin, two of which are one vertex. The diagonal of the rest pose is 5. */
function makeCase(motion: number[][], rows: Row[] = [[[0, 1]], [[0, 1]], [[1, 1]], [[0, 1]]]) {
  const corners = [0, 0, 0, 3, 0, 0, 3, 4, 0, 3, 0, 0];
  const place = (at: number[]) => at.map((x, c) => x + ORIGIN[c % 3]);
  const raw: RawRig = {
    bones: [
      { name: "a", parent: -1, head: [11, -20, 30] },
      { name: "b", parent: 0, head: [13, -19, 30] },
    ],
    rest: Float64Array.from(place(corners)),
    weights: weightsOf(rows),
    motion: (k) => Float64Array.from(motion[k]),
  };
  const sequence = {
    ...{ name: "hound", frameCount: motion.length, vertexCount: 3, origin: ORIGIN },
    rest: Float32Array.from(corners.slice(0, 9)),
  } as unknown as MeshSequence;
  const weld: Weld = { vertex: Uint32Array.of(0, 1, 2, 1), point: Uint32Array.of(0, 1, 2), count: 3 };
  return { raw, sequence, run: () => assembleRig(raw, sequence, weld, UNWATCHED) };
}

const apply = (m: ArrayLike<number>, at: number, v: readonly number[]) =>
  [0, 4, 8].map((r) => m[at + r] * v[0] + m[at + r + 1] * v[1] + m[at + r + 2] * v[2] + m[at + r + 3]);

/** A turn by `angle` about z, with a scale along its axes and a shift. */
const turned = (angle: number, scale: [number, number, number] = [1, 1, 1], move = [0, 0, 0]) => {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const [x, y, z] = scale;
  return [c * x, -s * y, 0, move[0], s * x, c * y, 0, move[1], 0, 0, z, move[2]];
};

describe("the rig of a file", () => {
  it("moves points around the sequence's origin like the file's rig", async () => {
    const random = createRandom(3);
    const motion = Array.from({ length: 18 }, () =>
      [0, 1].flatMap(() => Array.from({ length: 12 }, () => random.normal())),
    );
    const { raw, sequence, run } = makeCase(motion);
    const rig = await run();
    expect(rig.motion).toHaveLength(18 * 24);
    // Nothing moved, so the rest pose is the sequence's own array.
    expect(rig.rest).toBe(sequence.rest);
    expect(rig.bones.map(({ head, name, parent }) => [name, parent, ...head])).toEqual([
      ["a", -1, 1, 0, 0],
      ["b", 0, 3, 1, 0],
    ]);
    for (let m = 0; m < 36; m++) {
      const at = [random.normal(), random.normal(), random.normal()];
      const before = apply(raw.motion(Math.floor(m / 2)), 12 * (m % 2), at);
      const after = apply(
        rig.motion,
        12 * m,
        at.map((x, c) => x - ORIGIN[c]),
      );
      after.forEach((x, c) => {
        expect(x + ORIGIN[c]).toBeCloseTo(before[c], 3);
      });
    }
  });

  it("has its own rest pose if the file's bind pose differs", async () => {
    const { raw, sequence, run } = makeCase([[...STILL, ...STILL]]);
    raw.rest[7] += 2;
    const { rest } = await run();
    expect(rest).not.toBe(sequence.rest);
    expect([...rest]).toEqual([0, 0, 0, 3, 0, 0, 3, 6, 0]);
  });

  it("gives a vertex the mean of its points' weights, in order of the bones", async () => {
    const rows: Row[] = [
      [[0, 1]],
      [
        [1, 0.75],
        [0, 0.25],
      ],
      [[1, 1]],
      [
        [0, 0.75],
        [1, 0.25],
      ],
    ];
    const { weights } = await makeCase([[...STILL, ...STILL]], rows).run();
    expect(rowsOf(weights)).toEqual([
      [[0, 1]],
      [
        [0, 0.5],
        [1, 0.5],
      ],
      [[1, 1]],
    ]);
  });

  it("is rigid if its bones only turn, or stretch by no more than rounding", async () => {
    const kind = async (second: number[]) => (await makeCase([[...turned(0.3), ...second]]).run()).boneKind;
    expect(await kind(turned(-2, [1, 1, 1], [5, 6, 7]))).toBe("rigid");
    // Vertex 2 is at distance 3 from b's head, so 2e-5 of the diagonal is a scale of 1 + 3.3e-5.
    for (const axis of [0, 1, 2]) {
      const scaled = (by: number) =>
        turned(0, [0, 1, 2].map((c) => (c === axis ? by : 1)) as [number, number, number]);
      expect(await kind(scaled(1 + 3.1e-5))).toBe("rigid");
      expect(await kind(scaled(1 + 3.6e-5))).toBe("affine");
      expect(await kind(scaled(1 - 3.6e-5))).toBe("affine");
      expect(await kind(scaled(-1))).toBe("affine");
    }
    expect(await kind([1, 1e-3, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0])).toBe("affine");
    expect(await kind([0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0, 0])).toBe("rigid");
    expect(await kind([0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0])).toBe("affine");
    expect(await kind([0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 0])).toBe("affine");
    // A vertex that follows a bone partly moves by that part.
    const shared: Row[] = [
      [[0, 1]],
      [[0, 1]],
      [
        [0, 0.75],
        [1, 0.25],
      ],
      [[0, 1]],
    ];
    const part = (by: number) => makeCase([[...turned(0.3), ...turned(0, [1, by, 1])]], shared).run();
    expect((await part(1 + 1.2e-4)).boneKind).toBe("rigid");
    expect((await part(1 + 1.5e-4)).boneKind).toBe("affine");
    // A bone that moves nothing may have any motion in any frame.
    const alone: Row[] = [[[0, 1]], [[0, 1]], [[0, 1]], [[0, 1]]];
    const still = [...STILL, ...STILL];
    expect((await makeCase([still, [...STILL, ...turned(0, [2, 2, 2])]], alone).run()).boneKind).toBe(
      "rigid",
    );
    expect((await makeCase([still, [...STILL, ...turned(0, [2, 2, 2])]]).run()).boneKind).toBe("affine");
  });

  it("keeps a bone still whose motion is damaged, and gives a head to a bone without one", async () => {
    const lost = [...STILL];
    lost[7] = Number.NaN;
    const { raw, run } = makeCase([
      [...STILL, ...lost],
      [...STILL, ...turned(1)],
    ]);
    raw.bones[1].head = [Number.NaN, 0, 0];
    const { motion, bones } = await run();
    expect([...motion.subarray(12, 24)]).toEqual(STILL);
    expect(motion[36]).toBeCloseTo(Math.cos(1), 6);
    expect(bones[1].head).toEqual([0, 0, 0]);
  });

  it("is refused with messages that name the frame and the bone", async () => {
    const far = [...STILL];
    far[3] = 1e34;
    const still = [...STILL, ...STILL];
    await expect(makeCase([still, still, [...STILL, ...far]]).run()).rejects.toThrow(
      /hound has a skeleton that moves out of all bounds.*In frame 3 a number of the motion of b is 9\.9.*e\+33/s,
    );
    const lost: Row[] = [
      [
        [0, 0.5],
        [1, Number.NaN],
      ],
      ...Array.from({ length: 3 }, (): Row => [[0, 1]]),
    ];
    await expect(makeCase([still], lost).run()).rejects.toThrow("hound has weights that are not numbers");
  });
});

it("points are apart if their rows differ by more than a twentieth, summed over all bones", () => {
  const row = fc
    .uniqueArray(fc.integer({ min: 0, max: 5 }), { maxLength: 4 })
    .chain((bones) =>
      fc.tuple(
        fc.constant([...bones].sort((a, b) => a - b)),
        fc.array(fc.integer({ min: 0, max: 8 }), { minLength: bones.length, maxLength: bones.length }),
      ),
    );
  fc.assert(
    fc.property(row, row, ([bones, parts], [otherBones, otherParts]) => {
      // With sixty-fourths, sums are exact.
      const first = bones.map((bone, n): [number, number] => [bone, parts[n] / 64]);
      const second = otherBones.map((bone, n): [number, number] => [bone, otherParts[n] / 64]);
      const of = (some: Row, j: number) => some.find(([bone]) => bone === j)?.[1] ?? 0;
      let difference = 0;
      for (let j = 0; j < 6; j++) difference += Math.abs(of(first, j) - of(second, j));
      const apart = new Uint8Array(2);
      const links = { pairs: Uint32Array.of(1, 1, 1, 2) } as unknown as SeamLinks;
      partByWeights(links, weightsOf([[[3, 1]], first, second]), apart);
      expect([...apart]).toEqual([0, difference > 0.05 ? 1 : 0]);
    }),
  );
});
