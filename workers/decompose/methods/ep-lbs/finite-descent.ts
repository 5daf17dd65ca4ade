/**
 * Algorithm 4.3 of Hopkins 2017, with its mistakes corrected: plain gradient descent over mapped weights, mapped Euler
 * angles (z-x-z) and translations. Mapped numbers are clamped to 0..1, and slopes are forward differences. The step
 * halves until the error does not rise, and grows by 1.75 after more than five successes in a row. In the printed
 * algorithm the updates cannot be reached, x_temp may be undefined, and gradients of mapped values are subtracted from
 * unmapped ones. The thesis does not give the first step, the smallest step, the difference, and the relative change of
 * the error at the end; they are chosen here.
 *
 * Differences are local: a free weight moves one vertex, an angle or a translation one frame. This code uses plain
 * arrays and suits small problems; the joint descent with analytic gradients handles the others.
 */
import { multiply3 } from "../../../math/matrix3";
import { SinewError } from "../../../model/errors";
import type { Task } from "../../../model/task";
import type { Problem } from "../../problem/problem";
import { eulerMatrix } from "./euler";
import { mapWeights, unmapAngle, unmapWeights } from "./mapping";

const DIFFERENCE = 1e-6;
const FIRST_STEP = 1;
const LEAST_STEP = 1e-14;
const GROWTH = 1.75;
const SUCCESSES = 5;
const TOLERANCE = 1e-7;
/** V·F·h·(h + 60) above which 25 steps take minutes. */
const MOST_WORK = 5e8;

/** @throws SinewError if finite differences would take minutes. */
export function checkFiniteWork(V: number, F: number, h: number): void {
  if (V * F * h * (h + 60) <= MOST_WORK) return;
  throw new SinewError({
    title: "Finite differences would take minutes",
    body: `${V} vertices, ${F} frames and ${h} bones are too many for them. Choose analytic slopes, or use fewer bones or frames.`,
  });
}

/**
 * All unknowns: V·h free weights (the last of each vertex 0), and 3Fh mapped angles and translations at (k·h + j)·3.
 */
export interface Unknowns {
  u: Float64Array;
  e: Float64Array;
  s: Float64Array;
}

export class FiniteBlend {
  readonly unknowns: Unknowns;
  /** F·h·12. */
  readonly motion: Float64Array;
  /** V·h. */
  readonly weights: Float64Array;
  private readonly V: number;
  private readonly F: number;
  private readonly h: number;
  private readonly rest: Float64Array;
  private readonly targets: Float64Array;
  private readonly turns: Float64Array;
  /** y − v', V·3F. */
  private readonly residuals: Float64Array;
  private readonly task: Task;
  private last = performance.now();

  /**
   * @param motion F·h·12; its rotations become Q.
   * @param weights V·h, rows that sum to 1.
   */
  constructor(problem: Problem, h: number, motion: Float64Array, weights: Float64Array, task: Task) {
    const { vertexCount: V, frameCount: F, centre, scale, frames, rest } = problem;
    [this.V, this.F, this.h, this.task, this.rest] = [V, F, h, task, rest];
    if (!(frames instanceof Float32Array)) throw new Error("Finite differences need all frames in memory");
    this.targets = new Float64Array(V * 3 * F);
    for (let k = 0; k < F; k++) {
      for (let n = 0; n < 3 * V; n++) {
        this.targets[Math.floor(n / 3) * 3 * F + 3 * k + (n % 3)] =
          (frames[3 * V * k + n] - centre[n % 3]) * scale;
      }
    }
    this.motion = motion.slice();
    this.weights = weights.slice();
    this.residuals = new Float64Array(V * 3 * F);
    this.turns = new Float64Array(F * h * 9);
    const s = new Float64Array(3 * F * h);
    for (let n = 0; n < F * h; n++) {
      for (let a = 0; a < 3; a++) {
        for (let c = 0; c < 3; c++) this.turns[9 * n + 3 * a + c] = motion[12 * n + 4 * a + c];
        s[3 * n + a] = motion[12 * n + 4 * a + 3];
      }
    }
    const u = new Float64Array(V * h);
    for (let i = 0; i < V; i++) mapWeights(weights, i * h, h, h - 1, u, i * h);
    this.unknowns = { u, e: new Float64Array(3 * F * h).fill(0.5), s };
  }

  private async yieldToEventLoop(): Promise<void> {
    if (performance.now() - this.last < 30) return;
    await this.task.checkpoint();
    this.last = performance.now();
  }

  /** E of the given unknowns. Sets residuals, weights and motion to theirs. */
  async error({ u, e, s }: Unknowns): Promise<number> {
    const { V, F, h, motion, weights, rest, targets, residuals } = this;
    for (let n = 0; n < F * h; n++) this.boneOf(e, s, n, motion, 12 * n);
    let sum = 0;
    for (let i = 0; i < V; i++) {
      unmapWeights(u, i * h, h, h - 1, weights, i * h);
      residuals.set(targets.subarray(i * 3 * F, (i + 1) * 3 * F), i * 3 * F);
      for (let j = 0; j < h; j++) {
        const w = weights[i * h + j];
        if (w === 0) continue;
        for (let k = 0; k < F; k++) {
          for (let a = 0; a < 3; a++)
            residuals[i * 3 * F + 3 * k + a] -= w * rowOf(motion, k * h + j, a, rest, i);
        }
      }
      for (let n = i * 3 * F; n < (i + 1) * 3 * F; n++) sum += residuals[n] * residuals[n];
      await this.yieldToEventLoop();
    }
    return sum;
  }

  /** Writes [Q R(e) | s] of bone and frame number n. */
  private boneOf(e: Float64Array, s: Float64Array, n: number, out: Float64Array, to: number): void {
    const angles = Float64Array.of(unmapAngle(e[3 * n]), unmapAngle(e[3 * n + 1]), unmapAngle(e[3 * n + 2]));
    const [r, m] = [new Float64Array(9), new Float64Array(9)];
    eulerMatrix("zxz", angles, 0, r);
    multiply3(m, this.turns.subarray(9 * n, 9 * n + 9), r);
    for (let a = 0; a < 3; a++) {
      for (let c = 0; c < 3; c++) out[to + 4 * a + c] = m[3 * a + c];
      out[to + 4 * a + 3] = s[3 * n + a];
    }
  }

  /** Forward differences of E at the unknowns of the last call of `error`. */
  async slopes(at: Unknowns): Promise<Unknowns> {
    const out = {
      u: new Float64Array(at.u.length),
      e: new Float64Array(at.e.length),
      s: new Float64Array(at.s.length),
    };
    await this.weightSlopes(at, out.u);
    await this.motionSlopes(at, out);
    return out;
  }

  private async weightSlopes({ u }: Unknowns, out: Float64Array): Promise<void> {
    const { V, F, h, motion, rest, residuals, weights } = this;
    const placed = new Float64Array(h * 3 * F);
    const moved = new Float64Array(h);
    const free = new Float64Array(h);
    for (let i = 0; i < V; i++) {
      for (let j = 0; j < h; j++) {
        for (let k = 0; k < F; k++)
          for (let a = 0; a < 3; a++) placed[j * 3 * F + 3 * k + a] = rowOf(motion, k * h + j, a, rest, i);
      }
      for (let j = 0; j < h - 1; j++) {
        free.set(u.subarray(i * h, (i + 1) * h));
        free[j] += DIFFERENCE;
        unmapWeights(free, 0, h, h - 1, moved, 0);
        let change = 0;
        for (let n = 0; n < 3 * F; n++) {
          let shift = 0;
          for (let b = j; b < h; b++) shift += (moved[b] - weights[i * h + b]) * placed[b * 3 * F + n];
          change += shift * (shift - 2 * residuals[i * 3 * F + n]);
        }
        out[i * h + j] = change / DIFFERENCE;
      }
      await this.yieldToEventLoop();
    }
  }

  private async motionSlopes({ e, s }: Unknowns, out: Unknowns): Promise<void> {
    const { V, F, h, motion, rest, residuals, weights } = this;
    const bone = new Float64Array(12);
    for (let n = 0; n < F * h; n++) {
      const [k, j] = [Math.floor(n / h), n % h];
      for (let q = 0; q < 6; q++) {
        const array = q < 3 ? e : s;
        const kept = array[3 * n + (q % 3)];
        array[3 * n + (q % 3)] = kept + DIFFERENCE;
        this.boneOf(e, s, n, bone, 0);
        array[3 * n + (q % 3)] = kept;
        for (let c = 0; c < 12; c++) bone[c] -= motion[12 * n + c];
        let change = 0;
        for (let i = 0; i < V; i++) {
          const w = weights[i * h + j];
          if (w === 0) continue;
          for (let a = 0; a < 3; a++) {
            const shift = w * rowOf(bone, 0, a, rest, i);
            change += shift * (shift - 2 * residuals[i * 3 * F + 3 * k + a]);
          }
        }
        (q < 3 ? out.e : out.s)[3 * n + (q % 3)] = change / DIFFERENCE;
      }
      await this.yieldToEventLoop();
    }
  }
}

/** Row a of bone number n times (v_i, 1). */
function rowOf(motion: Float64Array, n: number, a: number, rest: Float64Array, i: number): number {
  const at = 12 * n + 4 * a;
  const v = 4 * i;
  return motion[at] * rest[v] + motion[at + 1] * rest[v + 1] + motion[at + 2] * rest[v + 2] + motion[at + 3];
}

/** from − step · slope, clamped where mapped. */
function stepped(from: Unknowns, slope: Unknowns, step: number): Unknowns {
  const inside = (x: number) => (x <= 0 ? 0 : x >= 1 ? 1 : x);
  return {
    u: from.u.map((x, n) => inside(x - step * slope.u[n])),
    e: from.e.map((x, n) => inside(x - step * slope.e[n])),
    s: from.s.map((x, n) => x - step * slope.s[n]),
  };
}

/**
 * Descends. `blend` ends at the best unknowns.
 * @param after receives each accepted step and returns whether to continue.
 * @returns the final E, at most the first one, and the number of steps.
 */
export async function descendByDifferences(
  blend: FiniteBlend,
  steps: number,
  after: (error: number) => boolean,
): Promise<{ error: number; steps: number }> {
  let x = blend.unknowns;
  let error = await blend.error(x);
  let gamma = FIRST_STEP;
  let successes = 0;
  let taken = 0;
  while (taken < steps) {
    const slope = await blend.slopes(x);
    let next = stepped(x, slope, gamma);
    let value = await blend.error(next);
    while (value > error && gamma >= LEAST_STEP) {
      gamma /= 2;
      successes = 0;
      next = stepped(x, slope, gamma);
      value = await blend.error(next);
    }
    if (value > error) break;
    const gain = error - value;
    [x, error] = [next, value];
    taken++;
    successes++;
    if (successes > SUCCESSES) gamma *= GROWTH;
    if (!after(error) || gain <= TOLERANCE * error) break;
  }
  error = await blend.error(x);
  blend.unknowns.u.set(x.u);
  blend.unknowns.e.set(x.e);
  blend.unknowns.s.set(x.s);
  return { error, steps: taken };
}
