/** An orthonormal basis of trajectories: 3F rows of `stride` numbers. Only the first `rank` of each row are used. */
export interface Basis {
  basis: Float64Array;
  stride: number;
  rank: number;
}

/** The most frames whose products are kept. They take 72 F² bytes: 35 MB. */
const MOST_KEPT = 700;

/**
 * The products of the basis rows of two frames, B_f B_gᵀ, 3x3. They are computed on demand, and kept for as long as
 * the basis.
 */
export class FrameProducts {
  private static readonly all = new WeakMap<Float64Array, FrameProducts>();
  private readonly of: Basis;
  private readonly frames: number;
  /** F x F blocks of 9 numbers, of which those of f >= g are used, or one block if there are too many frames. */
  private readonly blocks: Float64Array;
  private readonly isKnown: Uint8Array;

  private constructor(of: Basis) {
    this.of = of;
    this.frames = Math.floor(of.basis.length / (3 * of.stride));
    const kept = this.frames > MOST_KEPT ? 0 : this.frames ** 2;
    this.blocks = new Float64Array(9 * Math.max(1, kept));
    this.isKnown = new Uint8Array(kept);
  }

  /** The products of a basis, which does not change meanwhile. */
  static of(basis: Basis): FrameProducts {
    const known = FrameProducts.all.get(basis.basis);
    if (known) return known;
    const made = new FrameProducts(basis);
    FrameProducts.all.set(basis.basis, made);
    return made;
  }

  /** The numbers that hold a block, until the next call. */
  get table(): Float64Array {
    return this.blocks;
  }

  /** Where the block of two frames begins in `table`, row-major, f >= g. */
  block(f: number, g: number): number {
    if (this.isKnown.length === 0) {
      this.compute(f, g, 0);
      return 0;
    }
    const n = f * this.frames + g;
    if (!this.isKnown[n]) {
      this.compute(f, g, 9 * n);
      this.isKnown[n] = 1;
    }
    return 9 * n;
  }

  private compute(f: number, g: number, to: number): void {
    const { basis, stride, rank } = this.of;
    for (let r = 0; r < 3; r++) {
      const row = (3 * f + r) * stride;
      const first = 3 * g * stride;
      let x = 0;
      let y = 0;
      let z = 0;
      for (let q = 0; q < rank; q++) {
        const value = basis[row + q];
        x += value * basis[first + q];
        y += value * basis[first + stride + q];
        z += value * basis[first + 2 * stride + q];
      }
      this.blocks[to + 3 * r] = x;
      this.blocks[to + 3 * r + 1] = y;
      this.blocks[to + 3 * r + 2] = z;
    }
  }
}
