import { SinewError } from "../../../model/errors";
import type { SkinInfo, SourceInfo } from "../../../model/files/source-info";
import type { Clip } from "../../../model/mesh/mesh-sequence";
import { howMany } from "../../../model/reports/figures";
import type { Task } from "../../../model/task";
import { SkeletonAlone } from "../../refusals";
import type { RawSequence, ReadOptions, SequenceSource, SourceFile } from "../../source/source";
import { baseName, stemOf } from "../../source/source-file";
import { readAppearance } from "./appearance/read-appearance";
import { decodeAccessors } from "./asset/accessors";
import { checkGltf } from "./asset/check-gltf";
import { readContainer } from "./asset/container";
import { unpackMeshopt } from "./asset/meshopt-views";
import { buildCarried } from "./carried/build-carried";
import { keyRate } from "./key-rate";
import { sceneRig } from "./rig/scene-rig";
import { buildScene } from "./scene/build-scene";
import { SceneEvaluator } from "./scene/evaluate";
import { facesOf, type GltfScene, type SceneClip, type SceneTime, type Skin } from "./scene/scene";
import { sceneShapes } from "./scene/scene-shapes";
import { buildSurface } from "./surface";

/** More frames than any animation needs. A broken time stamp could lead to more. */
const MOST_FRAMES = 1e6;

/** The number of frames of a clip, including its first and last instant. */
export const framesOf = (clip: SceneClip, fps: number) => Math.round((clip.end - clip.start) * fps) + 1;

/** Loads and checks everything that evaluation needs. */
export async function loadScene(files: SourceFile[], main: SourceFile) {
  const name = baseName(main.name);
  const container = await readContainer(files, main);
  checkGltf(container, name);
  const unpacked = await unpackMeshopt(container, name);
  const accessors = await decodeAccessors(unpacked, name);
  const appearance = await readAppearance(container, files, main);
  const scene = buildScene(unpacked.json, accessors, name, appearance);
  const carried = () => buildCarried(container.text, unpacked, scene, appearance.imageOf, accessors);
  return { scene, carried, files: container.files };
}

/** The instances that have faces. */
const surfacesOf = ({ instances }: GltfScene) => instances.filter(({ geometry }) => facesOf(geometry) > 0);

/** Names of surfaces that no clip moves, because neither they nor their joints are below an animated node. */
function stillMeshes(scene: GltfScene): string[] {
  const moved = new Uint8Array(scene.nodes.length);
  for (const { tracks } of scene.clips) for (const { node } of tracks) moved[node] = 1;
  for (const n of scene.order) if (moved[scene.nodes[n].parent]) moved[n] = 1;
  const still = surfacesOf(scene).filter(({ node, skin }) => !(skin?.joints ?? [node]).some((n) => moved[n]));
  return [...new Set(still.map(({ name }) => name))];
}

/** The skins in use, with the meshes that they move. */
function skinsOf(scene: GltfScene): SkinInfo[] {
  const found = new Map<Skin, string[]>();
  for (const { skin, name } of scene.instances) {
    if (!skin) continue;
    const known = found.get(skin);
    if (known) known.push(name);
    else found.set(skin, [name]);
  }
  return [...found].map(([skin, meshes], s) => ({
    name: skin.name || `skin ${s + 1}`,
    joints: skin.joints.length,
    meshes: [...new Set(meshes)],
  }));
}

/** Names of meshes whose morph targets a clip animates, so not only a skeleton moves them. */
function morphingMeshes(scene: GltfScene): string[] {
  const moved = new Set<number>();
  for (const { node, path, keys } of scene.clips.flatMap(({ tracks }) => tracks)) {
    const still = scene.nodes[node].weights;
    if (path !== "weights" || !still) continue;
    const cubic = keys.interpolation === "CUBICSPLINE";
    if (cubic || keys.values.some((x, c) => x !== still[c % keys.width])) moved.add(node);
  }
  const morphing = scene.instances.filter(({ node, geometry }) => geometry.targets.length && moved.has(node));
  return [...new Set(morphing.map(({ name }) => name))];
}

/** The name, axis and unit of a scene's file format. */
export type SceneFormat = Pick<SourceInfo, "format" | "upAxis" | "metresPerUnit">;

const GLTF: SceneFormat = { format: "glTF", upAxis: "y", metresPerUnit: 1 };

function infoOf(scene: GltfScene, name: string, files: string[], format: SceneFormat): SourceInfo {
  const stem = stemOf(name);
  const clips = scene.clips.length > 0 ? scene.clips : [{ name: stem, start: 0, end: 0, tracks: [] }];
  const fps = scene.fps ?? keyRate(clips);
  const frames = clips.map((clip) => framesOf(clip, fps));
  const still = scene.clips.length > 0 ? stillMeshes(scene) : [];
  const meshes = [...new Set(surfacesOf(scene).map(({ name }) => name))];
  const notes = [...scene.notes];
  if (still.length > 0) {
    notes.unshift(
      `${still.length} of ${howMany(meshes.length, "mesh", "meshes")} ${still.length === 1 ? "has no animation and is" : "have no animation and are"} kept still.`,
    );
  }
  const skins = skinsOf(scene);
  const morphing = skins.length > 0 ? morphingMeshes(scene) : [];
  if (morphing.length > 0) {
    notes.push(
      `Morph targets move ${morphing.join(", ")} too: the file’s skeleton does not have that part of the motion. Exports play it beside the bones.`,
    );
  }
  return {
    name: stem,
    files,
    ...format,
    points: scene.pointCount,
    polygons: scene.instances.reduce((sum, { geometry }) => sum + facesOf(geometry), 0),
    meshes,
    ...(skins.length > 0 ? { skins } : {}),
    clips: clips.map((clip, c) => ({ name: clip.name, seconds: clip.end - clip.start, frames: frames[c] })),
    fps,
    rateIsFree: scene.clips.length > 0,
    sequenceBytes: frames.reduce((sum, count) => sum + count, 0) * scene.pointCount * 12,
    notes,
  };
}

/** The clips' ranges, and the time of every frame. */
function planFrames(clips: SceneClip[], fps: number, file: string) {
  const times: SceneTime[] = [];
  const ranges: Clip[] = [];
  for (const clip of clips) {
    const count = framesOf(clip, fps);
    if (!(times.length + count <= MOST_FRAMES)) {
      throw new SinewError({
        title: `${file} has too many frames`,
        body: `"${clip.name}" lasts ${clip.end - clip.start} seconds: ${howMany(count, "frame")} at ${fps} a second. Sinew reads up to ${MOST_FRAMES}; choose a lower rate or fewer clips.`,
      });
    }
    ranges.push({ name: clip.name, first: times.length, last: times.length + count - 1 });
    for (let k = 0; k < count; k++) times.push({ clip, t: Math.min(clip.start + k / fps, clip.end) });
  }
  return { times, ranges };
}

function readScene(scene: GltfScene, info: SourceInfo, options: ReadOptions): RawSequence {
  const evaluator = new SceneEvaluator(scene);
  const chosen = options.clips.length > 0 ? options.clips.map((c) => scene.clips[c]) : scene.clips;
  const fps = options.fps ?? scene.fps ?? keyRate(chosen);
  const still: SceneClip = { name: info.clips[0].name, start: 0, end: 0, tracks: [] };
  const file = baseName(info.files[0]);
  const { times, ranges } = planFrames(scene.clips.length > 0 ? chosen : [still], fps, file);
  const out = new Float64Array(3 * scene.pointCount);
  const atRest = options.restFrame === null ? null : (times[options.restFrame] ?? null);
  if (atRest) evaluator.pose(atRest.clip, atRest.t);
  const surface = scene.surface?.(evaluator) ?? buildSurface(scene, evaluator);
  const shapes = sceneShapes(scene, evaluator, times, atRest);
  const keepsRig = options.keepRig && info.skins !== undefined;
  return {
    name: info.name,
    fps,
    frameCount: times.length,
    pointCount: scene.pointCount,
    ...surface,
    async frame(k) {
      evaluator.pose(times[k].clip, times[k].t);
      evaluator.positions(out);
      return out;
    },
    materials: scene.materials,
    ...(scene.images && { images: scene.images }),
    clips: ranges,
    ...(shapes.length > 0 && { shapes }),
    upAxis: info.upAxis,
    metresPerUnit: info.metresPerUnit,
    rig: keepsRig ? sceneRig(scene, file, new SceneEvaluator(scene), surface.rest, times, atRest) : null,
  };
}

/**
 * Opens a .glb or .gltf.
 * @param files everything that was opened together. External buffers are searched there.
 * @param main the .glb or .gltf itself, one of `files`.
 * @throws SinewError if it is damaged, a buffer is missing, or it has no surface.
 */
export async function openGltf(files: SourceFile[], main: SourceFile, task: Task): Promise<SequenceSource> {
  task.progress({ phase: `Opening ${baseName(main.name)}`, done: null, detail: "" });
  await task.checkpoint();
  const { scene, carried, files: read } = await loadScene(files, main);
  const hasFaces = scene.instances.some(({ geometry }) => facesOf(geometry) > 0);
  if (!hasFaces && scene.skins.length > 0) throw new SkeletonAlone(baseName(main.name));
  if (!hasFaces) {
    throw new SinewError({
      title: `${baseName(main.name)} has no mesh`,
      body: "No node of its scene has faces. Sinew needs a surface to bind.",
    });
  }
  const source = sceneSource(scene, baseName(main.name), read, GLTF);
  return {
    info: source.info,
    read: async (...asked) => ({ ...(await source.read(...asked)), carried: carried() }),
  };
}

/**
 * A scene with a surface as a source.
 * @param files names of the files from which it was read.
 */
export function sceneSource(
  scene: GltfScene,
  name: string,
  files: string[],
  format: SceneFormat,
): SequenceSource {
  const info = infoOf(scene, name, files, format);
  return { info, read: async (options) => readScene(scene, info, options) };
}
