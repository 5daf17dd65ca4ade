/**
 * Keeps bones from fading. If a small bone moves much like its neighbours, the mesh strains a little less when they
 * have its vertices, and a proximal term with one strength for all bones lets it fade. This class therefore gives each
 * bone a strength of its own. Between iterations it raises the strength of a bone that has lost too much of its heat
 * mass, and lowers it again if the bone has plenty. The strength that a bone needs depends on its size, so no single μ
 * fits all bones.
 */
import type { ArapMemory } from "./arap-memory";
import type { ArapPlan } from "./arap-plan";

/**
 * Shares of the heat mass. A bone with less than `SCARCE` is drawn more strongly, a bone with more than `AMPLE` less
 * strongly.
 */
const SCARCE = 0.53;
const AMPLE = 0.75;
/** The share that each bone has at the end, and the one that `restore` mixes to. */
const PROMISED = 0.5;
const MIXED = 0.505;
/** A bone that gains may take from another one, so the mixing is repeated. */
const MOST_MIXES = 20;
/** The largest and the smallest growth of a strength in an iteration, and the factor by which it shrinks. */
const GROWTH = 4;
const LEAST_GROWTH = 1.2;
const SHRINKING = 0.7;
/** The largest μ s: ten times as strong as the pull of the mesh itself on one vertex. */
const STRONGEST = 10;
/** If the artist holds more than this share of a bone's heat mass, the bone's weight is the artist's choice. */
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
   * Adapts strengths to the current weights. Vertices that the artist holds are left out, so weight that was removed on
   * purpose does not return around the brush.
   * @returns the bones whose strength changed, and whether any strength grew.
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

  /**
   * Mixes the weights of faded bones with their heat weights, so that each has half of its heat mass. Strengths need
   * iterations for that, and where they do not suffice, this is the end. Rows that the artist holds stay.
   * @returns whether any weight changed.
   */
  restore(): boolean {
    const { plan, memory, heat } = this;
    const { proximal, keepBones } = plan.settings;
    const { offsets, bones } = plan.input.heat;
    let changed = false;
    for (let round = 0; keepBones && proximal > 0 && round < MOST_MIXES; round++) {
      const { free, all } = this.masses();
      const shares = Array.from({ length: plan.bones }, (_, j) => {
        const isFree = free.heat[j] > (1 - MOST_HELD) * all.heat[j];
        const part = Math.max(free.own[j] / free.heat[j], all.own[j] / all.heat[j]);
        return isFree && part < PROMISED ? (MIXED - part) / (1 - part) : 0;
      });
      if (shares.every((share) => share === 0)) break;
      changed = true;
      for (let i = 0; i < plan.vertexCount; i++) {
        if (memory.still[i]) continue;
        let share = 0;
        for (let e = offsets[i]; e < offsets[i + 1]; e++) share = Math.max(share, shares[bones[e]]);
        for (let e = offsets[i]; e < offsets[i + 1] && share > 0; e++)
          memory.weights[e] += share * (heat[e] - memory.weights[e]);
      }
    }
    return changed;
  }

  /** Σ Λ w of each bone, and of its heat weights: over vertices that the artist does not hold, and over all. */
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

/** The growth factor of a bone's strength, given the share of its heat mass that it has. */
const growth = (part: number): number =>
  Math.min(GROWTH, LEAST_GROWTH * (SCARCE / Math.max(part, 1e-3)) ** 2);
