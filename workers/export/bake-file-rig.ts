/**
 * The axes, the unit and the origin of a file as part of its numbers, so that no node above the bones turns or scales.
 *
 * A point p becomes s·R·p + t. A place W of a node becomes M · W · B⁻¹, with M that map and B its linear part s·R. So a
 * node without a rotation stays without one, scales stay along the node's axes, and only a root moves by t relative to
 * its parent.
 */
import type { AnySequence } from "../model/mesh/streamed-sequence";
import type { BoneTracks } from "./bones/bone-tracks";
import type { FileSpace } from "./file-space";
import type { FileRig } from "./prepare";
import { turnMatrices, turnOf, turnVectors } from "./turn-numbers";

/** Scales along the turned axes. */
function turnedScales(scales: Float32Array, turn: Float64Array): Float32Array {
  return turnVectors(scales, turn.map(Math.abs), 3, 1);
}

function bakedTracks(tracks: BoneTracks, turn: Float64Array, space: FileSpace): BoneTracks {
  const { parents, nodeCount, scales } = tracks;
  const places = <T extends Float32Array | Float64Array>(all: T): T => {
    const out = turnVectors(all, turn, 3, space.scale);
    for (let n = 0; n < out.length / 3; n++) {
      if (parents[n % nodeCount] >= 0) continue;
      for (let c = 0; c < 3; c++) out[3 * n + c] += space.translation[c];
    }
    return out;
  };
  return {
    ...tracks,
    rest: places(tracks.rest),
    restRotations: turnVectors(tracks.restRotations, turn, 4, 1),
    inverseBind: turnMatrices(tracks.inverseBind, turn, space),
    translations: places(tracks.translations),
    rotations: turnVectors(tracks.rotations, turn, 4, 1),
    scales: scales && turnedScales(scales, turn),
  };
}

/** The sequence with its normals and tangents turned. */
function bakedSurface(
  sequence: AnySequence,
  turn: Float64Array,
  points: (from: Float32Array) => Float32Array,
): AnySequence {
  const { normals, tangents } = sequence;
  return {
    ...sequence,
    rest: points(sequence.rest),
    normals: normals && turnVectors(normals, turn, 3, 1),
    ...(tangents && { tangents: turnVectors(tangents, turn, 4, 1) }),
    origin: [0, 0, 0],
  };
}

/**
 * A prepared rig whose root is the identity: all data that a writer uses (rest pose, heads, normals, tangents, morphs,
 * tracks) are in the file's space. The frames of the sequence and the matrices of the rig's motion, which no writer of
 * skins uses, do not change.
 */
export function bakeFileRig(content: FileRig, space: FileSpace): FileRig {
  const { rig, morphs } = content;
  const { scale, translation } = space;
  const turn = turnOf(space);
  const points = (from: Float32Array) => turnVectors(from, turn, 3, scale, translation);
  return {
    ...content,
    sequence: bakedSurface(content.sequence, turn, points),
    rig: {
      ...rig,
      rest: points(rig.rest),
      bones: rig.bones.map((bone) => {
        const [x, y, z] = turnVectors(Float64Array.from(bone.head), turn, 3, scale, translation);
        return { ...bone, head: [x, y, z] };
      }),
    },
    clips: content.clips.map((clip) => ({ ...clip, tracks: bakedTracks(clip.tracks, turn, space) })),
    morphs: morphs && {
      ...morphs,
      base: points(morphs.base),
      shapes: turnVectors(morphs.shapes, turn, 3, scale),
      turned: morphs.turned.map((rows) => rows && { ...rows, values: turnVectors(rows.values, turn, 3, 1) }),
    },
    root: { rotation: [0, 0, 0, 1], scale: 1, translation: [0, 0, 0] },
  };
}
