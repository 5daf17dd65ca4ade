import fc from "fast-check";
import { AnimationMixer, Vector3 } from "three";
import { BVHLoader } from "three/examples/jsm/loaders/BVHLoader.js";
import { describe, expect, it } from "vitest";
import { fileSpace } from "../../../export/file-space";
import {
  type BvhExportOptions,
  bvhExportDefaults,
  ROTATION_ORDERS,
} from "../../../model/files/export/skeleton-export";
import type { MeshSequence } from "../../../model/mesh/mesh-sequence";
import { type Bone, boneMatrix, type Rig } from "../../../model/rig/rig";
import { UNWATCHED } from "../../../model/task";
import type { GroundTruth } from "../../../testing/sequences";
import { strictCloth } from "../../../testing/strict-rigs";
import { randomRig } from "../../gltf/testing/exported-rigs";
import { bytesFile } from "../../source/source-file";
import { readBvh } from "../bvh";
import { writeBvh } from "./bvh";
import { placeInFile } from "./turned-axes";

async function roundTrip({ sequence, rig }: GroundTruth, options: Partial<BvhExportOptions> = {}) {
  const { bytes, notes } = await writeBvh(
    sequence,
    rig,
    { ...bvhExportDefaults(sequence), ...options },
    UNWATCHED,
  );
  const { skeleton, clips } = await readBvh(bytesFile("back.bvh", bytes), UNWATCHED);
  return { text: new TextDecoder().decode(bytes), notes, segments: skeleton.segments, clip: clips[0] };
}

/** A soft rig: bones with parents that move freely. */
function soft(seed: number): GroundTruth {
  const { sequence } = strictCloth({ frames: 5, size: 4 });
  return { sequence, rig: randomRig(sequence, 9, 3, false, seed) };
}

const carry = (m: ArrayLike<number>, [x, y, z]: ArrayLike<number> & Iterable<number>) =>
  [0, 4, 8].map((r) => m[r] * x + m[r + 1] * y + m[r + 2] * z + m[r + 3]);

/** Checks, in the file's space, that the file's bones carry places around their heads like the rig. */
async function expectSameMotion(truth: GroundTruth, options: Partial<BvhExportOptions>, scale = 1) {
  const { sequence, rig } = truth;
  const space = fileSpace(sequence, options.upAxis ?? "y", scale);
  const back = await roundTrip(truth, options);
  expect(back.segments.length).toBe(rig.bones.length);
  expect(back.clip).toMatchObject({ frameCount: sequence.frameCount, fps: sequence.fps });
  const named = new Map(back.segments.map((segment, s) => [segment.name, s]));
  const parentName = (bones: readonly { name: string; parent: number }[], at: number) =>
    bones[at].parent < 0 ? null : bones[bones[at].parent].name;
  rig.bones.forEach(({ name, head }, j) => {
    const s = named.get(name)!;
    expect(parentName(back.segments, s)).toBe(parentName(rig.bones, j));
    for (let k = 0; k < sequence.frameCount; k++) {
      const moved = back.clip.motions.subarray(12 * (k * named.size + s), 12 * (k * named.size + s + 1));
      for (const d of [
        [0, 0, 0],
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ]) {
        const place = head.map((x, c) => x + d[c]);
        const truly = placeInFile(space, carry(boneMatrix(rig, k, j), place));
        const inFile = carry(moved, placeInFile(space, place));
        inFile.forEach((x, c) => {
          expect(Math.abs(x - truly[c])).toBeLessThan(3e-5 * scale * (1 + Math.max(...truly.map(Math.abs))));
        });
      }
    }
  });
  return back;
}

const seeds = fc.integer({ min: 1, max: 1e6 });

describe("writeBvh", () => {
  it("is read back with the same joints and motion, for strict and soft rigs, and all orders, axes and units", async () => {
    await fc.assert(
      fc.asyncProperty(
        seeds,
        fc.boolean(),
        fc.constantFrom(...ROTATION_ORDERS),
        fc.constantFrom<MeshSequence["upAxis"]>("x", "y", "z"),
        fc.constantFrom<MeshSequence["upAxis"]>("x", "y", "z"),
        fc.constantFrom<["own" | "m" | "cm", number]>(["own", 1], ["m", 0.25], ["cm", 25]),
        async (seed, isSoft, order, from, upAxis, [unit, scale]) => {
          const { sequence, rig } = isSoft
            ? soft(seed)
            : strictCloth({ frames: 5, size: 4, seed, roots: 1 + (seed % 3), travel: [3, 0, 1] });
          const placed = {
            ...sequence,
            upAxis: from,
            metresPerUnit: 0.25,
            origin: [3, -2, 1] as [number, number, number],
          };
          await expectSameMotion({ sequence: placed, rig }, { order, upAxis, unit }, scale);
        },
      ),
      { numRuns: 60, seed: 8 },
    );
  });

  it("has positions only for bones that move relative to their parents, and a ROOT for each root, with notes", async () => {
    const { text, notes } = await roundTrip(strictCloth({ bones: 9, roots: 2, frames: 4 }));
    expect(text.match(/CHANNELS 6/g)).toHaveLength(2);
    expect(text.match(/CHANNELS 3/g)).toHaveLength(7);
    expect(text.match(/^ROOT /gm)).toHaveLength(2);
    expect(notes).toEqual([
      "The skeleton has 2 roots (bone_1, bone_2), and the file has a ROOT for each. Programs that read one ROOT show only the first, or refuse the file.",
    ]);
    const loose = soft(3);
    const said = (await roundTrip(loose)).notes.join(" ");
    const children = loose.rig.bones.filter(({ parent }) => parent >= 0).length;
    expect(said).toContain(
      `${children} of 9 bones move relative to their parents and have position channels.`,
    );
  });

  it("ends bones without children where their vertices end", async () => {
    const { sequence, rig } = strictCloth({ bones: 1, frames: 2 });
    const [{ head, tail }] = (await roundTrip({ sequence, rig })).segments;
    expect(Math.hypot(...tail.map((x, c) => x - head[c]))).toBeGreaterThan(0.1);
  });

  it("has angles without jumps, even through a full turn and gimbal lock", async () => {
    const { sequence, rig } = strictCloth({ bones: 1, frames: 80 });
    for (const order of ROTATION_ORDERS) {
      for (const axis of [0, 1, 2]) {
        const motion = rig.motion.slice();
        for (let k = 0; k < 80; k++) {
          const [c, s] = [Math.cos(0.1 * k), Math.sin(0.1 * k)];
          const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
          const m = motion.subarray(12 * k, 12 * k + 12).fill(0);
          m[5 * axis] = 1;
          m[5 * u] = m[5 * v] = c;
          m[4 * u + v] = -s;
          m[4 * v + u] = s;
        }
        const { text } = await expectSameMotion({ sequence, rig: { ...rig, motion } }, { order });
        const rows = text
          .split("\n")
          .slice(-81, -1)
          .map((line) => line.split(" ").slice(3).map(Number));
        // The middle angle reverses at 90 degrees, where both others jump by 180. No other order can avoid this.
        const middle = "XYZ".indexOf(order[1]) === axis;
        const steps = rows.slice(1).flatMap((row, k) => row.map((x, c) => Math.abs(x - rows[k][c])));
        if (!middle) expect(Math.max(...steps)).toBeLessThan(6);
      }
    }
  });

  it("renames joints whose names have blanks, braces or words of the format", async () => {
    const { sequence, rig } = strictCloth({ bones: 9, frames: 2 });
    const odd = ["left arm", "left_arm", "", "a\nb{c}", "}", "JOINT", "End Site", "ünï 骨", "\u0000 \t"];
    const bones = rig.bones.map((bone, j): Bone => ({ ...bone, name: odd[j] }));
    const { segments, notes, text } = await roundTrip({ sequence, rig: { ...rig, bones } });
    const names = segments.map(({ name }) => name);
    expect(new Set(names).size).toBe(9);
    expect(names.every((name) => /^[^\s{}]+$/.test(name))).toBe(true);
    expect(names).toEqual(expect.arrayContaining(["left_arm", "left_arm_2", "bone_3", "a_b_c_", "ünï_骨"]));
    expect(notes.at(-1)).toContain("“left arm” is left_arm");
    // Readers that split at blanks find the same names.
    const split = text.split("\n").flatMap((line) => /^\s*(?:ROOT|JOINT) (\S+)$/.exec(line)?.[1] ?? []);
    expect(split).toEqual(names);
  });

  it("writes the rotations of bones that scale, and keeps the places of joints", async () => {
    const { sequence, rig } = strictCloth({ bones: 5, frames: 3, seed: 4 });
    const motion = rig.motion.map((x, n) => (n % 4 === 3 ? x : 1.5 * x));
    const scaled: Rig = { ...rig, boneKind: "affine", motion };
    const { notes, segments, clip } = await roundTrip({ sequence, rig: scaled });
    expect(notes).toContain("A BVH holds no scale or shear: each bone is written with its nearest rotation.");
    segments.forEach(({ name, head }, s) => {
      const j = rig.bones.findIndex((bone) => bone.name === name);
      const truly = carry(boneMatrix(scaled, 2, j), rig.bones[j].head);
      const at = 12 * (2 * 5 + s);
      carry(clip.motions.subarray(at, at + 12), head).forEach((x, c) => {
        expect(x).toBeCloseTo(truly[c], 4);
      });
    });
  });

  it("writes the chosen clips one after another, and notes their ranges", async () => {
    const { sequence, rig } = strictCloth({ bones: 3, frames: 10 });
    const clips = [
      { name: "walk", first: 0, last: 3 },
      { name: "run", first: 4, last: 9 },
    ];
    const both = await roundTrip({ sequence: { ...sequence, clips }, rig }, { clips: [1, 0] });
    expect(both.clip.frameCount).toBe(10);
    expect(both.notes).toContain("The clips follow each other in the file: run 1–6, walk 7–10.");
    const one = await roundTrip({ sequence: { ...sequence, clips }, rig }, { clips: [0] });
    expect(one.clip.frameCount).toBe(4);
    expect(one.notes).toEqual([]);
  });

  it("moves its joints in three like the rig", async () => {
    const { sequence, rig } = strictCloth({ bones: 12, frames: 6, travel: [2, 1, 0], seed: 6 });
    const { text } = await roundTrip({ sequence, rig });
    const { skeleton, clip } = new BVHLoader().parse(text);
    const [root] = skeleton.bones;
    // Three adds positions to the offset, while other readers replace the offset.
    for (const track of clip.tracks) {
      if (track.name !== `${root.name}.position`) continue;
      track.values = track.values.map((x, n) => x - rig.bones[0].head[n % 3]) as typeof track.values;
    }
    const mixer = new AnimationMixer(root);
    mixer.clipAction(clip).play();
    for (let k = 0; k < 5; k++) {
      mixer.setTime(k * (clip.tracks[0].times[1] - clip.tracks[0].times[0]));
      root.updateMatrixWorld(true);
      rig.bones.forEach(({ name, head }, j) => {
        const place = skeleton.bones.find((bone) => bone.name === name)!.getWorldPosition(new Vector3());
        const truly = carry(boneMatrix(rig, k, j), head);
        place.toArray().forEach((x, c) => {
          expect(x).toBeCloseTo(truly[c], 3);
        });
      });
    }
  });

  it("writes and reads a chain of 20 000 bones, and numbers of any size", async () => {
    const { sequence, rig } = strictCloth({ bones: 1, frames: 1, size: 2 });
    const count = 20_000;
    const bones = Array.from(
      { length: count },
      (_, j): Bone => ({
        name: `b${j}`,
        parent: j - 1,
        head: [1e30, 1e-30 * j, 1e12 + j],
      }),
    );
    const motion = new Float32Array(12 * count).map((_, n) => ((n % 12) % 5 === 0 ? 1 : 0));
    const { segments } = await roundTrip({ sequence, rig: { ...rig, bones, motion } });
    expect(segments).toHaveLength(count);
    expect(segments[0].head[0]).toBeCloseTo(1e30, -22);
    expect(segments.at(-1)!.parent).toBe(count - 2);
  });

  it("refuses a rig of another sequence with an error message", async () => {
    const { sequence } = strictCloth({ frames: 4 });
    const { rig } = strictCloth({ frames: 5 });
    await expect(roundTrip({ sequence, rig })).rejects.toThrow(
      "Its rig moves 5 frames, but the sequence has 4",
    );
  });
});
