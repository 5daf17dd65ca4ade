import { describe, expect, it } from "vitest";
import { Arena } from "../../kernels/arena";
import { Serial } from "../../kernels/parallel";
import { createRandom, type Random } from "../../math/random";
import { restDiagonal } from "../../model/mesh/mesh-sequence";
import type { Rig } from "../../model/rig/rig";
import { UNWATCHED } from "../../model/task";
import { packWeights } from "../../testing/rigs";
import { percentOf, residualsOf } from "../report/residuals";
import { resolveSkeleton } from "../resolve/resolve";
import { type Limbs, limbs } from "../testing/limbs";
import { bentBones } from "./bent-bones";
import { mergedInto, stillBones } from "./merge-still";
import { settleStill } from "./settle-still";

/** A chain of four tubes with its exact rig. The third tube never moves relative to the second. */
function stiffChain(seed: number): Limbs & { rig: Rig } {
  const truth = limbs([-1, 0, 1, 2], seed, { still: [2] });
  const bones = truth.rig.bones.map((bone, j) => ({ ...bone, parent: truth.parents[j] }));
  return { ...truth, rig: { ...truth.rig, bones } };
}

const makeSerial = async (bytes: number) => new Serial(new Arena(bytes, false));

/** A rig with one bone. Its mesh is a straight tube of length 1 with a bumpy surface. */
function straightTube(
  { girth, sides, rings, taper }: { girth: number; sides: number; rings: number; taper: number },
  random: Random,
): Rig {
  const rest = Array.from({ length: sides * rings }, (_, n) => {
    const along = Math.floor(n / sides) / (rings - 1);
    const angle = (2 * Math.PI * (n % sides)) / sides + along * rings;
    const out = girth * (1 + (taper - 1) * along) * (0.95 + 0.1 * random.next());
    return [along, out * Math.cos(angle), out * Math.sin(angle)];
  });
  return {
    version: 1,
    boneKind: "rigid",
    bones: [{ name: "tube", parent: -1, head: [0, 0, 0] }],
    rest: Float32Array.from(rest.flat()),
    weights: packWeights(rest.map(() => [[0, 1]])),
    motion: Float32Array.from([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]),
  };
}

/** The exact rig of a chain, and one more leaf that moves wildly, with this weight on every tenth vertex. */
function withStrayBone(weight: number): Limbs & { rig: Rig } {
  const truth = limbs([-1, 0, 1], 16);
  const { rig, parents, sequence } = truth;
  const { offsets, bones, values } = rig.weights;
  const rows = Array.from({ length: sequence.vertexCount }, (_, i): [number, number][] => {
    const stray = i % 10 === 0 ? weight : 0;
    const own = [...bones.subarray(offsets[i], offsets[i + 1])];
    return [
      ...own.map((j, n): [number, number] => [j, values[offsets[i] + n] * (1 - stray)]),
      ...(stray > 0 ? [[3, stray] as [number, number]] : []),
    ];
  });
  const frames = sequence.frameCount;
  const wild = limbs([-1, 0, 1, 2], 17).rig.motion;
  const motion = new Float32Array(48 * frames);
  for (let k = 0; k < frames; k++) {
    motion.set(rig.motion.subarray(36 * k, 36 * k + 36), 48 * k);
    motion.set(wild.subarray(48 * k + 36, 48 * k + 48), 48 * k + 36);
  }
  const leaf = { name: "stray", parent: 2, head: rig.bones[2].head };
  const all = [...rig.bones.map((bone, j) => ({ ...bone, parent: parents[j] })), leaf];
  return { ...truth, rig: { ...rig, bones: all, weights: packWeights(rows), motion } };
}

/** Seeds whose chains bend there by 57 to 128 degrees. */
const SEEDS = [13, 14, 17, 18];

describe("joints that never move", () => {
  it.each(SEEDS)("are found and merged without error, seed %i", async (seed) => {
    const { sequence, rig } = stiffChain(seed);
    expect(stillBones(rig, 0, restDiagonal(sequence))).toEqual([2]);
    const merged = mergedInto(rig, new Set([2]));
    expect(merged.bones.map(({ name, parent }) => [name, parent])).toEqual([
      ["bone 0", -1],
      ["bone 1", 0],
      ["bone 3", 1],
    ]);
    const { error } = await residualsOf(sequence, merged, UNWATCHED);
    expect(percentOf(error, sequence)).toBeLessThan(1e-3);
  });

  it.each(SEEDS)("are split off again where the surface bends, seed %i", async (seed) => {
    const { sequence, rig, joints } = stiffChain(seed);
    const merged = mergedInto(rig, new Set([2]));
    const off = (place: readonly number[]) =>
      (100 * Math.hypot(...place.map((x, c) => x - joints[6 + c]))) / restDiagonal(sequence);
    const [bend] = bentBones(merged);
    expect(bend.bone).toBe(1);
    expect(off(bend.position)).toBeLessThan(6);
    const asked = { splitStill: true, bones: 4, influences: 4 };
    const { strict } = settleStill(sequence, merged, merged, 0, asked);
    expect(strict.bones.length).toBe(4);
    const added = strict.bones.find(({ head }) => off(head) < 6)!;
    expect(strict.bones[added.parent].name).toBe("bone 1");
    expect(strict.bones[strict.bones.find(({ name }) => name === "bone 3")!.parent]).toBe(added);
    const { error } = await residualsOf(sequence, strict, UNWATCHED);
    expect(percentOf(error, sequence)).toBeLessThan(1e-3);
  });

  it.each(SEEDS)("are split off by hand as well, seed %i", async (seed) => {
    const { sequence, rig, joints } = stiffChain(seed);
    const merged = mergedInto(rig, new Set([2]));
    const asked = {
      sequence,
      settings: { influences: 4, pull: 1e-2, joints: "strict" as const },
      locks: null,
    };
    const bone = merged.bones.findIndex(({ name }) => name === "bone 1");
    const edit = { kind: "split-still" as const, bone };
    const {
      rig: after,
      origin,
      rmsePercent,
    } = await resolveSkeleton({ ...asked, rig: merged, edit }, makeSerial, UNWATCHED);
    const [made] = [...origin.keys()].filter((j) => origin[j] < 0);
    expect(origin).toHaveLength(4);
    expect(after.bones[after.bones[made].parent].name).toBe("bone 1");
    const off = Math.hypot(...after.bones[made].head.map((x, c) => x - joints[6 + c]));
    expect((100 * off) / restDiagonal(sequence)).toBeLessThan(6);
    expect(rmsePercent).toBeLessThan(1e-3);
    const straight = after.bones.findIndex(({ name }) => name === "bone 3");
    await expect(
      resolveSkeleton({ ...asked, rig: after, edit: { ...edit, bone: straight } }, makeSerial, UNWATCHED),
    ).rejects.toThrow("does not bend any more");
  });

  it("are not suspected in straight tubes, stout or slender", () => {
    for (const girth of [0.1, 0.2, 0.3, 0.35]) {
      for (const sides of [6, 8, 11]) {
        for (const rings of [6, 9, 14]) {
          for (const taper of [0.6, 0.8, 1]) {
            const rig = straightTube({ girth, sides, rings, taper }, createRandom(sides + rings));
            expect(bentBones(rig), `${girth} ${sides} ${rings} ${taper}`).toEqual([]);
          }
        }
      }
    }
  });

  it("are reported, and do not change the error of a straight character", () => {
    const { sequence, rig } = stiffChain(13);
    const asked = { splitStill: false, bones: 4, influences: 4 };
    const { strict, still, notes } = settleStill(sequence, rig, rig, 0, asked);
    expect(strict.bones.length).toBe(3);
    expect(still.map(({ bone }) => bone)).toEqual(["bone 1"]);
    expect(notes[0]).toContain("One joint never moves");
    const moving = limbs([-1, 0, 1], 15);
    const plain = settleStill(moving.sequence, moving.rig, moving.rig, 0, asked);
    expect(plain.strict).toBe(moving.rig);
    expect(plain.still).toEqual([]);
  });
});

describe("a bone with stray weights", () => {
  const asked = { splitStill: false, bones: 4, influences: 4 };

  it("is removed if it moves no vertex", () => {
    const { sequence, rig } = withStrayBone(1e-5);
    const { strict } = settleStill(sequence, rig, rig, 0, asked);
    expect(strict.bones.map(({ name }) => name)).not.toContain("stray");
    expect(strict.bones).toHaveLength(3);
  });

  it("stays if it moves one", () => {
    const { sequence, rig } = withStrayBone(1e-2);
    expect(settleStill(sequence, rig, rig, 0, asked).strict).toBe(rig);
  });
});
