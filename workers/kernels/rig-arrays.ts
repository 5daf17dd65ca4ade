import type { Rig } from "../model/rig/rig";
import type { Arena } from "./arena";

/** A rig in an arena, in the kernels' layout. */
export interface RigArrays {
  /** 3V; the only array that kernels write. */
  rest: Float32Array;
  offsets: Uint32Array;
  values: Float32Array;
  /** Pointer of the bones (u16) of the entries. */
  bones: number;
  motion: Float32Array;
  boneCount: number;
}

/** Copies a rig to the top of the arena. */
export function rigArrays(arena: Arena, rig: Rig): RigArrays {
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
  return {
    rest: copy32(rig.rest),
    offsets,
    values: copy32(weights.values),
    bones: bytes.byteOffset,
    motion: copy32(rig.motion),
    boneCount: rig.bones.length,
  };
}

/** Bytes of arena for such a rig. */
export function rigArraysBytes(vertices: number, frames: number, bones: number, influences: number): number {
  return vertices * (12 + 4 + 6 * influences) + 48 * frames * bones + 256;
}
