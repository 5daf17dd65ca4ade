/** Methods that find weights for a static mesh and a skeleton. */
export const WEIGHT_METHODS = ["arap", "heat", "biharmonic", "voxel", "nearest"] as const;
export type WeightMethod = (typeof WEIGHT_METHODS)[number];

/** Methods whose weights the optimisation can start from. */
export const WEIGHT_STARTS = ["heat", "voxel", "biharmonic"] as const satisfies readonly WeightMethod[];
export type WeightStart = (typeof WEIGHT_STARTS)[number];

/** All settings for weights. Methods ignore settings that belong to others. */
export interface WeightSettings {
  method: WeightMethod;
  /** The first weights of `arap`. They decide supports and attachments, and the pull (μ) is towards them. */
  startFrom: WeightStart;
  /** Random poses in which weights should keep the mesh rigid, 1 to 400; the artist's own are added. */
  exemplars: number;
  seed: number;
  /** The most iterations, 0 to 1000. The method ends earlier if the energy no longer falls. */
  iterations: number;
  /** The method has converged if three iterations in a row change the energy by less than this share. */
  tolerance: number;
  /** μ: how strongly weights are pulled towards the first weights, 0 to 1, so that no bone fades. */
  proximal: number;
  /** How far each weight moves towards the mean of its neighbours, 0 to 1. */
  filter: number;
  /** Numbers of clusters that share a rotation, and of clusterings. */
  clusters: number;
  clusterings: number;
  /** `iterative`: preconditioned conjugate gradients; `exact`: a factor with up- and downdates of rank one. */
  solver: "iterative" | "exact";
  negative: "clamp" | "constrain" | "keep";
  /** Hold the vertices that a bone clearly owns at 1, and the border of its support at 0. */
  attach: boolean;
  neumann: boolean;
  /** A vertex is attached to a bone if its first weight is at least this, 0 to 1. */
  attachFrom: number;
  /** A weight at the border of a bone's support is held at 0 if its first weight is at most this, 0 to 1. */
  bordersUpTo: number;
  /** Rotations that stretch like their bones, instead of rigid ones. */
  asRigidAsDesired: boolean;
  /** δ of the harmonic term, 0 (off) to 1. */
  harmonic: number;
  /**
   * Limits of supports: the fewest bones of a vertex (M), the least sum of their weights (t), and the least share of
   * the largest weight (α).
   */
  leastBones: number;
  keptSum: number;
  keptPart: number;
  /** Voxels along the longest side of the bounding box, 8 to 256. */
  voxelResolution: number;
  /** α: how hard voxel weights are, from 0 (d⁻², soft) to 1 (d⁻⁴). */
  voxelFalloff: number;
  /** The most bones of a vertex in voxel weights, 1 to 16. */
  voxelBones: number;
  /** Biharmonic weights have converged if a step changes them by less than this, 0 to 1. */
  biharmonicTolerance: number;
  /** The most steps of biharmonic weights, 1 to 10 000. */
  biharmonicSteps: number;
  /** Influences of a vertex in the resulting rig, 1 to 16; 0 is all. */
  influences: number;
  /** Rigid bones that represent a spine in the resulting rig, 2 to 16. */
  spineBones: number;
}

/** The allowed words of settings that are words. */
export const WEIGHT_WORDS = {
  startFrom: WEIGHT_STARTS,
  solver: ["iterative", "exact"],
  negative: ["clamp", "constrain", "keep"],
} as const satisfies { [K in keyof WeightSettings]?: readonly WeightSettings[K][] };

export const WEIGHT_DEFAULTS: Readonly<WeightSettings> = {
  method: "arap",
  startFrom: "heat",
  exemplars: 80,
  seed: 1,
  iterations: 40,
  tolerance: 1e-3,
  proximal: 1e-3,
  filter: 0.25,
  clusters: 1000,
  clusterings: 10,
  solver: "iterative",
  negative: "clamp",
  attach: true,
  neumann: true,
  attachFrom: 0.9,
  bordersUpTo: 0.02,
  asRigidAsDesired: false,
  harmonic: 0,
  leastBones: 1,
  keptSum: 0.95,
  keptPart: 0.05,
  voxelResolution: 96,
  voxelFalloff: 0.5,
  voxelBones: 4,
  biharmonicTolerance: 5e-3,
  biharmonicSteps: 300,
  influences: 0,
  spineBones: 5,
};

/**
 * The settings of Thiery & Eisemann 2018 that differ from the defaults. The page of ARAP weights says what each costs.
 */
const PUBLISHED = {
  solver: "exact",
  negative: "constrain",
  proximal: 0,
  attachFrom: 0.5,
  bordersUpTo: 1,
  asRigidAsDesired: true,
} as const satisfies Partial<WeightSettings>;

/** The change to ARAP as published, or back to Sinew's defaults. */
export const publishedWeights = (on: boolean): Partial<WeightSettings> => {
  const { solver, negative, proximal, attachFrom, bordersUpTo, asRigidAsDesired } = WEIGHT_DEFAULTS;
  return on ? PUBLISHED : { solver, negative, proximal, attachFrom, bordersUpTo, asRigidAsDesired };
};

export const weightsAreAsPublished = (settings: WeightSettings): boolean =>
  Object.entries(PUBLISHED).every(([name, value]) => settings[name as keyof WeightSettings] === value);
