/** How weights are found for a mesh and a skeleton that do not move. */
export const WEIGHT_METHODS = ["arap", "heat", "biharmonic", "voxel", "nearest"] as const;
export type WeightMethod = (typeof WEIGHT_METHODS)[number];

/** Everything that the artist can ask of weights; what only one method has is ignored by the others. */
export interface WeightSettings {
  method: WeightMethod;
  /** Random poses in which weights are to keep the mesh rigid, 1 to 400; those that the artist adds come on top. */
  exemplars: number;
  seed: number;
  /** The most iterations, 0 to 1000; it ends before where the energy no longer falls. */
  iterations: number;
  /** It has converged where an iteration changes less than this part of the energy, three times in a row. */
  tolerance: number;
  /** μ: how strongly weights are drawn to the heat weights, 0 to 1, so that no bone fades. */
  proximal: number;
  /** Share of its neighbours' mean that a vertex takes over after each iteration, 0 to 1. */
  filter: number;
  /** Vertices that share a rotation: clusters, and ways to cluster. */
  clusters: number;
  clusterings: number;
  /** `iterative`: preconditioned conjugate gradients; `exact`: a factor with up- and downdates of rank one. */
  solver: "iterative" | "exact";
  negative: "clamp" | "constrain" | "keep";
  /** Hold what a bone clearly owns at 1, and the border of its support at 0. */
  attach: boolean;
  neumann: boolean;
  /** Rotations that stretch as their bones do, instead of rigid ones. */
  asRigidAsDesired: boolean;
  /** δ of the harmonic term, 0 (off) to 1. */
  harmonic: number;
  /** Supports: bones a vertex keeps at least (M), the sum that they keep (t), the part of the largest kept (α). */
  leastBones: number;
  keptSum: number;
  keptPart: number;
  /** Influences of a vertex in the rig that comes out, 1 to 16; 0 is all. */
  influences: number;
  /** Rigid bones that stand for a spine in the rig that comes out, 2 to 16. */
  spineBones: number;
}

export const WEIGHT_DEFAULTS: Readonly<WeightSettings> = {
  method: "arap",
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
  asRigidAsDesired: false,
  harmonic: 0,
  leastBones: 1,
  keptSum: 0.95,
  keptPart: 0.05,
  influences: 0,
  spineBones: 5,
};
