/** Methods that reduce a rig's weights to few influences. `docs/algorithms/reducing/reduction.md` describes them. */
export const REDUCE_METHODS = ["k-largest", "smooth", "geometric", "poisson", "auto", "arap"] as const;
export type ReduceMethod = (typeof REDUCE_METHODS)[number];

/** The most influences that a rig can be reduced to. */
export const MOST_REDUCED = 16;

/** Settings of a reduction. Methods ignore settings that belong to others. */
export interface ReduceSettings {
  method: ReduceMethod;
  /** k, the most influences of a vertex, 1 to 16. */
  influences: number;
  /** Sweeps over all vertices, or rounds of `arap`, 1 to 1000; null takes the method's own (`SWEEPS`). */
  sweeps: number | null;
  /** Geometric weights: the exact minimum over w ≥ 0, Σw = 1, or as published, scaled to the sum 1 afterwards. */
  geometric: "exact" | "published";
  /** The supports that Poisson weights are found on. */
  supports: "geometric" | "k-largest";
  /**
   * ℓ of auto: the weight of residual gradients, 0 to 10. A larger one keeps normals better and positions worse. Null:
   * auto searches for the least one whose normals are as good as those of the published methods.
   */
  smoothness: number | null;
  /**
   * τ of auto: the part of tangential gradients, which do not turn normals, 0 to 1. Null takes 0.15, and where that
   * misses the goal, auto also tries others.
   */
  tangential: number | null;
  /**
   * ε of arap: how strongly vertices are pulled towards the dense rig, 0 to 10, compared with the edges around each,
   * which weigh about 2. With 0 the energy is least if a single bone moves everything.
   */
  pull: number;
  /**
   * ρ of auto: the weight of poses of single bones among the examples, 0 to 1. Null takes 0.1 if there are fewer than
   * four examples for each bone, otherwise 0.
   */
  singleBones: number | null;
  /**
   * A vertex is exceptional above this share of the diagonal, 0 to 1, if its error is also over twice the dense one.
   */
  exceptionalShare: number;
  /** Seed for random poses. */
  seed: number;
}

/**
 * Sweeps of the methods that use them. Poisson has a fixed number, because its RMS error rises with each. Auto makes
 * fewer on large meshes.
 */
export const SWEEPS: Readonly<Record<"smooth" | "poisson" | "auto" | "arap", number>> = {
  smooth: 200,
  poisson: 30,
  auto: 80,
  arap: 18,
};
const [LARGE, SWEEPS_OF_LARGE] = [20_000, 24];

/** Whether auto makes fewer sweeps, most of them over some of the examples. */
export const isLarge = (vertices: number): boolean => vertices > LARGE;

export const sweepsOfAuto = (vertices: number): number => (isLarge(vertices) ? SWEEPS_OF_LARGE : SWEEPS.auto);

/** ℓ of auto on meshes that are too large for a search. */
export const USUAL_SMOOTHNESS = 0.2;

/** τ of auto, unless a search finds another. */
export const USUAL_TANGENTIAL = 0.15;

export const REDUCE_DEFAULTS: Readonly<ReduceSettings> = {
  method: "auto",
  influences: 4,
  sweeps: null,
  geometric: "exact",
  supports: "geometric",
  smoothness: null,
  tangential: null,
  pull: 0.02,
  singleBones: null,
  exceptionalShare: 0.0025,
  seed: 1,
};
