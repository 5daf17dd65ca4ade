import type { SparseWeights } from "../../../../workers/model/rig/sparse-weights";
import { TEXELS_PER_ROW } from "./texels";

/** Spare entries for a row that is moved. */
const SLACK = 3;

/** The changes since a consumer last asked. */
export interface Dirt {
  /** The lists grew, so everything must be uploaded again. */
  all: boolean;
  /** Texture rows of the entries and of the ranges, ascending. */
  entries: number[];
  ranges: number[];
  /** Texture rows of the vertices whose weights were written, ascending. */
  vertices: number[];
}

/**
 * Skinning weights in the layout of the GPU. You can replace the row of a vertex. A row that grows too long for its
 * place moves to the end of the lists. Remembers which rows of the texture have changed, so that only those are
 * uploaded.
 */
export class GpuWeights {
  /** Where each vertex's row begins and ends in the lists: two numbers for each of V vertices. */
  readonly ranges: Uint32Array;
  bones: Uint32Array;
  values: Float32Array;
  /** The number of entries in the lists, including unused ones that moved rows have left behind. */
  length: number;
  private readonly room: Uint32Array;
  private entryClock: Uint32Array;
  private readonly rangeClock: Uint32Array;
  private readonly vertexClock: Uint32Array;
  private clock = 1;
  private grownAt = 0;

  constructor({ offsets, bones, values }: SparseWeights) {
    const count = offsets.length - 1;
    this.ranges = new Uint32Array(2 * count);
    this.room = new Uint32Array(count);
    for (let i = 0; i < count; i++) {
      this.ranges[2 * i] = offsets[i];
      this.ranges[2 * i + 1] = offsets[i + 1];
      this.room[i] = offsets[i + 1] - offsets[i];
    }
    this.length = offsets[count];
    const capacity = roomFor(this.length);
    this.bones = new Uint32Array(capacity);
    this.values = new Float32Array(capacity);
    this.bones.set(bones.subarray(0, this.length));
    this.values.set(values.subarray(0, this.length));
    this.entryClock = new Uint32Array(capacity / TEXELS_PER_ROW);
    this.rangeClock = new Uint32Array(Math.ceil(count / TEXELS_PER_ROW));
    this.vertexClock = this.rangeClock.slice();
  }

  get vertexCount(): number {
    return this.room.length;
  }

  /** Replaces the row of vertex `i` by the first `count` of these entries, by ascending bone. */
  write(i: number, count: number, bones: ArrayLike<number>, values: ArrayLike<number>): void {
    if (count > this.room[i]) this.move(i, count);
    const first = this.ranges[2 * i];
    this.vertexClock[Math.floor(i / TEXELS_PER_ROW)] = this.clock;
    for (let n = 0; n < count; n++) {
      this.bones[first + n] = bones[n];
      this.values[first + n] = values[n];
    }
    if (this.ranges[2 * i + 1] !== first + count) {
      this.ranges[2 * i + 1] = first + count;
      this.rangeClock[Math.floor(i / TEXELS_PER_ROW)] = this.clock;
    }
    const last = Math.floor((first + Math.max(1, count) - 1) / TEXELS_PER_ROW);
    for (let row = Math.floor(first / TEXELS_PER_ROW); row <= last; row++) this.entryClock[row] = this.clock;
  }

  private move(i: number, count: number): void {
    const needed = this.length + count + SLACK;
    if (needed > this.values.length) this.grow(needed);
    this.ranges[2 * i] = this.length;
    this.room[i] = count + SLACK;
    this.length = needed;
  }

  private grow(needed: number): void {
    const capacity = roomFor(needed);
    const { bones, values } = this;
    this.bones = new Uint32Array(capacity);
    this.values = new Float32Array(capacity);
    this.bones.set(bones);
    this.values.set(values);
    this.entryClock = new Uint32Array(capacity / TEXELS_PER_ROW).fill(this.clock);
    this.grownAt = this.clock;
  }

  /** The changes after `time`, and the current time. */
  since(time: number): Dirt & { time: number } {
    const now = this.clock++;
    const after = (clock: Uint32Array) => {
      const rows: number[] = [];
      for (let row = 0; row < clock.length; row++) if (clock[row] > time) rows.push(row);
      return rows;
    };
    const all = time === 0 || this.grownAt > time;
    const [entries, ranges] = [after(this.entryClock), after(this.rangeClock)];
    return { all, entries, ranges, vertices: after(this.vertexClock), time: now };
  }
}

/** Whole texture rows, with room for rows that move. */
function roomFor(length: number): number {
  return TEXELS_PER_ROW * Math.ceil((1.25 * length + TEXELS_PER_ROW) / TEXELS_PER_ROW);
}
