import type { ParameterField } from "./field";

/** The method's own parameters. */
export interface FsdParameters {
  /** The most rounds of weights, bones and rest pose over all vertices. */
  iterations: number;
  /**
   * Error, in percent of the diagonal, within which vertices may be combinations of representatives. 0 uses all
   * vertices.
   */
  reduction: number;
  /** What predicts the vertices that a region grows by. */
  growth: "fits" | "gradients";
}

export const FSD_FIELDS: readonly ParameterField[] = [
  {
    name: "iterations",
    label: "Rounds",
    help: "Rounds of weights, bones and rest pose. Each lowers the error, and the first ones lower it most.",
    kind: "number",
    default: 30,
    soft: [1, 200],
    hard: [1, 10000],
    step: 1,
  },
  {
    name: "reduction",
    label: "Reduction",
    help: "Until bones are found, leaves out vertices that are combinations of others within this error. For meshes so large that rounds take long.",
    kind: "number",
    default: 0,
    soft: [0, 2],
    hard: [0, 100],
    step: 0.05,
    unit: "%",
    zero: "off",
  },
  {
    name: "growth",
    label: "Regions grow by",
    help: "Rigid motions that are fitted to the regions again, six times; or the deformation gradients of the first triangles, once, as published.",
    needs: "own start",
    kind: "choice",
    default: "fits",
    options: [
      { value: "fits", label: "Rigid fits" },
      { value: "gradients", label: "Gradients" },
    ],
  },
];
