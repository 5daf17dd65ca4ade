/** PlayCanvas without a screen: its own container loader, animation evaluator, skin matrices and morph weights. */
import {
  type AnimComponent,
  type AnimComponentLayer,
  AnimComponentSystem,
  type AnimTrack,
  AppBase,
  AppOptions,
  Asset,
  CameraComponentSystem,
  ContainerHandler,
  type Entity,
  type Mesh,
  type MeshInstance,
  type MorphInstance,
  NullGraphicsDevice,
  type RenderComponent,
  RenderComponentSystem,
  SEMANTIC_BLENDINDICES,
  SEMANTIC_BLENDWEIGHT,
  SEMANTIC_POSITION,
  TextureHandler,
  TYPE_INT16,
  TYPE_UINT8,
  TYPE_UINT16,
} from "playcanvas";
import type { EngineClient } from "./client";
import { PAGE_IMAGES, withGlobals } from "./page-images";

/** The integer that means 1 in normalised integers. */
const MOST: Record<number, number> = { [TYPE_UINT8]: 255, [TYPE_UINT16]: 65535, [TYPE_INT16]: 32767 };

/** The properties of a canvas that the engine reads before it draws. */
const CANVAS = {
  ...{ width: 1, height: 1, style: {} },
  getBoundingClientRect: () => ({ left: 0, top: 0, width: 1, height: 1 }),
  addEventListener() {},
  removeEventListener() {},
} as unknown as HTMLCanvasElement;

function startEngine(): AppBase {
  const app = new AppBase(CANVAS);
  const options = new AppOptions();
  options.graphicsDevice = new NullGraphicsDevice(CANVAS, {});
  options.componentSystems = [RenderComponentSystem, AnimComponentSystem, CameraComponentSystem];
  options.resourceHandlers = [ContainerHandler, TextureHandler];
  app.init(options);
  return app;
}

interface Container {
  instantiateRenderEntity(): Entity;
  animations: Asset[];
}

/** By default the engine rounds the offsets of morph targets to half floats, and frees the original ones. */
const OPTIONS = { morphPreferHighPrecision: true, morphPreserveData: true };

async function load(app: AppBase, bytes: Uint8Array): Promise<Container> {
  const contents = bytes.slice().buffer as ArrayBuffer;
  const file = { url: "file.glb", filename: "file.glb", contents } as unknown as { url: string };
  const asset = new Asset("file", "container", file, OPTIONS);
  app.assets.add(asset);
  await new Promise((resolve, reject) => {
    asset.ready(resolve);
    asset.on("error", reject);
    app.assets.load(asset);
  });
  return asset.resource as unknown as Container;
}

/** The numbers of a vertex attribute as the shader gets them: normalised integers are scaled. */
function streamOf(mesh: Mesh, semantic: string): number[] {
  const values: number[] = [];
  mesh.getVertexStream(semantic, values);
  const element = mesh.vertexBuffer.format.elements.find(({ name }) => name === semantic);
  const most = element?.normalize ? (MOST[element.dataType] ?? 1) : 1;
  return most === 1 ? values : values.map((x) => x / most);
}

/** Positions before skinning, with the morph targets that the engine blends. */
function morphed(mesh: Mesh, morphInstance: MorphInstance | null): number[] {
  const positions = streamOf(mesh, SEMANTIC_POSITION);
  mesh.morph?.targets.forEach((target, t) => {
    const deltas = (target as unknown as { deltaPositions: Float32Array }).deltaPositions;
    const weight = morphInstance?.getWeight(t) ?? 0;
    deltas.forEach((x, c) => {
      positions[c] += weight * x;
    });
  });
  return positions;
}

/** Positions in the world, as the engine's vertex shader computes them: model · Σ w · matrix · position. */
function positionsOf(instance: MeshInstance, moment: number): number[] {
  const { mesh, node, skinInstance } = instance;
  if (!mesh || !skinInstance) throw new Error(`${node.name} has no skin`);
  const indices = streamOf(mesh, SEMANTIC_BLENDINDICES);
  const weights = streamOf(mesh, SEMANTIC_BLENDWEIGHT);
  // The engine computes matrices once for each frame number.
  skinInstance.updateMatrices(node, moment);
  const palette = skinInstance.matrices.map(({ data }) => data);
  const world = node.getWorldTransform().data;
  const placed = (m: ArrayLike<number>, p: readonly number[]) =>
    [0, 1, 2].map((r) => m[r] * p[0] + m[4 + r] * p[1] + m[8 + r] * p[2] + m[12 + r]);
  const local = morphed(mesh, instance.morphInstance);
  const out: number[] = [];
  for (let v = 0; 3 * v < local.length; v++) {
    const sum = [0, 0, 0];
    for (let e = 4 * v; e < 4 * v + 4; e++) {
      const point = placed(palette[indices[e]], local.slice(3 * v, 3 * v + 3));
      for (let c = 0; c < 3; c++) sum[c] += weights[e] * point[c];
    }
    out.push(...placed(world, sum));
  }
  return out;
}

/** The layer of the engine's player that shows a clip, paused. */
function startClip(entity: Entity, animation: Asset): AnimComponentLayer {
  const player = entity.addComponent("anim", { activate: true }) as AnimComponent;
  player.assignAnimation("clip", animation.resource as unknown as AnimTrack, undefined, 1, false);
  const layer = player.baseLayer;
  if (!layer) throw new Error("The player has no layer");
  layer.pause();
  return layer;
}

export const playcanvas: EngineClient = {
  name: "PlayCanvas",
  influences: 4,
  unpacks: false,
  normalises: false,
  async play(bytes, clip, times) {
    const app = startEngine();
    const { Image } = PAGE_IMAGES;
    const container = await withGlobals({ Image }, () => load(app, bytes));
    const entity = container.instantiateRenderEntity();
    app.root.addChild(entity);
    const player = clip === null ? null : startClip(entity, container.animations[clip]);
    const renders = entity.findComponents("render") as RenderComponent[];
    const instances = renders.flatMap(({ meshInstances }) => meshInstances);
    const frames = times.map((seconds, moment) => {
      // A paused layer shows its time as soon as it is set.
      if (player) player.activeStateCurrentTime = seconds;
      return instances.flatMap((instance) => positionsOf(instance, moment));
    });
    app.destroy();
    return frames;
  },
};
