import type { WebGPURenderer } from "three/webgpu";
import type { DeformerPass } from "./deformer-pass";

/** The number of passes to time together. A single one is too short for browsers' clocks. */
const RUNS = 20;

/** The parts of three's backends that timing uses and the typings lack. */
interface Backend {
  trackTimestamp: boolean;
  device?: GPUDevice;
  gl?: WebGL2RenderingContext;
  /** The WebGL extension that measures time. */
  disjoint?: unknown;
  timestampQueryPool: { render: { timestamps: Map<string, number> } | null };
}

/** Milliseconds of the passes by the GPU's own clock; null if it has none or it does not advance. */
async function byTimestamps(renderer: WebGPURenderer, run: () => void): Promise<number | null> {
  const backend = renderer.backend as unknown as Backend;
  if (!backend.device?.features.has("timestamp-query") && !backend.disjoint) return null;
  const before = backend.trackTimestamp;
  backend.trackTimestamp = true;
  try {
    // Discards earlier time stamps.
    await renderer.resolveTimestampsAsync("render");
    run();
    await renderer.resolveTimestampsAsync("render");
  } finally {
    backend.trackTimestamp = before;
  }
  let total = 0;
  for (const milliseconds of backend.timestampQueryPool.render?.timestamps.values() ?? []) {
    total += milliseconds;
  }
  return total > 0 ? total : null;
}

/** Waits until the GPU has done all its work. */
async function finish({ device, gl }: Backend): Promise<void> {
  if (device) return device.queue.onSubmittedWorkDone();
  const fence = gl?.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
  if (!gl || !fence) return;
  gl.flush();
  while (gl.clientWaitSync(fence, 0, 0) === gl.TIMEOUT_EXPIRED) {
    // Browsers signal a fence only between tasks.
    await new Promise((resolve) => setTimeout(resolve));
  }
  gl.deleteSync(fence);
}

/**
 * The milliseconds that a deformer takes for a pose on the GPU, measured by the GPU's own clock, or else from the start
 * to the end of a batch of passes. Null before the pass has data and bones.
 */
export async function timePass(renderer: WebGPURenderer, pass: DeformerPass): Promise<number | null> {
  if (!pass.ready) return null;
  const backend = renderer.backend as unknown as Backend;
  // The first run compiles.
  pass.run(renderer);
  await finish(backend);
  const run = () => {
    for (let n = 0; n < RUNS; n++) pass.run(renderer);
  };
  const own = await byTimestamps(renderer, run);
  if (own !== null) return own / RUNS;
  const begin = performance.now();
  run();
  await finish(backend);
  return (performance.now() - begin) / RUNS;
}
