/**
 * A finished rig (f32), and the stage of the sequence that it is compared with: some of the vertices in all frames. The
 * entries of vertex i are offsets[i] .. offsets[i + 1] of `bones` and `values`.
 */
@unmanaged
export class StagedRig {
  /** Positions of the sequence, f32: staged[(k·count + i)·3 + axis]. */
  staged!: usize;
  /** Vertices of the stage. */
  count!: i32;
  frames!: i32;
  /** Rest positions and offsets (u32) begin at the first vertex of the stage. */
  rest!: usize;
  offsets!: usize;
  /** u16. */
  bones!: usize;
  values!: usize;
  /** motion[(k·boneCount + j)·12], row-major 3x4 from rest to posed. */
  motion!: usize;
  boneCount!: i32;
}
