/** The arrays of a reduction in the arena, and their size in bytes. */
import type { Arena } from "../../kernels/arena";
import { kernels, type ReduceJob, records } from "../../kernels/kernels.generated";
import { KernelRecord } from "../../kernels/record";
import { scratchNumbers } from "../../kernels/scratch";

export interface JobSize {
  vertices: number;
  bones: number;
  /** The number of examples, rounded up to a multiple of 4; 0 if columns are the weights themselves. */
  lanes: number;
  /** The number of neighbours of all vertices together. */
  ring: number;
  /** The number of candidates of a vertex, C. */
  candidates: number;
  /** The most influences of a vertex, k. */
  influences: number;
  /** Entries of the dense weights. */
  entries: number;
  triangles: number;
  /** Whether the corners of a cage hold the rest pose; only without examples. */
  hasPoints: boolean;
  /** Whether each example has its own rest position. */
  hasRests: boolean;
  hasEdges: boolean;
  hasNormals: boolean;
  hasLaplacians: boolean;
  /** Places in the lists of patches; 0 without patches. */
  patchPlaces: number;
  threads: number;
}

/** The number of f32 in a row of a vertex. */
export const strideOf = ({
  lanes,
  bones,
  hasPoints,
}: Pick<JobSize, "lanes" | "bones" | "hasPoints">): number =>
  lanes > 0 ? 3 * lanes : 4 * Math.ceil(bones / 4) + (hasPoints ? 4 : 0);

type Room = Pick<Arena, "f32" | "f64" | "u32" | "u8">;

function u16(room: Room, count: number): Uint16Array {
  const bytes = room.u8(2 * count);
  return new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2);
}

/** Takes all arrays, and points the record to them. */
export function takeJob(room: Room, size: JobSize) {
  const { vertices: V, bones, lanes, ring, candidates: C, influences: k, entries } = size;
  const stride = strideOf(size);
  const optional = (wanted: boolean, count: number) => (wanted ? room.f32(count) : null);
  const patched = size.patchPlaces > 0;
  const arrays = {
    rest: room.f32(3 * V),
    rests: optional(size.hasRests, V * stride),
    motion: optional(lanes > 0, 12 * bones * lanes),
    points: optional(size.hasPoints, 4 * bones),
    targets: room.f32(V * stride),
    normals: optional(size.hasNormals, V * stride),
    residuals: room.f32(V * stride),
    laplacians: optional(size.hasLaplacians, V * stride),
    offsets: room.u32(V + 1),
    neighbours: room.u32(ring),
    edges: optional(size.hasEdges, ring),
    gradientErrors: room.f64(size.hasEdges ? V : 0),
    lambdas: optional(size.hasLaplacians, ring),
    backward: optional(size.hasLaplacians, ring),
    list: u16(room, V * C),
    grams: room.f32(V * C * C),
    slots: room.u8(V * k),
    values: room.f32(V * k),
    active: room.u8(2 * V),
    next: room.u8(2 * V),
    order: room.u32(V),
    rowOffsets: room.u32(V + 1),
    rowBones: u16(room, entries),
    rowValues: room.f32(entries),
    triangles: room.u32(size.hasNormals ? 3 * size.triangles : 0),
    around: room.u32(size.hasNormals ? V + 1 : 0),
    incident: room.u32(size.hasNormals ? 3 * size.triangles : 0),
    patchFirst: room.u32(patched ? V + 1 : 0),
    patchMembers: room.u32(patched ? V : 0),
    patchLists: u16(room, V * size.patchPlaces),
    patchGiven: room.u8(patched ? V : 0),
    patchSlots: room.u8(patched ? V * k : 0),
    scratch: room.f64(size.threads * scratchOf(size)),
    record: KernelRecord.take<ReduceJob>(room, records.ReduceJob),
  };
  return arrays;
}
export type JobArrays = ReturnType<typeof takeJob>;

/** The scratch numbers of a thread for the kernel that needs most. */
function scratchOf(size: JobSize): number {
  const { bones, candidates, patchPlaces: places } = size;
  const stride = strideOf(size);
  return Math.max(
    scratchNumbers(kernels.reduceCandidatesScratch, { stride, bones }),
    scratchNumbers(kernels.reduceGramsScratch, { stride, candidates }),
    scratchNumbers(kernels.reduceSweepScratch, { stride, candidates }),
    places > 0 ? scratchNumbers(kernels.reducePatchesScratch, { stride, places }) : 0,
  );
}

/** Counts the bytes that an arena would use, and returns empty arrays. */
class Count implements Room {
  bytes = 0;
  private add(bytes: number): void {
    this.bytes = 16 * Math.ceil((this.bytes + bytes) / 16);
  }
  f32(count: number): Float32Array {
    this.add(4 * count);
    return new Float32Array(0);
  }
  f64(count: number): Float64Array {
    this.add(8 * count);
    return new Float64Array(0);
  }
  u32(count: number): Uint32Array {
    this.add(4 * count);
    return new Uint32Array(0);
  }
  u8(count: number): Uint8Array {
    this.add(count);
    return new Uint8Array(0);
  }
}

/** Arena bytes for `takeJob`. */
export function jobBytes(size: JobSize): number {
  const count = new Count();
  takeJob(count, size);
  return count.bytes + 64;
}
