import type { Rig } from "../model/rig/rig";
import type { Arena } from "./arena";
import type { Pointer } from "./kernel";
import { records, type StagedRig } from "./kernels.generated";
import { KernelRecord } from "./record";

/** A rig in an arena, in the kernels' layout. */
export interface RigArrays {
  /** 3V; the only array that kernels write. */
  rest: Float32Array;
  offsets: Uint32Array;
  /** F·B·12. */
  motion: Float32Array;
  /** The argument of kernels: the rig and a stage of the sequence. */
  record: KernelRecord<StagedRig>;
}

/**
 * Copies a rig to the top of the arena.
 * @param frames F, the number of frames of the rig and of the sequence that it is compared with.
 */
export function rigArrays(arena: Arena, rig: Rig, frames: number): RigArrays {
  const { weights } = rig;
  const copy32 = (from: Float32Array) => {
    const to = arena.f32(from.length);
    to.set(from);
    return to;
  };
  const offsets = arena.u32(weights.offsets.length);
  offsets.set(weights.offsets);
  const bytes = arena.u8(2 * weights.bones.length);
  new Uint16Array(bytes.buffer, bytes.byteOffset, weights.bones.length).set(weights.bones);
  const rest = copy32(rig.rest);
  const motion = copy32(rig.motion);
  const record = KernelRecord.take(arena, records.StagedRig);
  record.change({
    frames,
    bones: bytes,
    values: copy32(weights.values),
    motion,
    boneCount: rig.bones.length,
  });
  return { rest, offsets, motion, record };
}

/**
 * Points the record to a stage of the sequence.
 * @param staged positions of the stage, from `forEachStage`.
 * @param first the first vertex of the stage.
 * @param count the number of its vertices.
 */
export function rigAtStage(
  { rest, offsets, record }: RigArrays,
  staged: Pointer,
  first: number,
  count: number,
): KernelRecord<StagedRig> {
  record.change({ staged, count, rest: rest.subarray(3 * first), offsets: offsets.subarray(first) });
  return record;
}

/** Points the record to all vertices of some frames, from `forEachChunk`. Its frames begin at 0. */
export function rigAtChunk(
  { rest, offsets, motion, record }: RigArrays,
  boneCount: number,
  staged: Pointer,
  first: number,
  count: number,
): KernelRecord<StagedRig> {
  const vertices = rest.length / 3;
  record.change({
    ...{ staged, count: vertices, rest, offsets, frames: count },
    motion: motion.subarray(12 * boneCount * first),
  });
  return record;
}

/** Arena bytes for `rigArrays`. */
export function rigArraysBytes(vertices: number, frames: number, bones: number, influences: number): number {
  return vertices * (12 + 4 + 6 * influences) + 48 * frames * bones + records.StagedRig.bytes + 256;
}
