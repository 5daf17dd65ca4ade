import { describe, expect, it } from "vitest";
import { placed, placedMotion } from "../../../geometry/placing";
import { createRandom } from "../../../math/random";
import { skinnedMesh } from "../../../model/files/skeleton-file";
import type { SkeletonSource } from "../../../model/files/skeleton-source";
import { type MeshSequence, restDiagonal } from "../../../model/mesh/mesh-sequence";
import type { Rig } from "../../../model/rig/rig";
import type { FitAlignment, Placement } from "../../../model/skeleton/fit/fit-alignment";
import type { Point } from "../../../model/skeleton/skeleton";
import { skeletonOfRig } from "../../../model/skeleton/skeleton-of-rig";
import { UNWATCHED } from "../../../model/task";
import { CUBE_TRIANGLES, cubeCorners } from "../../../testing/cube";
import { packWeights, skinInto } from "../../../testing/rigs";
import { limbs } from "../../testing/limbs";
import { orderOf, rigInTreeOrder } from "../../tree/skeleton-tree";
import { alignSkeleton, findAlignment } from "./align";
import { alignedSkeleton } from "./aligned";
import { insideMesh } from "./inside";
import { axisTurns, matrixAngle } from "./placements";

const PARENTS = [-1, 0, 1, 1, 2, 3];

function character(seed: number, { rigid = false } = {}): { sequence: MeshSequence; rig: Rig } {
  const { sequence, rig: loose, joints } = limbs(PARENTS, seed, { frames: 12, rigid });
  const tree = {
    parents: Int32Array.from(PARENTS),
    order: orderOf(PARENTS),
    joints: Float64Array.from(joints),
  };
  return { sequence, rig: rigInTreeOrder(loose, tree).rig };
}

const NO_ALIGNMENT: FitAlignment = {
  ...{ scale: 1, turn: axisTurns()[0], shift: [0, 0, 0], frames: null, pose: "bind" },
  ...{ inside: { count: 0, of: 0, outside: [] }, rmsePercent: null, fits: true, notes: [] },
};

/** The animation of the same bones with weights that decline slowly with the distance from a bone. */
function smoothlyBound(sequence: MeshSequence, rig: Rig): MeshSequence {
  const size = restDiagonal(sequence);
  const rows = Array.from({ length: sequence.vertexCount }, (_, i) => {
    const shares = rig.bones.map(({ head }, j): [number, number] => {
      const away = Math.hypot(...head.map((x, c) => rig.rest[3 * i + c] - x));
      return [j, Math.exp(-((away / (0.2 * size)) ** 2))];
    });
    return shares.sort((a, b) => b[1] - a[1]).slice(0, 4);
  });
  const frames = sequence.frames.slice();
  const weighted = { ...rig, weights: packWeights(rows) };
  const row = 3 * sequence.vertexCount;
  for (let k = 0; k < sequence.frameCount; k++)
    skinInto(frames.subarray(k * row, (k + 1) * row), weighted, k);
  return { ...sequence, frames };
}

/** The inverse of a placement. */
function inverse({ scale, turn, shift }: Placement): Placement {
  const back = Array.from({ length: 9 }, (_, n) => turn[3 * (n % 3) + Math.floor(n / 3)]);
  const to = placed({ scale: 1 / scale, turn: back, shift: [0, 0, 0] }, shift);
  return { scale: 1 / scale, turn: back, shift: to.map((x) => -x) as Point };
}

/** The rig's skeleton as a file that needs this placement, with some frames of its motion. */
function fileOf(rig: Rig, placement: Placement, { first = 0, withClip = true } = {}): SkeletonSource {
  const by = inverse(placement);
  const own = skeletonOfRig(rig);
  const size = 12 * rig.bones.length;
  const frameCount = rig.motion.length / size - first;
  const motions = new Float32Array(frameCount * size);
  for (let at = 0; at < motions.length; at += 12)
    placedMotion(by, rig.motion, first * size + at, motions, at);
  const segments = own.segments.map((segment) => ({
    ...segment,
    head: placed(by, segment.head),
    tail: placed(by, segment.tail),
  }));
  return {
    name: "file",
    file: "file.glb",
    format: "glTF",
    skeleton: { version: 1, segments },
    upAxis: null,
    metresPerUnit: null,
    clips: withClip ? [{ name: "walk", fps: 24, frameCount, motions }] : [],
    notes: [],
  };
}

const UPRIGHT: Placement = { scale: 0.01, turn: [1, 0, 0, 0, 0, 1, 0, -1, 0], shift: [0, 0, 0] };

describe("findAlignment", () => {
  it("reads other axes and units from the motion", async () => {
    const { sequence, rig } = character(1);
    const found = await findAlignment(sequence, fileOf(rig, UPRIGHT), UNWATCHED);
    expect(found.scale).toBe(0.01);
    expect(matrixAngle(found.turn, UPRIGHT.turn)).toBeLessThan(1e-6);
    expect(found.shift).toEqual([0, 0, 0]);
    expect(found.frames).toEqual({ clip: 0, first: 0, step: 1 });
    expect(found.pose).toBe("bind");
    expect(found.rmsePercent).toBeLessThan(1);
  });

  it("finds any scale, turn and place from the motion", async () => {
    const { sequence, rig } = character(2);
    const placement: Placement = { ...UPRIGHT, scale: 3.7, shift: [5, -40, 12] };
    const found = await findAlignment(sequence, fileOf(rig, placement), UNWATCHED);
    expect(found.scale / 3.7).toBeCloseTo(1, 1);
    expect(matrixAngle(found.turn, placement.turn)).toBeLessThan(0.03);
    const away = Math.hypot(...found.shift.map((x, c) => x - placement.shift[c]));
    expect(away).toBeLessThan(0.02 * restDiagonal(sequence));
  });

  it("fits if its clip moves the mesh, although joints lie in the gaps between shells", async () => {
    const { sequence, rig } = character(3, { rigid: true });
    const aside = rig.bones.map((bone) => ({
      ...bone,
      head: [bone.head[0] + 3, ...bone.head.slice(1)] as Point,
    }));
    const found = await findAlignment(sequence, fileOf({ ...rig, bones: aside }, UPRIGHT), UNWATCHED);
    expect(found.inside.count).toBeLessThan(0.5 * found.inside.of);
    expect(found.rmsePercent).toBeLessThan(0.01);
    expect(found.fits).toBe(true);
  });

  it("asks to check the alignment only if the bones cannot move the mesh together", async () => {
    const { sequence, rig } = character(6);
    const smooth = smoothlyBound(sequence, rig);
    const outside = rig.bones.map((bone, j) => (j === 0 ? { ...bone, head: [9, 9, 9] as Point } : bone));
    const exact = await findAlignment(smooth, fileOf({ ...rig, bones: outside }, UPRIGHT), UNWATCHED);
    expect(exact.inside.outside).toContain(rig.bones[0].name);
    expect(exact.rmsePercent).toBeGreaterThan(1);
    expect(exact.notes).toEqual([expect.stringContaining("its z axis is the mesh's y")]);
    expect(exact.fits).toBe(true);
    const random = createRandom(8);
    const step = 0.03 * restDiagonal(sequence);
    const shaken = { ...smooth, frames: smooth.frames.map((x) => x + step * random.normal()) };
    const doubtful = await findAlignment(shaken, fileOf(rig, UPRIGHT), UNWATCHED);
    expect(doubtful.fits).toBe(false);
    expect(doubtful.notes.join()).toMatch(
      /Even with the best weights, its bones leave .* Check the alignment/,
    );
  });

  it("finds where the animation begins in a longer clip", async () => {
    const { sequence, rig } = character(3);
    const later = {
      ...sequence,
      frameCount: 8,
      frames: sequence.frames.subarray(3 * 3 * sequence.vertexCount, 11 * 3 * sequence.vertexCount),
    };
    const found = await findAlignment(later, fileOf(rig, UPRIGHT), UNWATCHED);
    expect(found.frames).toEqual({ clip: 0, first: 3, step: 1 });
  });

  it("notices that the mesh starts in a pose of the clip", async () => {
    const { sequence, rig } = character(4);
    const posed = { ...sequence, rest: sequence.frames.slice(0, 3 * sequence.vertexCount) };
    const source = fileOf(rig, UPRIGHT);
    const { alignment, skeleton } = await alignSkeleton(
      { sequence: posed, source, alignment: null, skinned: null },
      UNWATCHED,
    );
    expect(alignment.pose).toBe("clip");
    expect(alignment.notes.join()).toContain("pose of the clip");
    const away = skeleton.rest!.map((x, at) => Math.abs(x - sequence.rest[at]));
    const mean = away.reduce((a, b) => a + b, 0) / away.length;
    expect(mean).toBeLessThan(0.01 * restDiagonal(sequence));
  });

  it("places a skeleton without a clip by its shape", async () => {
    const { sequence, rig } = character(5);
    const found = await findAlignment(sequence, fileOf(rig, UPRIGHT, { withClip: false }), UNWATCHED);
    expect(found.frames).toBeNull();
    expect(found.rmsePercent).toBeNull();
    const size = restDiagonal(sequence);
    rig.bones.forEach(({ head }) => {
      const at = placed(found, placed(inverse(UPRIGHT), head));
      expect(Math.hypot(...at.map((x, c) => x - head[c]))).toBeLessThan(0.1 * size);
    });
  });

  it.each([1, 2, 3, 4, 5])("uses the numbers of a file if the mesh is open, character %i", async (seed) => {
    const { sequence, rig } = character(seed);
    // From z up to y up.
    const upright = [1, 0, 0, 0, 0, 1, 0, -1, 0];
    for (const scale of [1, 0.01, 100]) {
      for (const turn of [axisTurns()[0], upright]) {
        const source = fileOf(rig, { scale, turn, shift: [0, 0, 0] }, { withClip: false });
        // A .tgf only has the bones between joints.
        const inner = source.skeleton.segments.filter((_, j) => rig.bones.some(({ parent }) => parent === j));
        const skeleton = { ...source.skeleton, segments: inner };
        const found = await findAlignment(sequence, { ...source, skeleton, metresPerUnit: null }, UNWATCHED);
        expect(found.scale).toBeCloseTo(scale, 9);
        expect(matrixAngle(found.turn, turn)).toBeLessThan(1e-6);
      }
    }
  });

  it("does not use a clip that moves differently", async () => {
    const { sequence } = character(6);
    const other = character(7);
    const found = await findAlignment(sequence, fileOf(other.rig, UPRIGHT), UNWATCHED);
    expect(found.frames).toBeNull();
    expect(found.notes.join()).toContain("No clip of file.glb moves like limbs");
  });
});

/** Bones as a reader of the file finds them, in the file's coordinates. */
const inFile = (bones: Rig["bones"], by: Placement) =>
  bones.map((bone) => ({ ...bone, head: placed(by, bone.head) }));

describe("alignSkeleton", () => {
  it("gives bones, motion and weights in the sequence's coordinates", async () => {
    const { sequence, rig } = character(8);
    const source = fileOf(rig, UPRIGHT);
    const by = inverse(UPRIGHT);
    const rest = new Float32Array(rig.rest.length);
    for (let i = 0; i < rest.length; i += 3) rest.set(placed(by, rig.rest.subarray(i, i + 3)), i);
    const skinned = skinnedMesh(sequence, { ...rig, rest });
    const { skeleton } = await alignSkeleton({ sequence, source, alignment: null, skinned }, UNWATCHED);
    skeleton.bones.forEach(({ head, parent, name, limits }, j) => {
      expect([name, parent, limits]).toEqual([rig.bones[j].name, rig.bones[j].parent, undefined]);
      for (let c = 0; c < 3; c++) expect(head[c]).toBeCloseTo(rig.bones[j].head[c], 4);
    });
    rig.motion.forEach((x, at) => {
      expect(skeleton.motion![at]).toBeCloseTo(x, 3);
    });
    expect(skeleton.weights).toEqual(rig.weights);
    expect(skeleton.rest).toBeNull();
  });

  it("takes the bind pose of the file's mesh where the animation rests in a pose of the clip", async () => {
    const { sequence, rig } = character(8);
    // The cache has no frame in the bind pose, and its vertices have another order.
    const last = sequence.vertexCount - 1;
    const swapped = (points: Float32Array) => {
      const out = points.slice();
      out.set(points.subarray(3 * last, 3 * last + 3), 0);
      out.set(points.subarray(0, 3), 3 * last);
      return out;
    };
    const size = 3 * sequence.vertexCount;
    const frames = sequence.frames.slice();
    for (let at = 0; at < frames.length; at += size) frames.set(swapped(frames.subarray(at, at + size)), at);
    const triangles = sequence.triangles.slice().reverse();
    const posed = { ...sequence, rest: frames.slice(0, size), frames, triangles };
    const alignment: FitAlignment = {
      ...NO_ALIGNMENT,
      frames: { clip: 0, first: 0, step: 1 },
      pose: "clip",
    };
    const source = fileOf(rig, { scale: 1, turn: axisTurns()[0], shift: [0, 0, 0] });
    const skinned = skinnedMesh(sequence, rig);
    const { rest, weights } = alignedSkeleton({ sequence: posed, source, skinned }, alignment);
    expect(rest).toEqual(swapped(rig.rest));
    expect(weights!.offsets.length).toBe(sequence.vertexCount + 1);
    const without = alignedSkeleton({ sequence: posed, source, skinned: null }, alignment);
    expect(without).toMatchObject({ weights: null, guessedRest: true });
    expect(without.rest).not.toEqual(rest);
  });

  it("takes the rest pose of the file's mesh if it moves more like the animation", async () => {
    const { sequence, rig } = character(8);
    // A solver that corrects the rest pose writes vertices that lie elsewhere than those of the animation at rest.
    const random = createRandom(4);
    const step = 0.003 * restDiagonal(sequence);
    const rest = sequence.rest.map((x) => x + step * random.normal());
    const source = fileOf(rig, { scale: 1, turn: axisTurns()[0], shift: [0, 0, 0] });
    const file = { sequence: { ...sequence, rest }, source, alignment: null };
    const own = await alignSkeleton({ ...file, skinned: skinnedMesh(sequence, rig) }, UNWATCHED);
    expect(own.skeleton.rest).toEqual(rig.rest);
    expect(own.skeleton.weights).toEqual(rig.weights);
    // Somebody else's shape does not move more like it.
    const other = skinnedMesh(sequence, { ...rig, rest: rest.map((x) => x + step * random.normal()) });
    const { skeleton } = await alignSkeleton({ ...file, sequence, skinned: other }, UNWATCHED);
    expect(skeleton.rest).toBeNull();
    expect(skeleton.weights).toEqual(rig.weights);
  });

  it("places a file by its own mesh where its bones alone leave a large error", async () => {
    const { sequence, rig } = character(6);
    // The weights of all vertices are mixed, so no bone alone moves like a vertex.
    const rows = Array.from({ length: sequence.vertexCount }, (_, i) =>
      rig.bones.map((_, j): [number, number] => [j, 1 + ((i * (j + 3)) % 7)]),
    );
    // And its joints lie beside the mesh.
    const bones = rig.bones.map((bone) => ({
      ...bone,
      head: [bone.head[0] + 9, ...bone.head.slice(1)] as Point,
    }));
    const mixed = { ...rig, bones, weights: packWeights(rows) };
    const row = 3 * sequence.vertexCount;
    const frames = sequence.frames.slice();
    for (let k = 0; k < sequence.frameCount; k++) skinInto(frames.subarray(k * row, (k + 1) * row), mixed, k);
    const random = createRandom(9);
    const step = 0.01 * restDiagonal(sequence);
    for (let at = 0; at < frames.length; at++) frames[at] += step * random.normal();
    const source: SkeletonSource = { ...fileOf(mixed, UPRIGHT), upAxis: "z", metresPerUnit: 0.01 };
    const by = inverse(UPRIGHT);
    const rest = rig.rest.slice();
    for (let i = 0; i < rest.length; i += 3) rest.set(placed(by, rig.rest.subarray(i, i + 3)), i);
    const file = { sequence: { ...sequence, frames }, source, alignment: null };
    const { alignment } = await alignSkeleton(
      { ...file, skinned: skinnedMesh(sequence, { ...mixed, bones: inFile(bones, by), rest }) },
      UNWATCHED,
    );
    expect(alignment).toMatchObject({ ...UPRIGHT, pose: "bind", fits: true });
    const without = await alignSkeleton({ ...file, skinned: null }, UNWATCHED);
    expect(without.alignment.shift).not.toEqual(UPRIGHT.shift);
    expect(alignment.notes).toEqual([expect.stringContaining("its z axis is the mesh's y")]);
  });

  it("transfers the weights of bones without names, which readers number differently", () => {
    const { sequence, rig } = character(8);
    const source = fileOf(rig, { scale: 1, turn: axisTurns()[0], shift: [0, 0, 0] });
    const own = skinnedMesh(sequence, rig);
    // The other reader gives the names to other bones.
    const skinned = { ...own, bones: [...own.bones].reverse() };
    const alignment = NO_ALIGNMENT;
    const { weights } = alignedSkeleton({ sequence, source, skinned }, alignment);
    expect(weights).toEqual(rig.weights);
  });
});

it("turns hinges of the file with the skeleton", async () => {
  const { sequence, rig } = character(8);
  const source = fileOf(rig, UPRIGHT);
  const hinge = { axis: [0, 0, 1] as Point, range: [-1, 0.5] as [number, number] };
  source.skeleton.segments[2].limits = { ...source.skeleton.segments[2].limits, hinge };
  const alignment = await findAlignment(sequence, source, UNWATCHED);
  const { bones } = alignedSkeleton({ sequence, source, skinned: null }, alignment);
  const found = bones[2].limits!.hinge!;
  expect(found.range).toEqual(hinge.range);
  for (let c = 0; c < 3; c++) expect(found.axis[c]).toBeCloseTo(UPRIGHT.turn[3 * c + 2], 3);
});

describe("insideMesh", () => {
  it("finds the inside of a box with faces that point outwards or inwards", async () => {
    const triangles = CUBE_TRIANGLES;
    const box = {
      rest: cubeCorners(0, 1),
      triangles,
      solverIndex: Uint32Array.from({ length: 8 }, (_, n) => n),
    };
    const random = createRandom(1);
    const points = Array.from({ length: 40 }, () => [0, 1, 2].map(() => 2 * random.next() - 0.5) as Point);
    const expected = points.map((p) => p.every((x) => x > 0 && x < 1));
    expect(await insideMesh(box, points, UNWATCHED)).toEqual(expected);
    const inverted = { ...box, triangles: triangles.slice().reverse() };
    expect(await insideMesh(inverted, points, UNWATCHED)).toEqual(expected);
  });
});

it("has the 24 turns between axes", () => {
  const turns = axisTurns();
  expect(new Set(turns.map(String)).size).toBe(24);
  for (const [a, b, c, d, e, f, g, h, i] of turns) {
    expect(a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)).toBe(1);
  }
});
