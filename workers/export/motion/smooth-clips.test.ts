import { describe, expect, it } from "vitest";
import { clothOf, skinned } from "../../formats/gltf/testing/exported-rigs";
import { createRandom } from "../../math/random";
import type { ExportOptions } from "../../model/files/export/export-options";
import { restDiagonal } from "../../model/mesh/mesh-sequence";
import { UNWATCHED } from "../../model/task";
import { fewerInfluences } from "../../reduce/fewer-influences";
import { withKeysBetween } from "../bones/between-frames";
import { boneRestFrames, spreads } from "../bones/bone-rest-frames";
import { countKeys, motionOfClips, prepareClips } from "./prepare-clips";
import { smoothClips } from "./smooth-clips";

const OPTIONS: ExportOptions = { influences: 4, clips: [], upAxis: "y" };

/** A cloth whose bones shear. Noise in its source gives it an error like that of a solve. */
async function sheared(seed: number, noise: number) {
  const { sequence: exact, rig: wild } = clothOf(6, 4, true, seed);
  // A twentieth of its motion, so that bones do not turn inside out from frame to frame.
  const rig = { ...wild, motion: wild.motion.map((x, n) => 0.05 * x + ((n % 12) % 5 === 0 ? 0.95 : 0)) };
  const random = createRandom(seed);
  const posed = Array.from({ length: exact.frameCount }, (_, k) => skinned(rig, k)).flat();
  const frames = Float32Array.from(posed, (x) => x + noise * restDiagonal(exact) * random.normal());
  const sequence = { ...exact, frames };
  const shown = Uint32Array.from({ length: sequence.frameCount }, (_, k) => k);
  const restFrames = await boneRestFrames(rig, shown, UNWATCHED, "pairs");
  const clips = await prepareClips(sequence, rig, sequence.clips, restFrames, OPTIONS, UNWATCHED);
  const fitted = { sequence, rig, frames: shown, motion: motionOfClips(clips) };
  const weights = await fewerInfluences(fitted, rig.bones.length, false, UNWATCHED);
  return { sequence, rig, clips, weights };
}

describe("clips of bones that shear", () => {
  it.each([1, 2, 3])("have only the keys that the error of the mesh needs (cloth %i)", async (seed) => {
    const { sequence, rig, clips, weights } = await sheared(seed, 1e-3);
    const { clips: smooth, between } = await smoothClips(sequence, rig, clips, weights, UNWATCHED);
    expect(between!.inFile).toBeLessThanOrEqual(1.15 * between!.blended);
    const keys = smooth.reduce((sum, { tracks, keys }) => sum + countKeys(tracks, keys), 0);
    // The keys that the first tolerance needs.
    const masses = new Float64Array(rig.bones.length);
    rig.weights.values.forEach((w, e) => {
      masses[rig.weights.bones[e]] += w * w;
    });
    const tolerance = (0.4 * between!.blended * restDiagonal(sequence)) / 2000;
    const limits = { moments: spreads(rig), masses, tolerance };
    const first = await withKeysBetween(clips[0].tracks, limits, UNWATCHED);
    const before = countKeys(first.tracks, first.keys);
    expect(keys).toBeLessThan(0.8 * before);
  });
});
