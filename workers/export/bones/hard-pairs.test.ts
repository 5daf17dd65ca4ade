/** Bones that are hard to split into two nodes, played by three from the bytes of a GLB. */
import { describe, expect, it } from "vitest";
import { exportFile } from "../../formats/export-file";
import { clothOf, shown, skinned } from "../../formats/gltf/testing/exported-rigs";
import { threePositions } from "../../formats/gltf/testing/fixtures";
import { product3 } from "../../math/matrix3";
import { createRandom } from "../../math/random";
import type { ExportOptions } from "../../model/files/export/export-options";
import { type MeshSequence, restDiagonal } from "../../model/mesh/mesh-sequence";
import type { Rig } from "../../model/rig/rig";
import { UNWATCHED } from "../../model/task";

const FRAMES = 9;
const BONES = 3;
/** The error of the rig, as a share of the diagonal, as after a solve. */
const NOISE = 2e-3;

const aboutX = (a: number) => [1, 0, 0, 0, Math.cos(a), -Math.sin(a), 0, Math.sin(a), Math.cos(a)];
const aboutZ = (a: number) => [Math.cos(a), -Math.sin(a), 0, Math.sin(a), Math.cos(a), 0, 0, 0, 1];
const scaled = (m: readonly number[], s: readonly number[]) => m.map((x, e) => x * s[e % 3]);

/** Sizes of a bone at a time from 0 to 1. */
const SIZES: Record<string, (t: number) => number[]> = {
  "sizes that become equal and exchange their order": (t) => [1 + 0.2 * (t - 0.5), 1 - 0.2 * (t - 0.5), 0.9],
  "sizes that differ by a millionth": (t) => [1 + 1e-6 * Math.sin(9 * t), 1, 1 - 1e-6 * Math.cos(7 * t)],
  "a size near zero": (t) => [1, 0.8, 1e-4 + (t - 0.5) ** 2],
  "a mirror": (t) => [1.1, 0.7 + 0.3 * t, -0.9],
};

/** A cloth whose bones have U(t) · sizes(t) · Vᵀ(t), with noise in the source that the bones do not have. */
function truthOf(sizes: (t: number) => number[], seed: number): { sequence: MeshSequence; rig: Rig } {
  const { sequence, rig: random } = clothOf(BONES, 2, true, seed);
  const motion = Float32Array.from(
    Array.from({ length: FRAMES * BONES }, (_, m) => {
      const [t, j] = [Math.floor(m / BONES) / (FRAMES - 1), m % BONES];
      const u = product3(aboutZ(0.8 * t + j), aboutX(0.5 * t));
      const linear = product3(scaled(u, sizes(t)), aboutZ(-0.6 * t + 0.4 * j));
      return [0, 3, 6].flatMap((r) => [...linear.slice(r, r + 3), 0.3 * t * (r / 3 + j)]);
    }).flat(),
  );
  const rig: Rig = { ...random, motion };
  const noise = createRandom(seed);
  const size = NOISE * restDiagonal(sequence);
  const frames = Float32Array.from(
    Array.from({ length: FRAMES }, (_, k) => skinned(rig, k).map((x) => x + size * noise.normal())).flat(),
  );
  return { sequence: { ...sequence, frames }, rig };
}

const meanSquare = (a: readonly number[], b: readonly number[]) =>
  a.reduce((sum, x, c) => sum + (x - b[c]) ** 2, 0) / a.length;
const between = (a: readonly number[], b: readonly number[], t: number) =>
  a.map((x, c) => (1 - t) * x + t * b[c]);

describe.each(Object.entries(SIZES))("bones with %s", (_, sizes) => {
  it("play exactly in every frame, and between them nearly as evenly as their matrices", async () => {
    const { sequence, rig } = truthOf(sizes, 11);
    const options: ExportOptions = { influences: 0, clips: [], upAxis: "y", shear: "pairs" };
    const { bytes, eRmsInFile, eRmsNow } = await exportFile(sequence, rig, options, UNWATCHED);
    expect(Math.abs(eRmsInFile - eRmsNow)).toBeLessThan(1e-3 * eRmsNow);
    const quarters = Array.from({ length: 4 * (FRAMES - 1) + 1 }, (_, n) => n / 4);
    const played = await threePositions(
      bytes,
      0,
      quarters.map((k) => k / sequence.fps),
    );
    const size = 3 * sequence.vertexCount;
    const posed = Array.from({ length: FRAMES }, (_, k) => shown(sequence, skinned(rig, k)));
    const source = Array.from({ length: FRAMES }, (_, k) =>
      shown(sequence, sequence.frames.subarray(k * size, (k + 1) * size)),
    );
    let [inFile, blended] = [0, 0];
    quarters.forEach((at, n) => {
      const [k, t] = [Math.min(Math.floor(at), FRAMES - 2), at - Math.min(Math.floor(at), FRAMES - 2)];
      if (Number.isInteger(at)) {
        const off = Math.max(...played[n].map((x, c) => Math.abs(x - posed[at][c])));
        expect(off).toBeLessThan(1e-4 * restDiagonal(sequence) * sequence.metresPerUnit);
        return;
      }
      const truth = between(source[k], source[k + 1], t);
      inFile += meanSquare(played[n], truth);
      blended += meanSquare(between(posed[k], posed[k + 1], t), truth);
    });
    expect(Math.sqrt(inFile / blended)).toBeLessThan(1.2);
  });
});
