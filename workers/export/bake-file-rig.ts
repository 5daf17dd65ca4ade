/**
 * The axes, the unit and the origin of a file as part of its numbers, so that no node above the bones turns or scales.
 *
 * A point p becomes s·R·p + t. A place W of a node becomes M · W · B⁻¹, with M that map and B its linear part s·R. So a
 * node without a rotation stays without one, scales stay along the node's axes, and only a root moves by t relative to
 * its parent. A joint with its own axes keeps them: its B is only s, so it turns with the mesh, and below a parent with
 * its own axes its rotations stay as they are.
 */

import { nearestQuaternion } from "../math/best-rotation";
import { product3 } from "../math/matrix3";
import { rotationMatrix } from "../math/quaternion";
import type { AnySequence } from "../model/mesh/streamed-sequence";
import { restAxes } from "../model/rig/axes";
import { placedBone } from "../model/rig/placed-bone";
import type { Rig } from "../model/rig/rig";
import type { BoneTracks } from "./bones/bone-tracks";
import type { FileSpace } from "./file-space";
import type { FileRig } from "./prepare";
import { turnMatrices, turnOf, turnVectors } from "./turn-numbers";

/** The nodes of tracks whose joints have their own axes, N. */
const ownAxesOf = ({ nodeBones }: BoneTracks, { bones }: Rig): boolean[] => {
  const axes = restAxes(bones);
  return Array.from(nodeBones, (j) => axes[j] !== null);
};

/** Rotations relative to parents, R_p · q · R_nᵀ, where R is that of the space or, for own axes, none. */
function bakedRotations<T extends Float32Array | Float64Array>(
  all: T,
  parents: Int32Array,
  own: readonly boolean[],
  turn: Float64Array,
): T {
  const out = turnVectors(all, turn, 4, 1);
  const back = [0, 3, 6, 1, 4, 7, 2, 5, 8].map((c) => turn[c]);
  const linear = new Float64Array(9);
  for (let at = 0; at < all.length; at += 4) {
    const n = (at / 4) % own.length;
    const above = parents[n] >= 0 && own[parents[n]];
    if (!own[n] && !above) continue;
    if (own[n] && above) {
      out.set(all.subarray(at, at + 4), at);
      continue;
    }
    rotationMatrix(all, at, linear, 0);
    const turned = own[n] ? product3(turn, linear) : product3(linear, back);
    const q = nearestQuaternion(turned);
    // Keys follow each other without jumps of sign.
    const before = at - 4 * own.length;
    const sign = before >= 0 && q.reduce((sum, x, c) => sum + x * out[before + c], 0) < 0 ? -1 : 1;
    out.set(
      q.map((x) => sign * x),
      at,
    );
  }
  return out;
}

/** Inverse bind matrices B·I·M⁻¹, 12 for each bone. */
function bakedInverses(tracks: BoneTracks, own: readonly boolean[], turn: Float64Array, space: FileSpace) {
  const out = turnMatrices(tracks.inverseBind, turn, space);
  for (const [j, n] of tracks.joints.entries()) {
    if (!own[n]) continue;
    const rows = out.slice(12 * j, 12 * j + 12);
    for (let e = 0; e < 12; e++) {
      const [r, c] = [Math.floor(e / 4), e % 4];
      out[12 * j + e] = turn[r] * rows[c] + turn[3 + r] * rows[4 + c] + turn[6 + r] * rows[8 + c];
    }
  }
  return out;
}

function bakedTracks(tracks: BoneTracks, rig: Rig, turn: Float64Array, space: FileSpace): BoneTracks {
  const { parents, nodeCount, scales } = tracks;
  const own = ownAxesOf(tracks, rig);
  const places = <T extends Float32Array | Float64Array>(all: T): T => {
    const out = turnVectors(all, turn, 3, space.scale);
    for (let n = 0; n < out.length / 3; n++) {
      const parent = parents[n % nodeCount];
      for (let c = 0; c < 3; c++) {
        if (parent < 0) out[3 * n + c] += space.translation[c];
        else if (own[parent]) out[3 * n + c] = space.scale * all[3 * n + c];
      }
    }
    return out;
  };
  return {
    ...tracks,
    rest: places(tracks.rest),
    restRotations: bakedRotations(tracks.restRotations, parents, own, turn),
    inverseBind: bakedInverses(tracks, own, turn, space),
    translations: places(tracks.translations),
    rotations: bakedRotations(tracks.rotations, parents, own, turn),
    scales: scales && bakedScales(scales, own, turn),
  };
}

/** Scales along the axes of the nodes in the file. */
function bakedScales(scales: Float32Array, own: readonly boolean[], turn: Float64Array): Float32Array {
  const out = turnVectors(scales, turn.map(Math.abs), 3, 1);
  for (let n = 0; n < scales.length / 3; n++) {
    if (own[n % own.length]) out.set(scales.subarray(3 * n, 3 * n + 3), 3 * n);
  }
  return out;
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
        return placedBone(bone, [x, y, z], turn, scale);
      }),
    },
    clips: content.clips.map((clip) => ({ ...clip, tracks: bakedTracks(clip.tracks, rig, turn, space) })),
    morphs: morphs && {
      ...morphs,
      base: points(morphs.base),
      shapes: turnVectors(morphs.shapes, turn, 3, scale),
      turned: morphs.turned.map((rows) => rows && { ...rows, values: turnVectors(rows.values, turn, 3, 1) }),
    },
    root: { rotation: [0, 0, 0, 1], scale: 1, translation: [0, 0, 0] },
  };
}
