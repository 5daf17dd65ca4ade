/**
 * Flesh that lags behind the bones: every vertex hangs on its skinned position by a damped spring, and drags on its
 * neighbours. Secondary motion of this kind is what linear blend skinning has no bones for.
 */

export interface SoftTissue {
  /** 0 stays with the bones, 1 is the softest, V. */
  softness: Float32Array;
  rings: number[][];
  /** Own frequency of the flesh, hertz. */
  frequency: number;
  /** Share of critical damping. */
  damping: number;
  /** Share of the neighbours' mean velocity that is taken over in a step, 0..1. */
  drag: number;
  /** The furthest that flesh leaves its place. */
  limit: number;
}

/** Displacements of all vertices through time; `step` moves on by dt seconds to new skinned positions. */
export class SoftTissueSimulation {
  private readonly tissue: SoftTissue;
  private readonly offset: Float64Array;
  private readonly velocity: Float64Array;
  private last: Float32Array;
  private lastButOne: Float32Array;

  constructor(tissue: SoftTissue, start: Float32Array) {
    this.tissue = tissue;
    this.offset = new Float64Array(start.length);
    this.velocity = new Float64Array(start.length);
    this.last = start.slice();
    this.lastButOne = start.slice();
  }

  step(skinned: Float32Array, dt: number): void {
    const { softness, rings, frequency, damping, drag } = this.tissue;
    const omega = 2 * Math.PI * frequency;
    const { offset, velocity } = this;
    for (let n = 0; n < offset.length; n++) {
      const inertia = -(skinned[n] - 2 * this.last[n] + this.lastButOne[n]) / dt;
      const spring = -omega * omega * offset[n] - 2 * damping * omega * velocity[n];
      velocity[n] += softness[Math.floor(n / 3)] * inertia + spring * dt;
    }
    const before = velocity.slice();
    rings.forEach((ring, i) => {
      const share = drag / ring.length;
      for (let c = 0; c < 3; c++) {
        let sum = 0;
        for (const r of ring) sum += before[3 * r + c];
        velocity[3 * i + c] += share * sum - drag * before[3 * i + c];
      }
    });
    for (let n = 0; n < offset.length; n++) offset[n] += velocity[n] * dt;
    [this.lastButOne, this.last] = [this.last, skinned.slice()];
  }

  /** Adds the displacements to skinned positions. */
  displace(positions: Float32Array): void {
    const { limit } = this.tissue;
    for (let i = 0; i < positions.length; i += 3) {
      const [x, y, z] = this.offset.subarray(i, i + 3);
      const size = Math.hypot(x, y, z);
      const shrink = size > 0 ? (limit * Math.tanh(size / limit)) / size : 0;
      positions[i] += x * shrink;
      positions[i + 1] += y * shrink;
      positions[i + 2] += z * shrink;
    }
  }
}
