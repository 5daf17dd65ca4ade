import { DEFORMER_KINDS, type DeformerKind } from "../../../../workers/model/deform";
import type { BakeFrames, BakeMethod } from "../../../../workers/model/reports/deform-report";
import type { Pose } from "../../../../workers/model/rig/pose";

/** The deformer to bake, the method, and the frames to use. */
export interface BakeOptions {
  kind: DeformerKind;
  influences: number;
  method: BakeMethod | "best";
  over: "clips" | "poses";
  clips: number[];
}

/** The deformers to bake. Linear blending needs no bake, because it uses the rig's weights directly. */
export const BAKED_KINDS = DEFORMER_KINDS.filter((kind) => kind !== "lbs" && kind !== "two-layer");

/** Why there is nothing to bake over; null if there is. */
export function nothingToBake({ over, clips }: BakeOptions, poses: readonly Pose[]): string | null {
  if (over === "clips") return clips.length === 0 ? "Choose at least one clip." : null;
  return poses.length === 0 ? "There are no test poses. Keep some in the Deform workspace first." : null;
}

export const bakeFrames = ({ over, clips }: BakeOptions, poses: readonly Pose[]): BakeFrames =>
  over === "clips" ? { clips } : { poses: [...poses] };
