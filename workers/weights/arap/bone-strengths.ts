/**
 * Keeps bones from fading. Where a small bone moves much like its neighbours, the mesh strains a little less if they have
 * its vertices, and the proximal term of one strength for all lets go of it. A bone that has lost too much of its heat mass
 * is drawn to its heat weights more strongly, step by step between iterations, and less again once that is more than it
 * needs: which of both weighs more depends on the bones' sizes, which no single μ fits.
 */
import type { ArapMemory } from "./arap-memory";
import type { ArapPlan } from "./arap-plan";

/** In parts of the heat mass: a bone with less is drawn more strongly, one with more than `AMPLE` less again. */
const SCARCE = 0.53;
const AMPLE = 0.75;
/** By how much a strength grows in an iteration, at most and at least, and the part to which it shrinks. */
const GROWTH = 4;
const LEAST_GROWTH = 1.2;
const SHRINKING = 0.7;
/** μ s is this at most: as strong as the mesh itself would draw on one vertex alone, ten times over. */
const STRONGEST = 10;
/** Where the artist holds more than this part of a bone's heat mass, what the bone has is the artist's. */
const MOST_HELD = 0.5;

export class BoneStrengths {
  /** s, B, each 1 or more. */
  readonly values: Float64Array;
  private readonly plan: ArapPlan;
  private readonly memory: ArapMemory;
  private readonly heat: Float64Array;

  /** @param heat in f64, one for each entry of the supports. */
  constructor(plan: ArapPlan, memory: ArapMemory, heat: Float64Array) {
    this.plan = plan;
    this.memory = memory;
    this.heat = heat;
    this.values = new Float64Array(plan.bones).fill(1);
  }

  /**
   * Makes strengths fit to the weights at hand. Vertices that the artist holds do not count: what was taken from a bone on
   * purpose does not come back around the brush.
   * @returns the bones whose strength changed, and whether that of any grew.
   */
  adapt(): { changed: Set<number>; growing: boolean } {
    const { plan, values } = this;
    const { proximal, keepBones } = plan.settings;
    const changed = new Set<number>();
    let growing = false;
    if (!keepBones || !(proximal > 0)) return { changed, growing };
    const most = Math.max(1, STRONGEST / proximal);
    const { free, all } = this.masses();
    for (let j = 0; j < plan.bones; j++) {
      if (!(free.heat[j] > (1 - MOST_HELD) * all.heat[j])) continue;
      const part = Math.max(free.own[j] / free.heat[j], all.own[j] / all.heat[j]);
      const before = values[j];
      if (part < SCARCE) values[j] = Math.min(most, before * growth(part));
      else if (part > AMPLE) values[j] = Math.max(1, SHRINKING * before);
      if (values[j] !== before) changed.add(j);
      growing ||= values[j] > before;
    }
    return { changed, growing };
  }

  /** Σ Λ w of each bone, and of its heat weights: where the artist holds nothing, and everywhere. */
  private masses() {
    const { plan, memory, heat } = this;
    const { offsets, bones } = plan.input.heat;
    const sums = () => ({ own: new Float64Array(plan.bones), heat: new Float64Array(plan.bones) });
    const [free, all] = [sums(), sums()];
    for (let i = 0; i < plan.vertexCount; i++) {
      const mass = plan.ring.masses[i];
      for (const to of memory.still[i] ? [all] : [free, all]) {
        for (let e = offsets[i]; e < offsets[i + 1]; e++) {
          to.own[bones[e]] += mass * memory.weights[e];
          to.heat[bones[e]] += mass * heat[e];
        }
      }
    }
    return { free, all };
  }
}

/** By how much more strongly a bone is drawn that has this part of its heat mass. */
const growth = (part: number): number =>
  Math.min(GROWTH, LEAST_GROWTH * (SCARCE / Math.max(part, 1e-3)) ** 2);
