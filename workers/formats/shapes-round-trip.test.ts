import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ExportOptions } from "../model/files/export/export-options";
import type { MeshSequence } from "../model/mesh/mesh-sequence";
import type { MeshShape } from "../model/mesh/shapes";
import type { Rig } from "../model/rig/rig";
import { UNWATCHED } from "../model/task";
import { assemble } from "./assemble/assemble-sequence";
import { exportFile } from "./export-file";
import { withShapes } from "./gltf/testing/exported-rigs";
import { shapedShells, withShapedFrames } from "./gltf/testing/shaped";
import { inspect } from "./open";
import { readProject } from "./project/read";
import { writeProject } from "./project/write";
import type { RawSequence } from "./source/source";
import { bytesFile } from "./source/source-file";

const AS_IT_IS = { clips: [], fps: null, upAxis: null, metresPerUnit: null, restFrame: null };
const ALL: ExportOptions = { influences: 0, clips: [], upAxis: "y", unit: "own" };

async function readAgain(bytes: Uint8Array, format: "glb" | "fbx") {
  const [source] = await inspect([bytesFile(`back.${format}`, bytes)], UNWATCHED);
  const options = { ...AS_IT_IS, keepRig: true };
  return assemble(await source.read(options, UNWATCHED), options, UNWATCHED);
}

/** For each vertex of `to` its index in `from`, matched by place at rest. */
function matched(from: MeshSequence, to: MeshSequence): number[] {
  const at = (s: MeshSequence, i: number) =>
    [0, 1, 2].map((c) => (s.rest[3 * i + c] + s.origin[c]) * s.metresPerUnit);
  return Array.from({ length: to.vertexCount }, (_, i) => {
    const place = at(to, i);
    const far = Array.from({ length: from.vertexCount }, (_, n) =>
      Math.hypot(...at(from, n).map((x, c) => x - place[c])),
    );
    const best = far.indexOf(Math.min(...far));
    expect(far[best]).toBeLessThan(1e-5);
    return best;
  });
}

const denseOf = ({ moved }: MeshShape, scale: number) =>
  new Map(Array.from(moved.vertices, (v, n) => [v, [0, 1, 2].map((c) => scale * moved.values[3 * n + c])]));

/** The names are sorted, because a file has the shapes of its first mesh first. */
const namesOf = ({ shapes = [] }: MeshSequence) => shapes.map(({ name }) => name).sort();

/** Expects the shapes of a sequence in a sequence that was read from its file. */
function expectShapes(given: MeshSequence, read: MeshSequence, plays: boolean): void {
  expect(namesOf(read)).toEqual(namesOf(given));
  const to = matched(given, read);
  given.shapes?.forEach((shape) => {
    const back = read.shapes!.find(({ name }) => name === shape.name)!;
    expect(back.rest).toBeCloseTo(shape.rest, 6);
    const weights = plays ? shape.weights : shape.weights.map(() => shape.rest);
    back.weights.forEach((w, k) => {
      expect(w).toBeCloseTo(weights[k], 5);
    });
    const [was, is] = [denseOf(shape, given.metresPerUnit), denseOf(back, read.metresPerUnit)];
    to.forEach((v, i) => {
      const [a, b] = [was.get(v) ?? [0, 0, 0], is.get(i) ?? [0, 0, 0]];
      for (let c = 0; c < 3; c++) expect(b[c]).toBeCloseTo(a[c], 4);
    });
  });
}

const played = async (sequence: MeshSequence, rig: Rig, more: Partial<ExportOptions> = {}) =>
  exportFile(sequence, rig, { ...ALL, ...more }, UNWATCHED);

describe("shapes of a source", () => {
  for (const format of ["glb", "fbx"] as const) {
    it(`go through a ${format}, and play if the bones do not have their motion`, async () => {
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 1, max: 1e6 }), fc.boolean(), async (seed, bakeSpace) => {
          const { sequence, rig } = withShapedFrames(shapedShells(seed));
          const { bytes, shapes, eRmsInFile } = await played(sequence, rig, { format, bakeSpace });
          expect(shapes).toEqual({ count: 3, play: true, animated: true });
          expect(eRmsInFile).toBeLessThan(1e-2);
          expectShapes(sequence, (await readAgain(bytes, format)).sequence, true);
        }),
        { seed: 4, numRuns: 4 },
      );
    });

    it(`rest in a ${format} if the bones have their motion`, async () => {
      const { sequence, rig } = shapedShells(3);
      const { bytes, shapes, eRmsInFile } = await played(sequence, rig, { format });
      expect(shapes).toEqual({ count: 3, play: false, animated: true });
      expect(eRmsInFile).toBeLessThan(1e-2);
      expectShapes(sequence, (await readAgain(bytes, format)).sequence, false);
      const without = await played(sequence, rig, { format, shapes: "none" });
      expect(without.shapes.count).toBe(0);
      expect((await readAgain(without.bytes, format)).sequence.shapes).toBeUndefined();
    });
  }

  it("are kept together with a correction", async () => {
    const { sequence, rig } = shapedShells(5);
    const corrected = withShapes(rig, 2, 0.05, 3);
    const truth = withShapedFrames({ sequence, rig: corrected });
    for (const format of ["glb", "fbx"] as const) {
      const { bytes, eRmsInFile } = await played(truth.sequence, corrected, { format });
      expect(eRmsInFile).toBeLessThan(1e-2);
      const names = namesOf((await readAgain(bytes, format)).sequence);
      expect(names).toEqual(["blink", "correction_1", "correction_2", "jaw open", "smile"]);
    }
  });

  it("keep their normals", async () => {
    const { sequence, rig } = shapedShells(8);
    const { bytes } = await played(sequence, rig);
    const back = (await readAgain(bytes, "glb")).sequence;
    const withNormals = back.shapes?.filter(({ turned }) => turned).map(({ name }) => name);
    expect(withNormals?.sort()).toEqual(["jaw open", "smile"]);
    const { values } = back.shapes!.find(({ name }) => name === "smile")!.turned!;
    expect(values.some((x) => Math.abs(x) > 0.05)).toBe(true);
  });

  it("are kept by projects, bit for bit", () => {
    const { sequence, rig } = shapedShells(6);
    const heat = Float32Array.from({ length: 2 * sequence.solverIndex.length }, (_, n) => n / 7);
    const kept = { ...sequence, attributes: [{ name: "_HEAT", width: 2, values: heat }] };
    const project = { sequence: kept, rig, report: null };
    expect(readProject(writeProject(project)).sequence).toEqual(kept);
    const { shapes, attributes } = readProject(writeProject(project, { quantise: 12 })).sequence;
    expect({ shapes, attributes }).toEqual({ shapes: kept.shapes, attributes: kept.attributes });
    const twice = {
      ...kept.shapes![0],
      moved: { vertices: Uint32Array.of(3, 3), values: new Float32Array(6) },
    };
    const broken = { ...project, sequence: { ...kept, shapes: [twice] } };
    expect(() => readProject(writeProject(broken))).toThrow(
      "A shape of it names a vertex that does not exist",
    );
  });

  it("separate vertices that coincide in all frames", async () => {
    // Two quads with separate points that touch along x = 1.
    const square = (x: number) => [x, 0, 0, x + 1, 0, 0, x + 1, 1, 0, x, 1, 0];
    const rest = Float64Array.of(...square(0), ...square(1));
    const raw: RawSequence = {
      ...{ name: "lips", fps: 24, frameCount: 1, pointCount: 8, rest, upAxis: "y", metresPerUnit: 1 },
      ...{ frame: async () => rest, clips: [], parts: [], materials: [], normals: null },
      displayPoint: Uint32Array.from({ length: 8 }, (_, d) => d),
      uvs: new Float32Array(16),
      polygonOffsets: Uint32Array.of(0, 4, 8),
      polygonCorners: Uint32Array.of(0, 1, 2, 3, 4, 5, 6, 7),
    };
    const countWith = async (rows: number[]) => {
      const moved = { rows: Uint32Array.from(rows), values: new Float64Array(3 * rows.length).fill(0.1) };
      const shapes = [{ name: "open", moved, rest: 0, weights: new Float32Array(1) }];
      const { sequence } = await assemble({ ...raw, shapes }, AS_IT_IS, UNWATCHED);
      expect(sequence.shapes?.[0].moved.vertices).toHaveLength(1);
      return sequence.vertexCount;
    };
    // A shape moves both points at (1, 0, 0), and then only one of them.
    expect(await countWith([1, 4])).toBe(6);
    expect(await countWith([1])).toBe(7);
  });
});
