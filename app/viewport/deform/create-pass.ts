import type { DeformerKind } from "../../../workers/model/deform";
import type { DeformerPass } from "./deformer-pass";
import { LinearBlendPass } from "./linear-blend-pass";

/** The surface that deformers pose: how many solver vertices, and those of its triangles, 3T. */
export interface PassSurface {
  vertexCount: number;
  triangles: Uint32Array;
}

/** A deformer on the graphics processor: give it data and bones, then update it before anything samples its target. */
export function createPass(kind: DeformerKind, { vertexCount }: PassSurface): DeformerPass {
  if (kind !== "lbs") throw new Error(`No pass of ${kind}`);
  return new LinearBlendPass(vertexCount);
}
