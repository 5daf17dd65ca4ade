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

/**
 * `?picture=coarse` draws half as many pixels along each side, with jagged edges. It takes a third of the time on a
 * software GPU.
 */
const isCoarse = (search: string) => new URLSearchParams(search).get("picture") === "coarse";

/** The least and the most pixels of the picture per CSS pixel, along one side. */
export const pixelRatios = (search: string): [least: number, most: number] =>
  isCoarse(search) ? [0.5, 0.5] : [1, 2];

/** Three lets go of what it drew ten frames ago; with fewer, memory of a file that was replaced would stay. */
const FRAMES_TO_REST = 12;

/**
 * Three asks the browser for every frame once it has drawn a first picture, which keeps compositor and processor awake.
 * Here it stops asking when nothing was drawn for a few frames; its next picture starts it again.
 */
function restWhenIdle(renderer: WebGPURenderer): void {
  const { _animation: frames } = renderer as unknown as { _animation: { stop(): void } };
  let drawn = -1;
  let idle = 0;
  renderer.setAnimationLoop(() => {
    const { calls } = renderer.info;
    idle = calls === drawn ? idle + 1 : 0;
    drawn = calls;
    if (idle > FRAMES_TO_REST) frames.stop();
  });
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
    antialias: !isCoarse(window.location.search),
    alpha: false,
    forceWebGL: fallbackForced(window.location.search),
  });
  // Shaders write final colours. Set this before the start, or the fallback's canvas has no antialiasing.
  renderer.outputColorSpace = LinearSRGBColorSpace;
  await renderer.init();
  restWhenIdle(renderer);
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
