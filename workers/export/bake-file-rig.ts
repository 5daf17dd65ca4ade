/**
 * The axes, the unit and the origin of a file as part of its numbers, so that no node above the bones turns or scales.
 *
 * A point p becomes s·R·p + t. A place W of a node becomes M · W · B⁻¹, with M that map and B its linear part s·R. So a
 * node without a rotation keeps none, scales along its axes stay such, and relative to its parent only a root moves by t.
 */
import { rotationMatrix } from "../math/quaternion";
import type { MeshSequence } from "../model/mesh/mesh-sequence";
import type { BoneTracks } from "./bones/bone-tracks";
import type { FileSpace } from "./file-space";
import type { FileRig } from "./prepare";

type Floats = Float32Array | Float64Array;

/** R of a space, row-major 3x3. A quarter turn has only 0 and ±1 in it, and is exact. */
function turnOf({ rotation }: FileSpace): Float64Array {
  const turn = new Float64Array(9);
  rotationMatrix(rotation, 0, turn, 0);
  return turn.map(Math.round);
}

/**
 * s·R of packed vectors of `width` numbers, whose numbers after the third stay; and t added, where it is given.
 */
function carried<T extends Floats>(from: T, turn: Float64Array, width: number, s: number, t?: number[]): T {
  const out = from.slice() as T;
  for (let at = 0; at < from.length; at += width) {
    const [x, y, z] = [from[at], from[at + 1], from[at + 2]];
    for (let r = 0; r < 3; r++) {
      out[at + r] = s * (turn[3 * r] * x + turn[3 * r + 1] * y + turn[3 * r + 2] * z) + (t?.[r] ?? 0);
    }
  }
  return out;
}

/** Scales along the turned axes. */
function turnedScales(scales: Float32Array, turn: Float64Array): Float32Array {
  return carried(scales, turn.map(Math.abs), 3, 1);
}

/** R · A · Rᵀ for the linear parts, and s·(R·a) − R·A·Rᵀ·t for the rest, of packed inverse bind matrices. */
function bakedInverses(inverses: Float32Array, turn: Float64Array, { scale, translation }: FileSpace) {
  const out = new Float32Array(inverses.length);
  for (let at = 0; at < inverses.length; at += 12) {
    const turned = new Float64Array(12);
    for (let r = 0; r < 3; r++)
      for (let c = 0; c < 4; c++)
        for (let a = 0; a < 3; a++) turned[4 * r + c] += turn[3 * r + a] * inverses[at + 4 * a + c];
    for (let r = 0; r < 3; r++) {
      const row = [0, 1, 2].map((c) =>
        [0, 1, 2].reduce((sum, a) => sum + turned[4 * r + a] * turn[3 * c + a], 0),
      );
      out.set(row, at + 4 * r);
      out[at + 4 * r + 3] =
        scale * turned[4 * r + 3] - row.reduce((sum, x, c) => sum + x * translation[c], 0);
    }
  }
  return out;
}

function bakedTracks(tracks: BoneTracks, turn: Float64Array, space: FileSpace): BoneTracks {
  const { parents, nodeCount, scales } = tracks;
  const places = <T extends Floats>(all: T): T => {
    const out = carried(all, turn, 3, space.scale);
    for (let n = 0; n < out.length / 3; n++) {
      if (parents[n % nodeCount] >= 0) continue;
      for (let c = 0; c < 3; c++) out[3 * n + c] += space.translation[c];
    }
    return out;
  };
  return {
    ...tracks,
    rest: places(tracks.rest),
    restRotations: carried(tracks.restRotations, turn, 4, 1),
    inverseBind: bakedInverses(tracks.inverseBind, turn, space),
    translations: places(tracks.translations),
    rotations: carried(tracks.rotations, turn, 4, 1),
    scales: scales && turnedScales(scales, turn),
  };
}

/** The sequence with its normals and tangents turned. */
function bakedSurface(sequence: MeshSequence, turn: Float64Array): MeshSequence {
  const { normals, tangents } = sequence;
  return {
    ...sequence,
    normals: normals && carried(normals, turn, 3, 1),
    ...(tangents && { tangents: carried(tangents, turn, 4, 1) }),
    origin: [0, 0, 0],
  };
}

/**
 * A prepared rig whose root is the identity: what a writer takes (rest pose, heads, normals, tangents, morphs, tracks)
 * is in the file's space. The frames of the sequence and the matrices of the rig's motion, which no writer of skins
 * takes, stay as they were.
 */
export function bakeFileRig(content: FileRig, space: FileSpace): FileRig {
  const { rig, morphs } = content;
  const { scale, translation } = space;
  const turn = turnOf(space);
  const points = (from: Float32Array) => carried(from, turn, 3, scale, translation);
  return {
    ...content,
    sequence: bakedSurface(content.sequence, turn),
    rig: {
      ...rig,
      rest: points(rig.rest),
      bones: rig.bones.map((bone) => {
        const [x, y, z] = carried(Float64Array.from(bone.head), turn, 3, scale, translation);
        return { ...bone, head: [x, y, z] };
      }),
    },
    clips: content.clips.map((clip) => ({ ...clip, tracks: bakedTracks(clip.tracks, turn, space) })),
    morphs: morphs && {
      ...morphs,
      base: points(morphs.base),
      shapes: carried(morphs.shapes, turn, 3, scale),
    },
    root: { rotation: [0, 0, 0, 1], scale: 1, translation: [0, 0, 0] },
  };
}
