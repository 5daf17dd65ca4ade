/** Converts three's result for an FBX to the scene type of glTF files, so that everything after that is the same. */
import {
  type AnimationClip,
  type Bone,
  Matrix4,
  type Mesh,
  type Object3D,
  PropertyBinding,
  type SkinnedMesh,
} from "three";
import { fromColumnMajor } from "../../math/affine";
import { brokenRowsNotes } from "../gltf/read/scene/normalise-rows";
import type {
  GltfScene,
  MeshInstance,
  SceneClip,
  SceneNode,
  SceneTrack,
  Skin,
} from "../gltf/read/scene/scene";
import { wireNote } from "../refusals";
import { cornerInfluences, NO_INFLUENCES } from "./all-influences";
import { geometryOf } from "./geometry";
import type { FbxContents } from "./load";
import { Materials } from "./materials";

const PATHS: Record<string, [path: "translation" | "rotation" | "scale", width: number]> = {
  position: ["translation", 3],
  quaternion: ["rotation", 4],
  scale: ["scale", 3],
};

const nameOf = ({ name, userData }: Object3D): string => String(userData.originalName ?? name);
const isMesh = (object: Object3D): object is Mesh => (object as Mesh).isMesh === true;
const isSkinned = (object: Object3D): object is SkinnedMesh => (object as SkinnedMesh).isSkinnedMesh === true;
const isBone = (object: Object3D): object is Bone => (object as Bone).isBone === true;

function nodeOf(object: Object3D, number: Map<Object3D, number>): SceneNode {
  return {
    name: nameOf(object),
    parent: object.parent ? (number.get(object.parent) ?? -1) : -1,
    translation: Float64Array.from(object.position.toArray()),
    rotation: Float64Array.from(object.quaternion.toArray()),
    scale: Float64Array.from(object.scale.toArray()),
    matrix: null,
    weights: null,
  };
}

/** Row-major 3x4. */
function affine(matrix: Matrix4): Float64Array {
  const out = new Float64Array(12);
  fromColumnMajor(out, 0, matrix.elements, 0);
  return out;
}

function skinOf(mesh: SkinnedMesh, number: Map<Object3D, number>): Skin | null {
  const { skeleton, bindMatrix } = mesh;
  // Missing bones leave holes in three's list.
  const joints = Array.from(skeleton?.bones ?? [], (bone) => (bone && number.get(bone)) ?? -1);
  if (joints.length === 0 || joints.includes(-1)) return null;
  const inverseBind = new Float64Array(12 * joints.length);
  joints.forEach((_, j) => {
    inverseBind.set(affine(new Matrix4().multiplyMatrices(skeleton.boneInverses[j], bindMatrix)), 12 * j);
  });
  return { name: "", joints, inverseBind };
}

function instancesOf(objects: Object3D[], number: Map<Object3D, number>, materials: Materials) {
  const instances: MeshInstance[] = [];
  const skins: Skin[] = [];
  const unbound: string[] = [];
  let pointCount = 0;
  let cut = 0;
  for (const mesh of objects.filter(isMesh)) {
    const { geometry } = mesh;
    const total = geometry.attributes.position?.count ?? 0;
    const skin = isSkinned(mesh) ? skinOf(mesh, number) : null;
    if (skin) skins.push(skin);
    else if (isSkinned(mesh) && mesh.skeleton) unbound.push(nameOf(mesh));
    const influences = skin ? cornerInfluences(geometry) : NO_INFLUENCES;
    cut += influences.cut;
    const list = Array.isArray(mesh.material) ? mesh.material : [mesh.material];
    const groups =
      geometry.groups.length > 0 ? geometry.groups : [{ start: 0, count: total, materialIndex: 0 }];
    for (const { start, count, materialIndex = 0 } of groups) {
      const whole = Math.min(count, total - start);
      if (!(whole >= 3)) continue;
      const part = geometryOf(geometry, start, whole - (whole % 3), influences, nameOf(mesh));
      instances.push({
        name: nameOf(mesh) || `mesh ${instances.length + 1}`,
        node: number.get(mesh)!,
        geometry: part,
        skin: part.influences > 0 ? skin : null,
        material: materials.use(list[materialIndex]),
        firstPoint: pointCount,
      });
      pointCount += part.vertexCount;
    }
  }
  return { instances, skins, pointCount, cut, unbound };
}

/** Tracks find their node by name, as in three's mixer. */
function clipOf(clip: AnimationClip, byName: Map<string, number>): SceneClip {
  const tracks: SceneTrack[] = [];
  for (const { name, times, values } of clip.tracks) {
    const dot = name.lastIndexOf(".");
    const node = byName.get(name.slice(0, dot));
    const [path, width] = PATHS[name.slice(dot + 1)] ?? [];
    const fits = width !== undefined && times.length > 0 && values.length === width * times.length;
    const ascends = times.every((t, k) => Number.isFinite(t) && (k === 0 || t >= times[k - 1]));
    if (node === undefined || path === undefined || !fits || !ascends) continue;
    const keys = {
      times: Float64Array.from(times),
      width,
      values: Float64Array.from(values),
      interpolation: "LINEAR" as const,
      rotation: path === "rotation",
    };
    tracks.push({ node, path, keys });
  }
  const start = tracks.reduce((least, { keys }) => Math.min(least, keys.times[0]), Infinity);
  const end = tracks.reduce((most, { keys }) => Math.max(most, keys.times[keys.times.length - 1]), -Infinity);
  return tracks.length > 0
    ? { name: clip.name, start, end, tracks }
    : { name: clip.name, start: 0, end: 0, tracks };
}

function notesOf(
  clips: readonly SceneClip[],
  objects: Object3D[],
  { instances, cut, unbound }: Pick<ReturnType<typeof instancesOf>, "instances" | "cut" | "unbound">,
): string[] {
  const notes: string[] = [];
  const lines = instances.reduce((sum, { geometry }) => sum + (geometry.lines?.length ?? 0) / 2, 0);
  if (lines > 0) notes.push(wireNote(lines));
  if (unbound.length > 0) {
    notes.push(
      `Bones that ${unbound.join(", ")} should follow are not in the file: without them it keeps its pose.`,
    );
  }
  if (cut > 0) {
    notes.push(
      `${cut === 1 ? "1 vertex follows" : `${cut} vertices follow`} more than 4 bones and cannot be told from others: of ${cut === 1 ? "it" : "them"} the 4 largest weights are kept. GLB keeps all.`,
    );
  }
  notes.push(...brokenRowsNotes(instances.map(({ geometry }) => geometry)));
  const morphs = objects.some(
    (object) => isMesh(object) && Object.keys(object.geometry.morphAttributes).length > 0,
  );
  if (morphs) notes.push("Blend shapes are left out. GLB and Alembic keep them.");
  if (clips.some(({ tracks }) => tracks.length === 0)) notes.push("Some of its animations move nothing.");
  return notes;
}

export function fbxScene(contents: FbxContents): GltfScene {
  const objects: Object3D[] = [];
  contents.root.traverse((object) => objects.push(object));
  const number = new Map(objects.map((object, n) => [object, n]));
  const materials = new Materials();
  const { instances, skins, pointCount, cut, unbound } = instancesOf(objects, number, materials);
  const byName = new Map<string, number>();
  for (const [n, { name }] of objects.entries()) {
    const plain = PropertyBinding.sanitizeNodeName(name);
    if (!byName.has(plain)) byName.set(plain, n);
  }
  // Bones without a skin are joints too.
  const alone = objects.flatMap((object, n): Skin[] =>
    isBone(object) ? [{ name: "", joints: [n], inverseBind: affine(new Matrix4()) }] : [],
  );
  const clips = contents.clips.map((clip) => clipOf(clip, byName));
  return {
    nodes: objects.map((object) => nodeOf(object, number)),
    order: Uint32Array.from(objects.keys()),
    instances,
    skins: [...skins, ...alone],
    pointCount,
    clips: clips.filter(({ tracks }) => tracks.length > 0),
    materials: materials.materials,
    notes: notesOf(clips, objects, { instances, cut, unbound }),
  };
}
