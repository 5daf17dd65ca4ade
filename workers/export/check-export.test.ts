import { describe, expect, it } from "vitest";
import type { ExportOptions } from "../model/files/export/export-options";
import type { Clip, MeshSequence } from "../model/mesh/mesh-sequence";
import type { Rig } from "../model/rig/rig";
import { UNWATCHED } from "../model/task";
import { bendingBar } from "../testing/sequences";
import type { BoneTracks } from "./bones/bone-tracks";
import { checkMorphs, checkRigFits, checkTracks } from "./check-export";
import { fileMorphs } from "./meshes/file-morphs";
import { prepareFileRig } from "./prepare";

const V = 4;
const F = 3;
const B = 2;
const SEQUENCE = { name: "tube", vertexCount: V, frameCount: F } as MeshSequence;
const CLIPS: Clip[] = [{ name: "all", first: 0, last: F - 1 }];

const bone = (name: string, parent = -1) => ({ name, parent, head: [0, 0, 0] });

/** Each vertex follows the second bone. */
const WEIGHTS = {
  offsets: Uint32Array.from({ length: V + 1 }, (_, i) => i),
  bones: new Uint16Array(V).fill(1),
  values: new Float32Array(V).fill(1),
};

const rig = (more: Partial<Record<keyof Rig, unknown>> = {}): Rig =>
  ({
    bones: [bone("a"), bone("b", 0)],
    rest: new Float32Array(3 * V),
    weights: WEIGHTS,
    motion: new Float32Array(12 * F * B),
    ...more,
  }) as unknown as Rig;

describe("a rig to export", () => {
  const check = (more: Partial<Record<keyof Rig, unknown>>, clips = CLIPS) =>
    expect(() => checkRigFits(SEQUENCE, rig(more), clips));
  const bones = (count: number) => ({
    bones: Array.from({ length: count }, () => bone("x")),
    motion: new Float32Array(12 * F * count),
    weights: { ...WEIGHTS, bones: new Uint16Array(V) },
  });

  it("has bones, vertices and frames of its sequence", () => {
    check({}).not.toThrow();
    check({ bones: [] }).toThrow("Its rig has no bones");
    check(bones(1)).not.toThrow();
    check(bones(65535)).not.toThrow();
    check(bones(65536)).toThrow("Its rig has 65536 bones; a rig has at most 65535");
    check({ rest: new Float32Array(15) }).toThrow("Its rig is for 5 vertices, but the sequence has 4");
    check({ weights: { offsets: new Uint32Array(V) } }).toThrow("Its rig is for 4 vertices");
    check({ motion: new Float32Array(96) }).toThrow("Its rig moves 4 frames, but the sequence has 3");
    check({}, []).toThrow("No clip was chosen");
    check({}, [{ name: "run", first: 1, last: F }]).toThrow("“run” shows frames 2 to 4, but there are 3");
  });

  it("has parents before their children, and joints at a place", () => {
    const second = (parent: number, head: number[]) => ({ bones: [bone("a"), { name: "b", parent, head }] });
    check(second(0, [0, 0, 0])).not.toThrow();
    for (const parent of [1, 2, -2, Number.NaN])
      check(second(parent, [0, 0, 0])).toThrow("The parent of “b” does not exist or comes after it");
    check(second(0, [0, Number.NaN, 0])).toThrow("The place of “b” is not a number");
  });

  it("has a weight of an existing bone at every vertex", () => {
    const third = <T extends Float32Array | Uint16Array>(array: T, x: number) => {
      const own = array.slice() as T;
      own[2] = x;
      return own;
    };
    const weights = (more: object) => ({ weights: { ...WEIGHTS, ...more } });
    check(weights({ bones: third(WEIGHTS.bones, 2) })).toThrow("Vertex 3 follows bone 3, but there are 2");
    for (const x of [Number.NaN, Infinity])
      check(weights({ values: third(WEIGHTS.values, x) })).toThrow("A weight of vertex 3 is not a number");
    check(weights({ values: third(WEIGHTS.values, 0) })).toThrow("Vertex 3 follows no bone");
    check(weights({ offsets: new Uint32Array(V + 1) })).toThrow("Vertex 1 follows no bone");
  });

  it("has numbers, wherever one is missing", () => {
    const broken = (length: number, at: number) => new Float32Array(length).fill(Number.NaN, at, at + 1);
    check({ motion: broken(12 * F * B, 12 * B + 13) }).toThrow(
      "In frame 2 the motion of “b” is not a number",
    );
    check({ rest: broken(3 * V, 5) }).toThrow("the position of vertex 2 is not a number");
    const correction = { rank: 1, shapes: new Float32Array(3 * V), weights: broken(F, 2) };
    check({ correction }).toThrow("A number of its correction is not a number");
  });

  it("has a correction of its vertices and frames", () => {
    const correction = (shapes: number, weights: number) => ({
      correction: { rank: 2, shapes: new Float32Array(shapes), weights: new Float32Array(weights) },
    });
    check(correction(6 * V, 2 * F)).not.toThrow();
    check(correction(6 * V + 3, 2 * F)).toThrow("Its correction is for other vertices or frames");
    check(correction(6 * V, 2 * F + 2)).toThrow("Its correction is for other vertices or frames");
  });
});

it("a sequence that is not valid is refused before a rig is prepared", async () => {
  const { sequence, rig } = bendingBar({ bones: 2, frames: 3 });
  const options: ExportOptions = { influences: 0, clips: [], upAxis: "y" };
  const frames = sequence.frames.map((x, at) => (at === 4 ? Number.NaN : x));
  await expect(prepareFileRig({ ...sequence, frames }, rig, options, UNWATCHED)).rejects.toThrow(
    "In frame 1 the position of vertex 2 is not a number",
  );
});

it("morph targets beyond 32 bits are refused, with their name and the vertex", () => {
  const far = Float32Array.from({ length: 3 * V }, (_, c) => (c === 7 ? 3e38 : 0));
  const morphs = (shapes: Float32Array, weights: number[], base: number) => {
    const correction = { rank: 1, shapes, weights: Float32Array.from(weights) };
    return fileMorphs({ ...rig(), rest: new Float32Array(3 * V).fill(base), correction }, [0, 1])!;
  };
  expect(() => checkMorphs(SEQUENCE, morphs(far, [0, 1], 0))).not.toThrow();
  expect(() => checkMorphs(SEQUENCE, morphs(far, [0, 2], 0))).toThrow(
    "“correction_1” moves vertex 3 too far away for the numbers of a file",
  );
  expect(() => checkMorphs(SEQUENCE, morphs(far, [-1, 0], -2e38))).toThrow(
    "Its shapes move vertex 3 too far",
  );
});

describe("tracks of a file", () => {
  const tracks = (): BoneTracks =>
    ({
      inverseBind: new Float32Array(12 * B),
      translations: new Float32Array(3 * F * B),
      rotations: new Float32Array(4 * F * B),
      scales: new Float32Array(3 * F * B),
      nodeCount: B,
      nodeBones: Int32Array.of(0, 1),
    }) as unknown as BoneTracks;

  it("name the bone whose number is beyond 32 bits, wherever it is", () => {
    checkTracks(SEQUENCE, rig(), tracks());
    checkTracks(SEQUENCE, rig(), { ...tracks(), scales: null });
    const widths = { inverseBind: 12, translations: 3, rotations: 4, scales: 3 };
    for (const [what, width] of Object.entries(widths)) {
      const length = tracks()[what as keyof typeof widths]!.length;
      for (let at = 0; at < length; at++) {
        for (const x of [Infinity, -Infinity, Number.NaN]) {
          const own = tracks();
          own[what as keyof typeof widths]![at] = x;
          const name = "ab"[Math.floor(at / width) % B];
          expect(() => checkTracks(SEQUENCE, rig(), own)).toThrow(`“${name}” is or moves too far away`);
        }
      }
    }
  });
});
