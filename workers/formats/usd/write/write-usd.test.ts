import { describe, expect, it } from "vitest";
import { meshPieces } from "../../../export/meshes/mesh-pieces";
import { prepareFileRig } from "../../../export/prepare";
import type { ExportOptions } from "../../../model/files/export/export-options";
import { frameOf, type MeshSequence, restDiagonal } from "../../../model/mesh/mesh-sequence";
import type { Rig } from "../../../model/rig/rig";
import { UNWATCHED } from "../../../model/task";
import { withOwnAxes } from "../../../testing/rigs";
import { bendingBar, type GroundTruth, movingShells } from "../../../testing/sequences";
import { exportFile } from "../../export-file";
import { clothOf, skinned, withShapes } from "../../gltf/testing/exported-rigs";
import { largestDifference } from "../../gltf/testing/fixtures";
import { shapedPose, shapedShells, withShapedFrames } from "../../gltf/testing/shaped";
import { skinnedPoints } from "../testing/evaluate-skel";
import { UsdStage } from "../testing/stage";
import { writeUsda } from "./write-usd";

const ALL: ExportOptions = { format: "usda", influences: 0, clips: [], upAxis: "y" };

async function stageOf(sequence: MeshSequence, rig: Rig, options = ALL): Promise<UsdStage> {
  const content = await prepareFileRig(sequence, rig, options, UNWATCHED);
  return new UsdStage((await writeUsda(content, options)).bytes);
}

/** Points of the file's meshes in metres, y up. */
function truthOf(sequence: MeshSequence, positions: readonly number[]): number[] {
  const { upAxis, origin, metresPerUnit } = sequence;
  return meshPieces(sequence).flatMap(({ points }) =>
    Array.from(points).flatMap((i) => {
      const [x, y, z] = [0, 1, 2].map((c) => (positions[3 * i + c] + origin[c]) * metresPerUnit);
      if (upAxis === "z") return [x, z, -y];
      return upAxis === "x" ? [-y, x, z] : [x, y, z];
    }),
  );
}

async function expectPlayed({ sequence, rig }: GroundTruth, within = 1e-5): Promise<UsdStage> {
  const stage = await stageOf(sequence, rig);
  const limit = within * restDiagonal(sequence) * sequence.metresPerUnit;
  for (let k = 0; k < sequence.frameCount; k++) {
    const off = largestDifference(skinnedPoints(stage, k), truthOf(sequence, skinned(rig, k)));
    expect(off, `frame ${k}`).toBeLessThan(limit);
  }
  return stage;
}

describe("a USD layer", () => {
  it("plays every vertex in every frame, with any number of influences and several meshes", async () => {
    await expectPlayed(bendingBar({ bones: 5, frames: 6, length: 8, width: 2 }));
    await expectPlayed(movingShells({ shells: 5, detail: 2, frames: 5 }));
    const stage = await expectPlayed(clothOf(14, 12, false, 4));
    expect(stage.elementSize(stage.prims("Mesh")[0], "primvars:skel:jointIndices")).toBe(12);
  });

  it("plays joints with their own axes", async () => {
    // Scales are half floats.
    for (const [isAffine, within] of [
      [false, 1e-5],
      [true, 1e-3],
    ] as const) {
      const truth = clothOf(9, 4, isAffine, 6);
      await expectPlayed({ ...truth, rig: withOwnAxes(truth.rig, 2) }, within);
    }
  });

  it("plays corrections as blend shapes", async () => {
    const { sequence, rig } = bendingBar({ bones: 3, frames: 5, length: 6, width: 2 });
    await expectPlayed({ sequence, rig: withShapes(rig, 3, 0.05 * restDiagonal(sequence), 2) });
  });

  it("plays the shapes of the source, or has no weights of them if the bones have their motion", async () => {
    const { sequence, rig } = withShapedFrames(shapedShells(9));
    const stage = await stageOf(sequence, rig);
    for (let k = 0; k < sequence.frameCount; k++) {
      const truth = truthOf(sequence, shapedPose(sequence, rig, k));
      expect(largestDifference(skinnedPoints(stage, k), truth)).toBeLessThan(1e-4);
    }
    const [first, second] = stage.prims("Mesh").map((mesh) => stage.names(mesh, "skel:blendShapes"));
    expect([first, second]).toEqual([
      ["smile", "jaw_open"],
      ["smile", "blink", "jaw_open"],
    ]);
    const still = shapedShells(9);
    const bare = { ...still.sequence, shapes: still.sequence.shapes?.filter(({ rest }) => rest === 0) };
    const quiet = await stageOf(bare, rig);
    expect(quiet.names(quiet.prims("SkelAnimation")[0], "blendShapes")).toEqual([]);
    // Only the animation can set a rest weight.
    const rested = await stageOf(still.sequence, rig);
    for (let k = 0; k < sequence.frameCount; k++) {
      const truth = truthOf(sequence, skinned(rig, k));
      expect(largestDifference(skinnedPoints(rested, k), truth)).toBeLessThan(1e-4);
    }
  });

  it("shows a rig of a single frame, without samples over time", async () => {
    const { sequence, rig } = bendingBar({ bones: 3, frames: 1, length: 4, width: 2 });
    await expectPlayed({ sequence, rig });
    const content = await prepareFileRig(sequence, rig, ALL, UNWATCHED);
    expect(new TextDecoder().decode((await writeUsda(content, ALL)).bytes)).not.toContain("timeSamples");
  });

  it("plays bones that shear as pairs of joints, up to the precision of scales in half floats", async () => {
    await expectPlayed(clothOf(6, 4, true, 5), 2e-3);
  });

  it("reports the error from half floats, and its bytes by kind", async () => {
    const { sequence, rig } = clothOf(6, 4, true, 5);
    const { eRmsNow, eRmsInFile, bytes, bytesByKind } = await exportFile(sequence, rig, ALL, UNWATCHED);
    const stage = new UsdStage(bytes);
    let sum = 0;
    for (let k = 0; k < sequence.frameCount; k++) {
      const source = truthOf(sequence, [...frameOf(sequence, k)]);
      skinnedPoints(stage, k).forEach((x, c) => {
        sum += (x - source[c]) ** 2;
      });
    }
    const played = (2000 * Math.sqrt(sum / sequence.frames.length)) / restDiagonal(sequence);
    expect(eRmsInFile / played).toBeCloseTo(1, 2);
    expect(eRmsInFile).toBeGreaterThan(10 * eRmsNow);
    const { weights = 0, mesh = 0, animation = 0, other = 0 } = bytesByKind;
    expect(Math.min(weights, mesh, animation, other)).toBeGreaterThan(0);
    expect(weights + mesh + animation + other).toBe(bytes.length);
  });

  it("has other axes, units and origins in the root's transform", async () => {
    const { sequence, rig } = bendingBar({ bones: 3, frames: 3, length: 4, width: 2 });
    for (const upAxis of ["x", "y", "z"] as const) {
      const moved: MeshSequence = { ...sequence, upAxis, metresPerUnit: 0.01, origin: [12, -7, 3] };
      await expectPlayed({ sequence: moved, rig });
    }
    await expect(stageOf(sequence, rig, { ...ALL, upAxis: "x" })).rejects.toThrow(/no x axis that points up/);
  });

  it("has the colours of vertices, and their opacity only if some vertex is transparent", async () => {
    const { sequence, rig } = bendingBar({ bones: 3, frames: 2, length: 4, width: 2 });
    const [{ points }] = meshPieces(sequence);
    const shade = (i: number, c: number) => ((7 * i + 5 * c) % 16) / 16;
    for (const alpha of [1, 0.25]) {
      // Only the last vertex is not opaque.
      const alphaOf = (i: number) => (i === sequence.vertexCount - 1 ? alpha : 1);
      const colours = Float32Array.from({ length: 4 * sequence.solverIndex.length }, (_, at) => {
        const i = sequence.solverIndex[Math.floor(at / 4)];
        return at % 4 === 3 ? alphaOf(i) : shade(i, at % 4);
      });
      const stage = await stageOf({ ...sequence, colours: [colours] }, rig);
      const [mesh] = stage.prims("Mesh");
      const rgb = Array.from(points).flatMap((i) => [0, 1, 2].map((c) => shade(i, c)));
      expect(stage.numbers(mesh, "primvars:displayColor")).toEqual(rgb);
      const opacity = alpha === 1 ? null : Array.from(points, alphaOf);
      expect(stage.numbers(mesh, "primvars:displayOpacity")).toEqual(opacity);
    }
  });

  it("has its clips one after the other, and also each from time 0", async () => {
    const { sequence, rig } = bendingBar({ bones: 3, frames: 10, length: 4, width: 2 });
    const clips = [
      { name: "rise", first: 0, last: 3 },
      { name: "two words", first: 4, last: 9 },
    ];
    const stage = await expectPlayed({ sequence: { ...sequence, clips }, rig });
    expect(stage.prims("SkelAnimation")).toEqual(["/bar/AllClips", "/bar/rise", "/bar/two_words"]);
    expect(Number(stage.root("timeCodesPerSecond"))).toBe(sequence.fps);
    const played = skinnedPoints(stage, 2, "/bar/two_words");
    expect(largestDifference(played, truthOf(sequence, skinned(rig, 6)))).toBeLessThan(1e-4);
  });
});
