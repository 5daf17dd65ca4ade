import type { ParameterField } from "./field";

/** The method's own parameters. */
export interface SmaParameters {
  /**
   * RMS angle in degrees within which triangles attract each other. 0 searches for the angle that gives the requested
   * number of bones.
   */
  bandwidth: number;
  /** How near its mode a triangle must be to decide the bone's motion, as a share of the bandwidth. */
  core: number;
  /** The least share of the triangles that becomes a bone. */
  least: number;
  weights: "nnls" | "tsvd";
  /** Singular values below this share of the largest are dropped. */
  threshold: number;
  /** μ, how strongly affine bones are kept near rotations. 0 is off. */
  orthogonality: number;
}

export const SMA_FIELDS: readonly ParameterField[] = [
  {
    name: "bandwidth",
    label: "Bandwidth",
    help: "Triangles whose rotations differ by less, on average over the poses, share a bone. A larger angle gives fewer bones.",
    needs: "own start",
    kind: "number",
    default: 0,
    soft: [0, 60],
    hard: [0, 120],
    step: 0.1,
    unit: "°",
    zero: "auto",
  },
  {
    name: "core",
    label: "Core",
    help: "Only triangles this near to the middle of their cluster decide its motion, as a share of the bandwidth. Less leaves out more of the soft parts.",
    needs: "own start",
    kind: "number",
    default: 0.7,
    soft: [0.1, 1],
    hard: [0.01, 1],
    step: 0.05,
  },
  {
    name: "least",
    label: "Smallest cluster",
    help: "Clusters with a smaller share of the triangles get no bone. Raise it if small loose parts get bones.",
    needs: "own start",
    kind: "number",
    default: 0.003,
    soft: [0.0005, 0.05],
    hard: [0, 0.5],
    step: 0.0005,
    scale: "log",
  },
  {
    name: "weights",
    label: "Weights",
    help: "Least squares with weights of 0 or more, or a truncated singular value decomposition, whose negative weights are set to 0.",
    kind: "choice",
    default: "nnls",
    options: [
      { value: "nnls", label: "Non-negative" },
      { value: "tsvd", label: "Truncated SVD" },
    ],
  },
  {
    name: "threshold",
    label: "SVD threshold",
    help: "Singular values below this share of the largest are left out. A larger share gives calmer weights and a worse fit.",
    needs: { parameter: "weights", is: "tsvd" },
    kind: "number",
    default: 0.01,
    soft: [0.0001, 0.3],
    hard: [0, 1],
    step: 0.0001,
    scale: "log",
  },
  {
    name: "orthogonality",
    label: "Keep near rotations",
    help: "How strongly affine bones are kept from stretching and shearing. At 1, a bone that doubles in size costs as much as an error of that size at its vertices.",
    needs: "affine bones",
    kind: "number",
    default: 0,
    soft: [0, 10],
    hard: [0, 1e6],
    step: 0.1,
    zero: "off",
  },
];
