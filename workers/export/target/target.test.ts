import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exportFile } from "../../formats/export-file";
import { partsOfGlb } from "../../formats/gltf/compress/glb-parts";
import { clothOf, readBack, shown, skinned, withShapes } from "../../formats/gltf/testing/exported-rigs";
import { largestDifference, threePositions } from "../../formats/gltf/testing/fixtures";
import { SinewError } from "../../model/errors";
import type { ExportOptions } from "../../model/files/export/export-options";
import {
  EXPORT_TARGET_IDS,
  EXPORT_TARGETS,
  idleNotes,
  targetNotes,
  targetOptions,
} from "../../model/files/export/export-targets";
import { boundsOf, frameOf, restDiagonal } from "../../model/mesh/mesh-sequence";
import { restPose } from "../../model/rig/pose";
import type { Rig } from "../../model/rig/rig";
import { maxInfluences } from "../../model/rig/sparse-weights";
import { UNWATCHED } from "../../model/task";
import { bendingBar, type GroundTruth } from "../../testing/sequences";
import type { Bounds } from "../meshes/bounds-in-frames";
import { packedOrder } from "../meshes/packed-order";
import { splitParts } from "../meshes/split-parts";
import { bakeSpace } from "./bake-space";
import { targetNames, withTargetNames } from "./target-names";

const bar = bendingBar({ bones: 5, frames: 12 });
/** In centimetres, z up, far from the origin, with names that loaders change. */
const odd = {
  sequence: {
    ...bar.sequence,
    upAxis: "z" as const,
    metresPerUnit: 0.01,
    origin: [120, -7, 3] as [number, number, number],
  },
  rig: {
    ...withShapes(bar.rig, 2, 0.02 * restDiagonal(bar.sequence), 3),
    bones: bar.rig.bones.map((bone, j) => ({ ...bone, name: ["hand.L", "hand_L", "a b", "x:y", "tip"][j] })),
  },
};

/** A copy of numbers of which the fifth is `x`. */
function broken<T extends Float32Array | Uint16Array>(numbers: T, x: number): T {
  const own = numbers.slice() as T;
  own[4] = x;
  return own;
}

/** Rigs that no file may hold. */
const DAMAGES: Record<string, (rig: Rig) => Rig> = {
  "no bones": (rig) => ({ ...rig, bones: [] }),
  "a parent after its child": (rig) => ({
    ...rig,
    bones: rig.bones.map((bone, j) => (j === 0 ? { ...bone, parent: 1 } : bone)),
  }),
  "a joint nowhere": (rig) => ({
    ...rig,
    bones: rig.bones.map((bone, j) => (j === 1 ? { ...bone, head: [0, Number.NaN, 0] } : bone)),
  }),
  "a weight that is no number": ({ weights, ...rig }) => ({
    ...rig,
    weights: { ...weights, values: broken(weights.values, Number.NaN) },
  }),
  "a weight of a missing bone": ({ weights, ...rig }) => ({
    ...rig,
    weights: { ...weights, bones: broken(weights.bones, 99) },
  }),
  "a motion that is no number": (rig) => ({ ...rig, motion: broken(rig.motion, Number.POSITIVE_INFINITY) }),
  "a vertex nowhere": (rig) => ({ ...rig, rest: broken(rig.rest, Number.NaN) }),
  "motion of other frames": (rig) => ({ ...rig, motion: rig.motion.subarray(12 * rig.bones.length) }),
};

describe.each(EXPORT_TARGET_IDS)("a file for %s", (id) => {
  it.each(Object.entries(DAMAGES))("is refused in a sentence if the rig has %s", async (_what, damaged) => {
    const { sequence } = odd;
    const rig = damaged(odd.rig);
    const options = targetOptions(id, sequence, odd.rig);
    await expect(exportFile(sequence, rig, options, UNWATCHED)).rejects.toThrow(SinewError);
  });

  it("plays as the rig does, and fulfils the target's requirements", async () => {
    const { sequence, rig } = odd;
    const target = EXPORT_TARGETS[id];
    // Every target reads a GLB, even those that get an FBX by default.
    const options = { ...targetOptions(id, sequence, rig), format: "glb" as const };
    const made = await exportFile(sequence, rig, options, UNWATCHED);
    expect(made.validatorMessages).toEqual([]);
    expect(made.bones).toBe(rig.bones.length + (target.root === "still" ? 1 : 0));
    expect(made.renamed).toBe(target.names === "plain" ? 3 : 0);
    const parts = splitParts(sequence);
    const surfaces = target.compression === "meshopt" ? await packedOrder(parts) : parts;
    const times = Array.from({ length: sequence.frameCount }, (_, k) => k / sequence.fps);
    const played = await threePositions(made.bytes, 0, times);
    const diagonal = restDiagonal(sequence);
    const within = ((target.precision === "medium" ? 1e-2 : 6e-4) + target.keyTolerance) * diagonal;
    for (let k = 0; k < sequence.frameCount; k++) {
      const truth = shown(sequence, skinned(rig, k), surfaces);
      expect(largestDifference(played[k], truth)).toBeLessThan(within * sequence.metresPerUnit);
    }
    expect(made.largestAdded).toBeLessThan(within);
    const meshes = partsOfGlb(made.bytes).json.nodes!.filter(({ mesh }) => mesh !== undefined);
    const boxes = meshes.flatMap(({ extras }) => (extras?.["bounds"] ? [extras["bounds"] as Bounds] : []));
    expect(boxes).toHaveLength(target.bounds ? meshes.length : 0);
    const [x0, y0, z0, x1, y1, z1] = boundsOf(played.flat());
    // One mesh, whose box fits all frames exactly.
    for (const { min, max } of boxes) {
      const off = largestDifference([...min, ...max], [x0, y0, z0, x1, y1, z1]);
      expect(off).toBeLessThan(within * sequence.metresPerUnit);
    }
    const armature = partsOfGlb(made.bytes).json.nodes!.find(({ name }) => name === "armature")!;
    expect(armature.rotation === undefined && armature.scale === undefined).toBe(target.bakeSpace);
  });
});

/** E_RMS of a file as our own reader plays it. */
async function playedError({ sequence }: GroundTruth, bytes: Uint8Array): Promise<number> {
  const played = await readBack(bytes, sequence.fps);
  let [sum, count] = [0, 0];
  for (let k = 0; k < sequence.frameCount; k++) {
    const source = shown(sequence, frameOf(sequence, k));
    const frame = await played.frame(k);
    for (const [c, x] of source.entries()) sum += (frame[c] - x) ** 2;
    count += source.length;
  }
  return (2000 * Math.sqrt(sum / count)) / restDiagonal(sequence);
}

const nodeNames = (bytes: Uint8Array) => partsOfGlb(bytes).json.nodes!.map(({ name = "" }) => name);

it("warns if a target needs a hierarchy and the rig has none", () => {
  const flat = clothOf(3, 2, true, 1).rig;
  expect(targetNotes("humanoid", flat)[0]).toBe(
    "Humanoid needs one skeleton, but none of the 3 bones has a parent.",
  );
  expect(targetNotes("humanoid", bar.rig)).toEqual([]);
  expect(targetNotes("unity", flat)).toEqual([]);
});

it("says what a target would do for other rigs", () => {
  const shearing = clothOf(6, 3, true, 5).rig;
  const most = (rig: Rig) => maxInfluences(rig.weights);
  expect(idleNotes("unreal", bar.rig, { shear: "helpers" })).toEqual([
    `Unreal reads 8 influences of a vertex. This rig has at most ${most(bar.rig)}, so it loses none.`,
    "No bone of this rig shears, so there are no rigid helpers.",
  ]);
  expect(idleNotes("unreal", shearing, { shear: "helpers" })).toEqual([]);
  expect(idleNotes("godot", shearing, {})).toHaveLength(most(shearing) < 8 ? 1 : 0);
  expect(idleNotes("blender", bar.rig, {})).toEqual([]);
});

describe("bones that a target cannot play", () => {
  it.each([
    ["with a hierarchy", bendingBar({ bones: 6, frames: 8, length: 12, width: 3 })],
    ["without one", clothOf(6, 3, false, 9)],
    ["that shear", clothOf(6, 3, true, 9)],
  ])("are merged %s, and the error is reported", async (_, truth) => {
    const options: ExportOptions = { influences: 4, clips: [], upAxis: "y", mostBones: 4 };
    const whole = await exportFile(truth.sequence, truth.rig, { ...options, mostBones: 6 }, UNWATCHED);
    expect(whole).toMatchObject({ merged: 0, bones: 6 });
    const made = await exportFile(truth.sequence, truth.rig, { ...options, rootMotion: "still" }, UNWATCHED);
    expect(made).toMatchObject({ merged: 3, bones: 4, validatorMessages: [] });
    expect(made.eRmsNow).toBeCloseTo(whole.eRmsNow, 9);
    expect(made.eRmsInFile).toBeGreaterThan(made.eRmsNow);
    expect(await playedError(truth, made.bytes)).toBeCloseTo(made.eRmsInFile, 2);
  });

  it("do not shear, but have rigid helpers, and the remaining error is reported", async () => {
    const truth = clothOf(6, 3, true, 5);
    const asked = targetOptions("unreal", truth.sequence, truth.rig);
    const made = await exportFile(
      truth.sequence,
      truth.rig,
      { ...asked, format: "glb", influences: 12 },
      UNWATCHED,
    );
    expect(made).toMatchObject({ helped: 6, merged: 0, between: null });
    expect(made.bones).toBe(25);
    expect(nodeNames(made.bytes).filter((name) => name.includes("_helper_"))).toHaveLength(18);
    expect(nodeNames(made.bytes).filter((name) => name.includes("_stretch"))).toEqual([]);
    expect(
      partsOfGlb(made.bytes).json.animations![0].channels.map(({ target }) => target.path),
    ).not.toContain("scale");
    expect(await playedError(truth, made.bytes)).toBeCloseTo(made.eRmsInFile, 2);
    const nearest = await exportFile(
      truth.sequence,
      truth.rig,
      { ...asked, format: "glb", shear: "nearest" },
      UNWATCHED,
    );
    expect(made.eRmsInFile).toBeLessThan(0.1 * nearest.eRmsInFile);
  });
});

describe("rigid helpers", () => {
  it("get as many influences as the target has, more than those of the rig", async () => {
    const truth = clothOf(6, 3, true, 5);
    const asked = targetOptions("unreal", truth.sequence, truth.rig);
    expect(maxInfluences(truth.rig.weights)).toBe(3);
    expect(asked.influences).toBe(8);
    const [made, few] = [
      await exportFile(truth.sequence, truth.rig, { ...asked, format: "glb" }, UNWATCHED),
      await exportFile(truth.sequence, truth.rig, { ...asked, format: "glb", influences: 3 }, UNWATCHED),
    ];
    expect(made.eRmsInFile).toBeLessThan(0.7 * few.eRmsInFile);
    expect(await playedError(truth, made.bytes)).toBeCloseTo(made.eRmsInFile, 2);
    // Rigid bones need no helpers.
    expect(targetOptions("unreal", truth.sequence, { ...truth.rig, boneKind: "rigid" }).influences).toBe(3);
  });
});

describe("a baked space", () => {
  it("shows the same points for any axes and affine bones", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1e6 }),
        fc.constantFrom("x" as const, "y" as const, "z" as const),
        (seed, upAxis) => {
          const cloth = clothOf(4, 3, true, seed);
          const sequence = { ...cloth.sequence, upAxis, metresPerUnit: 0.3 };
          const baked = bakeSpace(sequence, cloth.rig, "y");
          for (const k of [0, 5]) {
            const [was, is] = [
              shown(sequence, skinned(cloth.rig, k)),
              shown(baked.sequence, skinned(baked.rig, k)),
            ];
            expect(largestDifference(is, was)).toBeLessThan(1e-5 * restDiagonal(sequence));
          }
        },
      ),
      { numRuns: 20 },
    );
  });
});

describe("short names", () => {
  it("have at most 50 bytes in whole characters, so that Blender keeps them, and are all different", () => {
    const names = [
      "a.b",
      "",
      "x".repeat(200),
      "x".repeat(90),
      "x".repeat(50),
      "ä".repeat(26),
      "🦊".repeat(13),
    ];
    expect(targetNames("short", names, "bone")).toEqual([
      ...["a.b", "", `${"x".repeat(48)}_2`, `${"x".repeat(48)}_3`, "x".repeat(50)],
      ...["ä".repeat(25), "🦊".repeat(12)],
    ]);
    expect(targetNames("keep", names, "bone")).toEqual(names);
  });
});

describe("plain names", () => {
  it("have no character that loaders drop, are all different, and keep plain names", () => {
    const names = ["a.b", "a_b", "a b", "[x]", "plain", ""];
    const rig = { ...bar.rig, bones: names.map((name, j) => ({ ...bar.rig.bones[0], name, parent: j - 1 })) };
    const { rig: plain, renamed } = withTargetNames(rig, "plain");
    expect(plain.bones.map(({ name }) => name)).toEqual(["a_b_2", "a_b", "a_b_3", "_x_", "plain", "bone"]);
    expect(renamed).toBe(4);
  });

  it("are given to clips and poses too", async () => {
    const clips = ["fall.001", "fall_001", "a@b", "up/down"].map((name, n) => ({
      ...{ name, first: 3 * n, last: 3 * n + 2 },
    }));
    const sequence = { ...bar.sequence, clips };
    const poses = [restPose(bar.rig.bones, "rest.pose")];
    const options: ExportOptions = { influences: 0, clips: [], upAxis: "y", names: "plain", poses };
    const made = await exportFile(sequence, bar.rig, options, UNWATCHED);
    const names = partsOfGlb(made.bytes).json.animations!.map(({ name }) => name);
    expect(names).toEqual(["fall_001_2", "fall_001", "a_b", "up_down", "rest_pose"]);
    expect(made.renamedClips).toBe(3);
    expect(targetNames("plain", ["", "clip", " "], "clip")).toEqual(["clip_2", "clip", "_"]);
  });
});
