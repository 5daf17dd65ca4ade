import { LinearSRGBColorSpace, WebGPURenderer } from "three/webgpu";
import { isWebGL } from "./deform/data/vertex-target";

/** The backend that draws. */
export function backendOf(renderer: WebGPURenderer): "WebGPU" | "WebGL2" {
  return isWebGL(renderer) ? "WebGL2" : "WebGPU";
}

/** `?gpu=webgl2` in the page's address forces the fallback. */
export function fallbackForced(search: string): boolean {
  return new URLSearchParams(search).get("gpu") === "webgl2";
}

type RendererOptions = ConstructorParameters<typeof WebGPURenderer>[0];

/**
 * Creates a renderer that is ready to draw. `onLost` is called once if the GPU device is lost, but not when the
 * renderer is disposed of.
 * @throws if the browser has neither WebGPU nor WebGL2.
 */
export async function createRenderer(
  options: RendererOptions,
  canvas: HTMLCanvasElement,
  onLost: () => void,
): Promise<WebGPURenderer> {
  const renderer = new WebGPURenderer({
    ...options,
    canvas,
    antialias: true,
    alpha: false,
    forceWebGL: fallbackForced(window.location.search),
  });
  // Shaders write final colours. Set this before the start, or the fallback's canvas has no antialiasing.
  renderer.outputColorSpace = LinearSRGBColorSpace;
  await renderer.init();
  let ours = false;
  const dispose = renderer.dispose.bind(renderer);
  renderer.dispose = () => {
    ours = true;
    return dispose();
  };
  const lost = () => {
    if (ours) return;
    ours = true;
    onLost();
  };
  const { device } = renderer.backend as { device?: { lost: Promise<unknown> } };
  device?.lost.then(lost);
  canvas.addEventListener("webglcontextlost", lost);
  return renderer;
}
