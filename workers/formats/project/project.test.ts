import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wholeSequence } from "../../../workers/model/mesh/streamed-sequence";
import { createRandom } from "../../math/random";
import { DEFORM_DEFAULTS, type DeformSettings } from "../../model/deform";
import { boundsOf, type MeshSequence } from "../../model/mesh/mesh-sequence";
import type { WeightReport } from "../../model/reports/weight-report";
import type { Axes } from "../../model/rig/axes";
import { restPose } from "../../model/rig/pose";
import type { Bone } from "../../model/rig/rig";
import type { Skeleton } from "../../model/skeleton/skeleton";
import { SOLVE_DEFAULTS } from "../../model/solve/solve-settings";
import { NO_WEIGHT_EDITS, type VertexBoneValues, type WeightEdits } from "../../model/weights/weight-edits";
import { WEIGHT_DEFAULTS } from "../../model/weights/weight-settings";
import { bendingBar, clothPatch, movingShells, staticCube } from "../../testing/sequences";
import { crc32 } from "../zip/crc32";
import { packFloats, packIntegers, unpackFloats, unpackIntegers } from "./byte-planes";
import { readProject } from "./read";
import { REPORT } from "./testing/report";
import { writeProject } from "./write";

const BONE: Bone = { name: "bone", parent: -1, head: [0, 0, 0] };

/** The largest difference between two arrays. */
function largestDifference(a: Float32Array, b: Float32Array): number {
  expect(a.length).toBe(b.length);
  return a.reduce((worst, x, n) => Math.max(worst, Math.abs(x - b[n])), 0);
}

function longestSide(s: MeshSequence): number {
  const box = boundsOf(s.frames);
  const rest = boundsOf(s.rest);
  return Math.max(...[0, 1, 2].map((c) => Math.max(box[c + 3], rest[c + 3]) - Math.min(box[c], rest[c])));
}

describe("packed numbers", () => {
  it("are restored bit for bit", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 0xffffffff }), { maxLength: 40 }),
        fc.integer({ min: 1, max: 5 }),
        (bits, stride) => {
          const integers = Uint32Array.from(bits);
          expect(unpackIntegers(packIntegers(integers, stride), stride)).toEqual(integers);
          const floats = new Float32Array(integers.buffer);
          const previous = Float32Array.from({ length: stride }, (_, n) => n - 1.5);
          const back = unpackFloats(
            packFloats(floats, stride, previous),
            new Float32Array(floats.length),
            stride,
            previous,
          );
          expect(new Uint32Array(back.buffer)).toEqual(integers);
        },
      ),
    );
  });
});

describe("a project file", () => {
  it("keeps a sequence, a rig, a report and settings exactly", () => {
    const { sequence, rig } = bendingBar();
    const report = {
      ...REPORT,
      errorPerVertex: Float32Array.from({ length: sequence.vertexCount }, Math.sin),
    };
    const settings = { ...SOLVE_DEFAULTS, bones: 7 };
    // Bones keep their colours and axes.
    const axes: Axes = [0.5, -0.5, 0.1, Math.sqrt(0.49)];
    const bones = rig.bones.map((bone, j) => (j === 0 ? { ...bone, colour: 9, axes } : bone));
    const coloured = { ...rig, bones, rest: rig.rest.map((x) => x * 1.001) };
    const project = { sequence, rig: coloured, report, settings };
    expect(readProject(writeProject(project))).toEqual(project);
  });

  it.each([
    ["shells", movingShells().sequence],
    ["cloth with UVs", clothPatch()],
    ["a cube with seams", staticCube()],
  ])("keeps %s exactly, without a rig", (_, sequence) => {
    const back = readProject(writeProject({ sequence, rig: null, report: null }));
    expect(back).toEqual({ sequence, rig: null, report: null, settings: null });
  });

  it("keeps the deformers' settings, painted values, and poses", () => {
    const { sequence, rig } = bendingBar();
    const random = createRandom(8);
    const some = (count: number) => Float32Array.from({ length: count }, () => random.next());
    const deform: DeformSettings = {
      ...DEFORM_DEFAULTS,
      iterations: 33,
      alpha: 0.25,
      limbRadius: true,
      slideOfBone: some(rig.bones.length),
      painted: { lambda: some(sequence.vertexCount), kappa: null, alpha: some(sequence.vertexCount) },
    };
    const poses = ["wave", "Täste"].map((name) => ({
      ...restPose(rig.bones, name),
      translations: some(3 * rig.bones.length),
    }));
    const project = { sequence, rig, report: null, settings: null, deform, poses };
    expect(readProject(writeProject(project))).toEqual(project);
    // Data with other numbers of bones and vertices are left out, because a file with them would be refused.
    const other = { ...deform, slideOfBone: some(3), painted: { ...deform.painted, alpha: some(2) } };
    const back = readProject(writeProject({ ...project, rig: null, deform: other }));
    expect(back.poses).toBeUndefined();
    expect(back.deform).toEqual({
      ...deform,
      slideOfBone: null,
      painted: { ...deform.painted, alpha: null },
    });
  });

  it("keeps the binding of a solid to a skeleton", () => {
    const { sequence } = bendingBar();
    const { vertexCount: V } = sequence;
    const random = createRandom(9);
    const tets = Uint32Array.from({ length: 40 }, () => random.integer(V));
    const wires = Uint32Array.of(0, V - 1, 5, 2, 7, 3);
    const still: MeshSequence = { ...sequence, tets, wires };
    const limits = {
      swing: 1,
      twist: [-0.1, 0.25] as [number, number],
      stretch: [0.5, 2] as [number, number],
    };
    const skeleton: Skeleton = {
      version: 1,
      segments: (["rigid", "spine", "virtual"] as const).map((kind, s) => ({
        ...{ name: `Täste ${s}`, parent: s - 1, kind, limits },
        head: [s, random.next(), 0.1],
        tail: [s + 1, random.next(), -1e-9],
        ...(s === 1 && { axes: [0.6, 0, 0, -0.8] as Axes }),
      })),
    };
    const some = (count: number): VertexBoneValues => ({
      vertices: Uint32Array.from({ length: count }, (_, n) => V - 1 - n),
      bones: Uint16Array.from({ length: count }, (_, n) => n % 3),
      values: Float32Array.from({ length: count }, () => random.next()),
    });
    const pose = {
      ...restPose(
        [0, 1, 2].map(() => BONE),
        "wave",
      ),
      translations: new Float32Array(9).fill(0.5),
    };
    const weightEdits: WeightEdits = {
      ...{ painted: Uint32Array.of(1, 4, V - 1), locked: ["Täste 1"] },
      ...{ holds: some(5), influences: some(0), attach: some(2), neumann: some(1), smooth: some(7) },
      wires: Uint32Array.of(0, 3, V - 1, 2),
      importance: Float32Array.from({ length: V }, () => random.next()),
      droppedExemplars: [3, 79],
      addedExemplars: [{ name: "wave", pose }],
    };
    const weightReport: WeightReport = {
      ...{ method: "arap", vertices: V, bones: 3, exemplars: 80, seed: 1, energyPerIteration: [0.25, 0.1] },
      ...{ heldOutEnergy: 1 / 3, heldOutHeat: 0.5, unknownsPerVertex: 2.5, negativeWeights: 0, bytes: 1e9 },
      boneMass: [{ name: "Täste 0", mass: 0.1, massOfHeat: 0.9 }],
      seconds: [["heat", 0.125]],
      held: [
        {
          kind: "attach",
          vertex: 3,
          bone: 1,
          added: true,
          energy: 1 / 7,
          around: 0.1,
          strain: 7,
          suspicious: true,
        },
      ],
    };
    const weighting = { ...WEIGHT_DEFAULTS, method: "biharmonic" as const, exemplars: 12, attach: false };
    const binding = { skeleton, weighting, weightEdits, weightReport };
    const project = { sequence: still, rig: null, report: null, settings: null, ...binding };
    expect(readProject(writeProject(project))).toEqual(project);
    // Data with other numbers of vertices and segments are left out.
    const other = {
      ...weightEdits,
      holds: { ...some(1), vertices: Uint32Array.of(V) },
      importance: some(2).values,
    };
    const back = readProject(writeProject({ ...project, weightEdits: other }));
    expect(back.weightEdits).toEqual({ ...weightEdits, holds: some(0), importance: null });
    const none = readProject(writeProject({ ...project, skeleton: undefined, weightReport: undefined }));
    expect(none).toMatchObject({ weighting });
    expect([none.skeleton, none.weightReport]).toEqual([undefined, undefined]);
    // The result is transferred to another thread, so its arrays must not be shared.
    const shared = new Set(Object.values(NO_WEIGHT_EDITS.holds).concat(NO_WEIGHT_EDITS.wires));
    const read = none.weightEdits!;
    for (const array of [...Object.values(read.holds), read.wires]) expect(shared.has(array)).toBe(false);
    // Weights can also be painted and locked without a skeleton.
    const { painted, locked } = weightEdits;
    expect(none.weightEdits).toEqual({ ...NO_WEIGHT_EDITS, painted, locked });
  });

  it("keeps maps painted for solves, if they fit the mesh", () => {
    const { sequence, rig } = bendingBar();
    const { vertexCount: V, frameCount: F } = sequence;
    const intent = {
      frames: Float32Array.from({ length: F }, (_, k) => k / 4),
      importance: null,
      density: Float32Array.from({ length: V }, (_, i) => (i % 5) / 4),
      rigid: Uint16Array.from({ length: V }, (_, i) => (i % 3 === 0 ? 1000 + i : 0)),
      together: null,
    };
    const project = { sequence, rig, report: null, settings: null, intent };
    expect(readProject(writeProject(project))).toEqual(project);
    const other = { ...intent, density: new Float32Array(3) };
    expect(readProject(writeProject({ ...project, intent: other })).intent).toEqual({
      ...intent,
      density: null,
    });
    const nothing = { frames: null, importance: null, density: null, rigid: null, together: null };
    expect(readProject(writeProject({ ...project, intent: nothing })).intent).toBeUndefined();
  });

  it("keeps a correction bit for bit", () => {
    const { sequence, rig } = bendingBar({ seed: 3 });
    const random = createRandom(2);
    const numbers = (count: number) => Float32Array.from({ length: count }, random.normal);
    const correction = {
      rank: 3,
      shapes: numbers(9 * sequence.vertexCount),
      weights: numbers(3 * sequence.frameCount),
    };
    const back = readProject(writeProject({ sequence, rig: { ...rig, correction }, report: REPORT }));
    expect(back.rig).toEqual({ ...rig, correction });
    expect(readProject(writeProject({ sequence, rig, report: REPORT })).rig).toEqual(rig);
  });

  it("opens files from before deformers were supported", () => {
    const { sequence, rig } = bendingBar();
    const file = writeProject({ sequence, rig, report: null });
    const view = new DataView(file.buffer);
    const end = 20 + view.getUint32(12, true);
    const { deform, intent, poses, ...old } = JSON.parse(new TextDecoder().decode(file.slice(20, end)));
    expect([deform, intent, poses]).toEqual([null, null, []]);
    // Spaces keep the header's length, and its checksum is computed again.
    const text = new TextEncoder().encode(JSON.stringify(old).padEnd(end - 20));
    file.set(text, 20);
    view.setUint32(16, crc32(text), true);
    expect(readProject(file)).toEqual({ sequence, rig, report: null, settings: null });
  });

  it("keeps frames of more than one section", () => {
    const { sequence } = movingShells({ shells: 27, detail: 16, frames: 9 });
    expect(12 * sequence.vertexCount * sequence.frameCount).toBeGreaterThan(4 << 20);
    for (const quantise of [null, 16]) {
      const back = readProject(writeProject({ sequence, rig: null, report: null }, { quantise }));
      expect(largestDifference(wholeSequence(back.sequence).frames, sequence.frames)).toBeLessThanOrEqual(
        quantise ? longestSide(sequence) / 65535 : 0,
      );
    }
  });

  it("quantises to half a step of the grid, and is smaller", () => {
    fc.assert(
      fc.property(fc.integer({ min: 8, max: 16 }), fc.integer(), (quantise, seed) => {
        const sequence = clothPatch({ seed, size: 25, frames: 30 });
        const bytes = writeProject({ sequence, rig: null, report: null }, { quantise });
        const back = wholeSequence(readProject(bytes).sequence);
        const halfStep = longestSide(sequence) / (2 ** quantise - 1) / 2;
        expect(largestDifference(back.frames, sequence.frames)).toBeLessThan(halfStep * 1.01 + 1e-7);
        expect(largestDifference(back.rest, sequence.rest)).toBeLessThan(halfStep * 1.01 + 1e-7);
        expect(largestDifference(back.uvs!, sequence.uvs!)).toBeLessThan(0.5 / (2 ** quantise - 1) + 1e-7);
        expect(back.polygonCorners).toEqual(sequence.polygonCorners);
        expect(bytes.length).toBeLessThan(sequence.frames.byteLength / 3);
      }),
      { numRuns: 12 },
    );
  });

  it("keeps normals at unit length if it quantises them", () => {
    const { sequence } = bendingBar();
    const back = readProject(writeProject({ sequence, rig: null, report: null }, { quantise: 10 })).sequence;
    const { normals } = sequence;
    for (let n = 0; n < normals!.length; n += 3) {
      const [own, kept] = [normals!.subarray(n, n + 3), back.normals!.subarray(n, n + 3)];
      expect(Math.abs(Math.hypot(...kept) - 1)).toBeLessThan(1e-6);
      expect(Math.hypot(...kept.map((x, c) => x - own[c]))).toBeLessThan(0.01);
    }
  });

  it("keeps a rig exactly even if the sequence is quantised", () => {
    const { sequence, rig } = bendingBar();
    const corrected = { ...rig, rest: rig.rest.map((x) => x * 1.001) };
    const back = readProject(writeProject({ sequence, rig: corrected, report: null }, { quantise: 10 }));
    expect(back.rig).toEqual(corrected);
    expect(back.sequence.frames).not.toEqual(sequence.frames);
  });

  it("reads from shared memory", () => {
    const bytes = writeProject({ sequence: staticCube(), rig: null, report: null });
    const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
    shared.set(bytes);
    expect(readProject(shared).sequence.name).toBe("cube");
  });
});
