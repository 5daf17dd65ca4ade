/** The settings of the optimisation of as-rigid-as-possible weights. */
export interface ArapSettings {
  /**
   * Number of clusters, 1 or more. The vertices of a cluster share a rotation. With at least as many clusters as
   * vertices, each vertex has its own. Default 1000.
   */
  clusters: number;
  /** Number of clusterings, 1 or more. Each exemplar uses one. Default 10. */
  clusterings: number;
  /** Seed of the clusterings. Default 1. */
  seed: number;
  /**
   * `iterative`: a few steps of conjugate gradients from the current weights. `exact`: a sparse factor that is kept up
   * to date.
   */
  solver: "iterative" | "exact";
  /** The most steps of conjugate gradients in an iteration. Default 10. */
  steps: number;
  /**
   * The steps end when the residual, in the norm of the preconditioner, is below this share of the first. Default
   * 1e-10.
   */
  tolerance: number;
  /**
   * μ: how strongly weights are drawn to the heat weights, relative to a vertex's own stiffness, 0..1. Default 1e-3.
   */
  proximal: number;
  /**
   * Draw fading bones to their heat weights more strongly, so each keeps half of its heat mass (`BoneStrengths`). Has
   * no effect with μ = 0. Default true.
   */
  keepBones: boolean;
  /** How far each weight moves towards the mean of its neighbours after each iteration, 0..1. Default 0.25. */
  filter: number;
  /**
   * What happens to negative weights. `clamp`: they become 0 after each iteration. `constrain`: local minima below
   * −1e-3 are held at 0 from the next iteration on, and results are clamped. `keep`: only results are clamped. Default
   * `clamp`.
   */
  negative: "clamp" | "constrain" | "keep";
  /** Hold vertices that a bone clearly owns at 1, and weights at the border of a bone's support at 0. Default true. */
  attach: boolean;
  neumann: boolean;
  /**
   * A vertex is attached to a bone if its heat weight is at least this, 0..1. Default 0.9, so that holding it at 1
   * changes little. Thiery & Eisemann attach from ½ and hold all borders, which pulls weights far from where the energy
   * wants them. On a thin chain, where a support is a few rings wide, the energy then rises from the first iteration
   * and stays above its start.
   */
  attachFrom: number;
  /** A weight at the border of a bone's support is held at 0 if its heat weight is at most this, 0..1. Default 0.02. */
  bordersUpTo: number;
  /**
   * Use transformations that stretch like the bones, instead of rotations, where bones bend or stretch. They do not
   * minimise the energy, so it may rise. Default false.
   */
  asRigidAsDesired: boolean;
  /** δ: how strongly the Laplacians of all weights are pulled to 0, 0..1 (`LaplacianRows`). Default 0. */
  harmonic: number;
  /**
   * Number of vertices in a part of the coarse level; 0 for no coarse level. It lets conjugate gradients reach far.
   * Default 64.
   */
  partSize: number;
  /** The cost of a constraint, in squared diagonals of the bounding box times Λ_i and the exemplars. Default 100. */
  stiffness: number;
}

export const ARAP_DEFAULTS: ArapSettings = {
  clusters: 1000,
  clusterings: 10,
  seed: 1,
  solver: "iterative",
  steps: 10,
  tolerance: 1e-10,
  proximal: 1e-3,
  keepBones: true,
  filter: 0.25,
  negative: "clamp",
  attach: true,
  neumann: true,
  attachFrom: 0.9,
  bordersUpTo: 0.02,
  asRigidAsDesired: false,
  harmonic: 0,
  partSize: 64,
  stiffness: 100,
};
