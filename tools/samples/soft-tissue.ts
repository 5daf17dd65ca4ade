/**
 * Flesh that lags behind the bones: a damped spring ties every vertex to its skinned position, and the vertex drags its
 * neighbours. Linear blend skinning has no bones for secondary motion of this kind.
 */

export interface SoftTissue {
  /** 0 follows the bones, 1 is the softest, V. */
  softness: Float32Array;
  rings: number[][];
  /** Natural frequency of the flesh, hertz. */
  frequency: number;
  /** Share of critical damping. */
  damping: number;
  /** Share of the neighbours' mean velocity that a vertex adopts in a step, 0..1. */
  drag: number;
  /** Largest distance of flesh from its place. */
  limit: number;
}

/** Displacements of all vertices over time; `step` advances by dt seconds to new skinned positions. */
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
