/** The scene of a file, in the same form as a glTF scene: nodes, meshes with skins and shapes, clips. */
import type { Task } from "../../../model/task";
import { otherSetNames } from "../../assemble/set-names";
import { identity, inverseOf, mapProduct } from "../../gltf/read/rig/maps";
import { brokenRowsNotes } from "../../gltf/read/scene/normalise-rows";
import type { GltfScene, SceneNode, Skin } from "../../gltf/read/scene/scene";
import { wireNote } from "../../refusals";
import { clipsOf } from "../animation/clips";
import { type ShapedNode, StackMover } from "../animation/mover";
import { readStacks } from "../animation/stack";
import { isByBlender } from "../appearance/materials";
import { unreadValues } from "../appearance/unread-values";
import { channelWeights } from "../deform/shapes";
import { setNamesOf } from "../mesh/mesh-values";
import { surfaceOf } from "../mesh/surface";
import { type GlobalSettings, globalSettings } from "../objects/global-settings";
import { lostObjects } from "../objects/lost-objects";
import type { FbxObject, FbxObjects } from "../objects/objects";
import type { FbxModel } from "./model";
import { isBone, modelsOf } from "./models";
import { type SceneMeshes, type ShapedMesh, sceneMeshes } from "./scene-meshes";
import { ModelWorld } from "./world";

/** The scene, with the meaning of its coordinates. */
export interface FbxScene {
  scene: GltfScene;
  settings: GlobalSettings;
  meshes: SceneMeshes;
  /** Sentences about parts of the scene that no exported file has. */
  lost: string[];
}

/** The nodes, with their places relative to their parents at rest. */
function nodesOf(
  models: readonly FbxModel[],
  world: Float64Array,
  meshes: readonly ShapedMesh[],
): SceneNode[] {
  const shaped = new Map(meshes.map(({ instance, shapes }) => [instance.node, shapes.targets.length]));
  return models.map(({ name, parent, limits }, n): SceneNode => {
    const own = world.slice(12 * n, 12 * n + 12);
    const above = parent < 0 ? null : inverseOf(world.subarray(12 * parent, 12 * parent + 12));
    const targets = shaped.get(n) ?? 0;
    return {
      ...{ name, parent, limits },
      ...{ translation: new Float64Array(3), rotation: Float64Array.of(0, 0, 0, 1) },
      scale: Float64Array.of(1, 1, 1),
      matrix: above ? mapProduct(above, 0, own, 0) : own,
      weights: targets > 0 ? new Float64Array(targets) : null,
    };
  });
}

/** The nodes with blend shapes, and how channels weight their targets. */
function shapedNodes(meshes: readonly ShapedMesh[]): ShapedNode[] {
  return meshes.flatMap(({ instance, shapes }) => {
    if (shapes.channels.length === 0) return [];
    const weightsOf: ShapedNode["weightsOf"] = (percents, out) => {
      for (const channel of shapes.channels) {
        const still = channel.object.properties.number("DeformPercent", 0);
        channelWeights(channel, percents.get(channel.object) ?? still, out);
      }
    };
    return [{ node: instance.node, weightsOf }];
  });
}

/** The nodes whose mesh each blend shape channel deforms. */
function nodesOfChannels(meshes: readonly ShapedMesh[]): Map<FbxObject, number[]> {
  const nodes = new Map<FbxObject, number[]>();
  for (const { instance, shapes } of meshes) {
    for (const { object } of shapes.channels) {
      const known = nodes.get(object);
      if (known) known.push(instance.node);
      else nodes.set(object, [instance.node]);
    }
  }
  return nodes;
}

/** Sentences about cameras, lights, other objects and values of materials, which exported files do not have. */
function lostOf(objects: FbxObjects, models: readonly FbxModel[], found: SceneMeshes): string[] {
  const { materials, meshes, skins } = found;
  const nodes = [...meshes.map(({ instance }) => instance.node), ...skins.flatMap(({ joints }) => joints)];
  const used = [...nodes.map((node) => models[node]), ...models.filter(isBone)];
  return [
    ...otherSetNames(meshes.map(({ mesh }) => setNamesOf(mesh))),
    ...lostObjects(objects, new Set(used.map(({ object }) => object))),
    ...unreadValues(
      materials.objects.filter((object) => object !== null),
      isByBlender(objects),
    ),
  ];
}

function notesOf({ meshes, unbound, notes }: SceneMeshes, silent: boolean): string[] {
  const lines = meshes.reduce((sum, { mesh }) => sum + mesh.polygons.lines.length / 2, 0);
  return [
    ...(lines > 0 ? [wireNote(lines)] : []),
    ...(unbound.length > 0
      ? [
          `Bones that ${unbound.join(", ")} should follow are not in the file: without them it keeps its pose.`,
        ]
      : []),
    ...brokenRowsNotes(
      meshes.map(({ instance }) => instance.geometry),
      "its mesh",
    ),
    ...notes,
    ...(silent ? ["Some of its animations move nothing."] : []),
  ];
}

/**
 * Reads everything that poses need. Afterwards no list is left to unpack.
 * @param file its name, for error messages.
 * @throws FbxDamage if it is damaged; LargePolygon; SinewError if a skin has too many bones.
 */
export async function fbxScene(objects: FbxObjects, file: string, task: Task): Promise<FbxScene> {
  const settings = globalSettings(objects.top);
  const models = modelsOf(objects);
  const place = new ModelWorld(models, settings.mirror);
  const world = new Float64Array(12 * models.length);
  place.place(
    models.map(({ values }) => values),
    world,
  );
  const meshes = await sceneMeshes(objects, models, world, file, task);
  await task.checkpoint();
  const stacks = readStacks(objects, models, settings.ticks);
  const clips = clipsOf(stacks, models, nodesOfChannels(meshes.meshes), settings.fps);
  // Bones without a skin are joints too.
  const alone = models.flatMap((model, n): Skin[] =>
    isBone(model) ? [{ name: "", joints: [n], inverseBind: identity() }] : [],
  );
  const scene: GltfScene = {
    nodes: nodesOf(models, world, meshes.meshes),
    order: Uint32Array.from(models.keys()),
    instances: meshes.meshes.map(({ instance }) => instance),
    skins: [...meshes.skins, ...alone],
    pointCount: meshes.pointCount,
    clips: [...clips.keys()],
    materials: meshes.materials.materials,
    notes: notesOf(meshes, clips.size < stacks.length),
    ...(settings.fps !== null && { fps: settings.fps }),
    mover: new StackMover(models, place, clips, shapedNodes(meshes.meshes)),
    surface: (posed) => surfaceOf(meshes.meshes, meshes.pointCount, posed),
  };
  return { scene, settings, meshes, lost: lostOf(objects, models, meshes) };
}
