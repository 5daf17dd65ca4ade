import type { WebGPURenderer } from "three/webgpu";
import { expect, it } from "vitest";
import type { Rig } from "../../../workers/model/rig/rig";
import { bendingBar } from "../../../workers/testing/sequences";
import { GpuWeights } from "../deform/data/gpu-weights";
import { Deformers } from "./deformers";
import type { ShownPose } from "./poses/shown-pose";

/** A renderer that counts what it draws. */
function countingRenderer() {
  const counts = { drawn: 0 };
  const renderer = {
    getRenderTarget: () => null,
    setRenderTarget: () => {},
    copyTextureToTexture: () => {},
    render: () => counts.drawn++,
  };
  return { counts, renderer: renderer as unknown as WebGPURenderer };
}

const at = (rig: Rig, matrices: Float32Array): ShownPose => ({
  ...{ rig, matrices, weights: null, corrected: false, pose: null, frame: 0 },
});

function barAtRest() {
  const { rig, sequence } = bendingBar();
  const { counts, renderer } = countingRenderer();
  const deformers = new Deformers({ vertexCount: sequence.vertexCount, triangles: sequence.triangles });
  deformers.able("lbs", { rig, direct: null, slide: null, centres: null });
  const bones = rig.bones.length;
  const rest = new Float32Array(12 * bones);
  for (let n = 0; n < rest.length; n++) rest[n] = (n % 12) % 5 === 0 ? 1 : 0;
  const live = new GpuWeights(rig.weights);
  const pose = (matrices: Float32Array, atRest: boolean) =>
    deformers.pose("lbs", { shown: at(rig, matrices), live, atRest }, renderer);
  const paint = () => live.write(0, 1, [0], [1]);
  return { counts, rest, bent: rig.motion.slice(-12 * bones), pose, paint };
}

it("poses a mesh at rest once, whatever its weights", () => {
  const { counts, rest, pose, paint } = barAtRest();
  expect(pose(rest, true)).toBe(true);
  paint();
  expect(pose(rest, true)).toBe(false);
  expect(counts.drawn).toBe(1);
});

it("poses a bent mesh again for new weights, and with those that were painted at rest", () => {
  const { counts, rest, bent, pose, paint } = barAtRest();
  pose(rest, true);
  paint();
  pose(rest, true);
  expect(pose(bent, false)).toBe(true);
  expect(pose(bent, false)).toBe(false);
  paint();
  expect(pose(bent, false)).toBe(true);
  expect(pose(rest, true)).toBe(true);
  expect(counts.drawn).toBe(4);
});
