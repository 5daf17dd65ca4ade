/**
 * The page of the deformers' tests and measurements: the passes of app/viewport/deform without the studio around them.
 */
import { type Texture, WebGPURenderer } from "three/webgpu";
import { createPass } from "../../../app/viewport/deform/passes/create-pass";
import type { DeformerPass, PassData } from "../../../app/viewport/deform/passes/deformer-pass";
import { StrainPass } from "../../../app/viewport/deform/passes/strain-pass";
import { timePass } from "../../../app/viewport/deform/passes/time-pass";
import type { DeformerKind } from "../../../workers/model/deform";
import { type Packed, pack, unpack } from "./packing";

let renderer: WebGPURenderer | null = null;
let data: PassData | null = null;
let surface = { vertexCount: 0, triangles: new Uint32Array() };
const passes = new Map<DeformerKind, DeformerPass>();
const strainPasses = new Map<DeformerKind, StrainPass>();

/** The pass of a kind, made on first use. */
function passOf(kind: DeformerKind): DeformerPass {
  if (!renderer || !data) throw new Error("Nothing is open");
  const pass = passes.get(kind) ?? createPass(kind, surface);
  passes.set(kind, pass);
  if (!pass.setData(data)) throw new Error(`${kind} takes no such data`);
  return pass;
}

let uploadedBytes = 0;

/** Adds up the size of textures at each upload. */
function countUploads({ backend }: WebGPURenderer): void {
  const textures = backend as unknown as { updateTexture(texture: Texture, options: unknown): void };
  const upload = textures.updateTexture.bind(backend);
  textures.updateTexture = (texture, options) => {
    const { data } = (texture.image ?? {}) as { data?: ArrayBufferView };
    uploadedBytes += data?.byteLength ?? 0;
    upload(texture, options);
  };
}

const page = {
  /** Starts drawing; returns the backend. */
  async start(webgl: boolean): Promise<string> {
    renderer = new WebGPURenderer({ forceWebGL: webgl });
    await renderer.init();
    countUploads(renderer);
    return (renderer.backend as { isWebGLBackend?: boolean }).isWebGLBackend ? "WebGL2" : "WebGPU";
  },
  /** Sets the mesh; disposes of all passes of the previous one. */
  setSurface(packed: Packed): void {
    for (const pass of [...passes.values(), ...strainPasses.values()]) pass.dispose();
    passes.clear();
    strainPasses.clear();
    surface = unpack(packed) as typeof surface;
  },
  setData(packed: Packed): void {
    data = unpack(packed) as PassData;
  },
  setSlide(packed: Packed): void {
    data = { ...(data as PassData), slide: unpack(packed) as Float32Array };
  },
  /** Bytes of textures uploaded so far. */
  uploaded: () => uploadedBytes,
  /** Positions and rotations of a pose, and its strain relative to the rest pose. */
  async pose(kind: DeformerKind, bones: Packed, weights: Packed = { json: "null" }): Promise<Packed> {
    const pass = passOf(kind);
    pass.setBones(unpack(bones) as Float32Array, unpack(weights) as Float32Array | null);
    const drawn = renderer as WebGPURenderer;
    if (!pass.update(drawn)) throw new Error(`${kind} did not deform`);
    const strain = strainPasses.get(kind) ?? new StrainPass(surface, pass.target);
    strainPasses.set(kind, strain);
    strain.setRest((data as PassData).rig.rest);
    strain.update(drawn);
    const [positions, rotations, strains] = await Promise.all([
      pass.target.readPositions(drawn),
      pass.target.read(drawn, 1, 4),
      strain.read(drawn),
    ]);
    return pack({ positions, rotations, strains });
  },
  /** Textures that the renderer holds. */
  textures(): number {
    return (renderer as WebGPURenderer).info.memory.textures;
  },
  /** Milliseconds of a pose. */
  async time(kind: DeformerKind, bones: Packed): Promise<number | null> {
    const pass = passOf(kind);
    pass.setBones(unpack(bones) as Float32Array);
    pass.update(renderer as WebGPURenderer);
    return timePass(renderer as WebGPURenderer, pass);
  },
};

declare global {
  interface Window {
    deformers: typeof page;
  }
}
window.deformers = page;
