import type { WebGPURenderer } from "three/webgpu";
import type { Surface } from "../../../workers/geometry/vertex-fans";
import { correctionWeights } from "../../../workers/model/rig/corrected-rest";
import type { Rig } from "../../../workers/model/rig/rig";
import { layersOf } from "../../../workers/model/rig/two-layer";
import { createPass } from "../deform/passes/create-pass";
import { timePass } from "../deform/passes/time-pass";

/**
 * Milliseconds of a rig's first pose on the GPU: in two passes if its weights have two layers, else by linear blending.
 * @param surface the mesh that the rig belongs to.
 */
export async function timeRig(renderer: WebGPURenderer, surface: Surface, rig: Rig): Promise<number | null> {
  const pass = createPass(layersOf(rig) ? "two-layer" : "lbs", surface);
  try {
    pass.setData({ rig, direct: null, slide: null, centres: null });
    pass.setBones(rig.motion.subarray(0, 12 * rig.bones.length), correctionWeights(rig, 0));
    return await timePass(renderer, pass);
  } finally {
    pass.dispose();
  }
}
