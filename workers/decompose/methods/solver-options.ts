import type { BlendSolver, BlendSolverOptions } from "../phases/blend-solver";
import type { BlendState } from "../phases/blend-state";
import type { Nearest } from "../problem/nearest";
import type { Blend, MethodContext } from "./method";

type Starts = Pick<MethodContext, "starts">;

/** Solver options for a method with rigid bones. */
export const rigidOptions = ({ starts }: Starts, bones: number, limit: number): BlendSolverOptions => ({
  bones,
  limit,
  kind: "rigid",
  search: limit < bones ? "swap" : "all",
  rule: "joint",
  nearest: starts.nearest,
});

/** Solver options for a published method with affine bones. */
export const affineOptions = (nearest: Nearest, bones: number, limit: number): BlendSolverOptions => ({
  bones,
  limit,
  kind: "affine",
  search: limit < bones ? "swap" : "all",
  rule: "single",
  mayReflect: true,
  nearest,
});

/** Copies a state to a blend outside the arena. */
export function blendOf(solver: BlendSolver, state: BlendState): Blend {
  return {
    bones: solver.options.bones,
    kind: solver.options.kind,
    motion: solver.motionOf(state),
    ids: state.ids.slice(),
    values: state.values.slice(),
    error: state.error,
  };
}
