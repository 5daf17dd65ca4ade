import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exportFile } from "../../formats/export-file";
import { partsOfGlb } from "../../formats/gltf/compress/glb-parts";
import { clothOf, shown, skinned, withShapes } from "../../formats/gltf/testing/exported-rigs";
import { largestDifference, threePositions } from "../../formats/gltf/testing/fixtures";
import { EXPORT_TARGET_IDS, EXPORT_TARGETS, targetOptions } from "../../model/files/export-targets";
import { restDiagonal } from "../../model/mesh/mesh-sequence";
import { UNWATCHED } from "../../model/task";
import { bendingBar } from "../../testing/sequences";
import { packedOrder } from "../meshes/packed-order";
import { splitParts } from "../meshes/split-parts";
import { bakeSpace } from "./bake-space";
import { withPlainNames } from "./plain-names";

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

describe.each(EXPORT_TARGET_IDS)("a file for %s", (id) => {
  it("plays as the rig does, and has what the target asks for", async () => {
    const { sequence, rig } = odd;
    const target = EXPORT_TARGETS[id];
    // Every target reads a GLB, also those that get an FBX unless asked otherwise.
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
    const armature = partsOfGlb(made.bytes).json.nodes!.find(({ name }) => name === "armature")!;
    expect(armature.rotation === undefined && armature.scale === undefined).toBe(target.bakeSpace);
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

describe("plain names", () => {
  it("have nothing that loaders drop, are all different, and leave plain ones as they are", () => {
    const names = ["a.b", "a_b", "a b", "[x]", "plain", ""];
    const rig = { ...bar.rig, bones: names.map((name, j) => ({ ...bar.rig.bones[0], name, parent: j - 1 })) };
    const { rig: plain, renamed } = withPlainNames(rig);
    expect(plain.bones.map(({ name }) => name)).toEqual(["a_b_2", "a_b", "a_b_3", "_x_", "plain", "bone"]);
    expect(renamed).toBe(4);
  });
});
