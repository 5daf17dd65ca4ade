import { MathUtils, type vec3, type vec4 } from "@gltf-transform/core";
import { fromColumnMajor } from "../../../../math/affine";
import type { Material } from "../../../../model/mesh/appearance";
import { howMany } from "../../../../model/reports/figures";
import { wireNote } from "../../../refusals";
import { coreTarget } from "../../carried/pointers";
import { damagedGltf } from "../../complaint";
import type { Appearance } from "../appearance/read-appearance";
import type { Accessors } from "../asset/accessors";
import type { GltfJson } from "../asset/gltf-json";
import { buildClips } from "./build-clips";
import { buildGeometry } from "./build-geometry";
import { brokenRowsNotes } from "./normalise-rows";
import type { Geometry, GltfScene, MeshInstance, SceneNode, Skin } from "./scene";

type NodeJson = GltfJson["nodes"][number];

function unit(q: ArrayLike<number>): Float64Array {
  const length = Math.hypot(q[0], q[1], q[2], q[3]);
  return length > 0 ? Float64Array.from(q, (x) => x / length) : Float64Array.of(0, 0, 0, 1);
}

/** @param animated whether channels move the node, so that a matrix must be decomposed. */
function buildNode(node: NodeJson, json: GltfJson, animated: boolean): SceneNode {
  const mesh = node.mesh === undefined ? null : json.meshes[node.mesh];
  const targets = Math.max(0, ...(mesh?.primitives.map((p) => p.targets.length) ?? []));
  const given = node.weights ?? mesh?.weights ?? [];
  const built: SceneNode = {
    name: node.name ?? "",
    parent: -1,
    translation: Float64Array.from(node.translation ?? [0, 0, 0]),
    rotation: unit(node.rotation ?? [0, 0, 0, 1]),
    scale: Float64Array.from(node.scale ?? [1, 1, 1]),
    matrix: null,
    weights: targets > 0 ? Float64Array.from({ length: targets }, (_, t) => given[t] ?? 0) : null,
  };
  if (!node.matrix) return built;
  if (!animated) {
    const matrix = new Float64Array(12);
    fromColumnMajor(matrix, 0, node.matrix, 0);
    return { ...built, matrix };
  }
  const t: vec3 = [0, 0, 0];
  const q: vec4 = [0, 0, 0, 1];
  const s: vec3 = [1, 1, 1];
  MathUtils.decompose(node.matrix as Parameters<typeof MathUtils.decompose>[0], t, q, s);
  return { ...built, translation: Float64Array.from(t), rotation: unit(q), scale: Float64Array.from(s) };
}

function buildSkins(json: GltfJson, accessors: Accessors, file: string): Skin[] {
  return json.skins.map(({ name = "", joints, inverseBindMatrices }) => {
    const inverseBind = new Float64Array(12 * joints.length);
    if (inverseBindMatrices === undefined) {
      for (let j = 0; j < joints.length; j++) for (const c of [0, 5, 10]) inverseBind[12 * j + c] = 1;
      return { name, joints, inverseBind };
    }
    const matrices = accessors.numbers(inverseBindMatrices);
    if (accessors.components(inverseBindMatrices) !== 16 || matrices.length < 16 * joints.length) {
      throw damagedGltf(
        file,
        `A skin has ${howMany(joints.length, "joint")}, but ${matrices.length / 16} inverse bind matrices.`,
      );
    }
    for (let j = 0; j < joints.length; j++) fromColumnMajor(inverseBind, 12 * j, matrices, 16 * j);
    return { name, joints, inverseBind };
  });
}

/** The nodes of the default scene, each after its parent. */
export function nodesOfScene(json: GltfJson): number[] {
  const children = new Set(json.nodes.flatMap((node) => node.children));
  const roots = json.scenes[json.scene ?? 0]?.nodes ?? [...json.nodes.keys()].filter((n) => !children.has(n));
  const seen = new Uint8Array(json.nodes.length);
  const order: number[] = [];
  const open = [...roots].reverse();
  while (open.length > 0) {
    const n = open.pop()!;
    if (seen[n]) continue;
    seen[n] = 1;
    order.push(n);
    for (const child of [...json.nodes[n].children].reverse()) open.push(child);
  }
  return order;
}

/** The instances of EXT_mesh_gpu_instancing: one node for each, below their node. */
function instanceNodes(
  node: NodeJson,
  n: number,
  template: SceneNode,
  accessors: Accessors,
): SceneNode[] | null {
  const places = node.extensions?.EXT_mesh_gpu_instancing?.attributes;
  if (!places) return null;
  const read = (name: string) => (places[name] === undefined ? null : accessors.numbers(places[name]));
  const [translation, rotation, scale] = [read("TRANSLATION"), read("ROTATION"), read("SCALE")];
  const counts = [
    translation && translation.length / 3,
    rotation && rotation.length / 4,
    scale && scale.length / 3,
  ];
  const count = Math.min(...counts.filter((c) => c !== null), Infinity);
  return Array.from({ length: Number.isFinite(count) ? count : 0 }, (_, i) => ({
    ...template,
    parent: n,
    translation: translation?.slice(3 * i, 3 * i + 3) ?? Float64Array.of(0, 0, 0),
    rotation: unit(rotation?.slice(4 * i, 4 * i + 4) ?? [0, 0, 0, 1]),
    scale: scale?.slice(3 * i, 3 * i + 3) ?? Float64Array.of(1, 1, 1),
    matrix: null,
  }));
}

/** Materials in the order of their first use. */
class MaterialList {
  readonly materials: Material[] = [];
  /** For each of `materials` its index in the file, or −1 for the material of surfaces without one. */
  readonly indices: number[] = [];
  private readonly known: readonly Material[];

  constructor(known: readonly Material[]) {
    this.known = known;
  }

  use(index = -1): number {
    const used = this.indices.indexOf(index);
    if (used >= 0) return used;
    this.indices.push(index);
    const white: Material = {
      name: `material ${this.indices.length}`,
      baseColour: [1, 1, 1, 1],
      doubleSided: false,
    };
    return this.materials.push(this.known[index] ?? white) - 1;
  }
}

/** Checks that no primitive uses joints that its skin lacks. */
function checkJoints(geometry: Geometry, skin: Skin, file: string): void {
  for (let e = 0; e < geometry.joints.length; e++) {
    if (geometry.weights[e] !== 0 && geometry.joints[e] >= skin.joints.length) {
      throw damagedGltf(
        file,
        `A vertex follows joint ${geometry.joints[e]} of a skin that has ${skin.joints.length}.`,
      );
    }
  }
}

/**
 * Builds everything in the default scene that has a surface, with its motion.
 * @param json checked by `checkGltf`.
 * @param appearance of the same file.
 * @throws SinewError if data do not fit each other.
 */
export function buildScene(
  json: GltfJson,
  accessors: Accessors,
  file: string,
  appearance: Pick<Appearance, "materials" | "images" | "notes">,
): GltfScene {
  const animated = new Set(
    json.animations.flatMap(({ channels }) => channels.map(({ target }) => coreTarget(target).node)),
  );
  const nodes = json.nodes.map((node, n) => buildNode(node, json, animated.has(n)));
  for (const [n, node] of json.nodes.entries()) for (const child of node.children) nodes[child].parent = n;
  const clips = buildClips(json, nodes, accessors, file);
  const skins = buildSkins(json, accessors, file);
  const materials = new MaterialList(appearance.materials);
  const geometries = new Map<PrimitiveKey, Geometry | null>();
  const instances: MeshInstance[] = [];
  let shapes = 0;
  let pointCount = 0;
  for (const n of nodesOfScene(json)) {
    const node = json.nodes[n];
    if (node.mesh === undefined) continue;
    const mesh = json.meshes[node.mesh];
    const extra = instanceNodes(node, n, nodes[n], accessors);
    const places = extra ? extra.map((place) => nodes.push(place) - 1) : [n];
    const skin = node.skin === undefined ? null : skins[node.skin];
    for (const [p, primitive] of mesh.primitives.entries()) {
      if (!geometries.has(primitive)) {
        geometries.set(primitive, buildGeometry(primitive, accessors, file, mesh.extras?.targetNames));
      }
      const geometry = geometries.get(primitive);
      if (!geometry) {
        shapes++;
        continue;
      }
      if (skin) checkJoints(geometry, skin, file);
      for (const place of places) {
        instances.push({
          name: node.name || mesh.name || `mesh ${node.mesh + 1}`,
          node: place,
          geometry,
          skin: geometry.influences > 0 ? skin : null,
          material: materials.use(primitive.material),
          firstPoint: pointCount,
          source: { node: n, mesh: node.mesh, primitive: p },
        });
        pointCount += geometry.vertexCount;
      }
    }
  }
  return {
    nodes,
    order: parentsFirst(nodes),
    instances,
    skins,
    pointCount,
    clips,
    materials: materials.materials,
    materialSources: materials.indices,
    ...(appearance.images.length > 0 && { images: appearance.images }),
    notes: [...notesOf(shapes, instances), ...appearance.notes],
  };
}

type PrimitiveKey = GltfJson["meshes"][number]["primitives"][number];

function notesOf(shapes: number, instances: readonly MeshInstance[]): string[] {
  const notes: string[] = [];
  const lines = instances.reduce((sum, { geometry }) => sum + (geometry.lines?.length ?? 0) / 2, 0);
  if (lines > 0) notes.push(wireNote(lines));
  if (shapes > 0)
    notes.push(
      `${howMany(shapes, "shape without triangles and lines (points) is", "shapes without triangles and lines (points) are")} left out.`,
    );
  const skinned = new Set(instances.flatMap(({ geometry, skin }) => (skin ? geometry : [])));
  notes.push(...brokenRowsNotes(skinned, "its first joint"));
  return notes;
}

function parentsFirst(nodes: SceneNode[]): Uint32Array {
  const children = nodes.map((): number[] => []);
  const order: number[] = [];
  for (const [n, { parent }] of nodes.entries()) {
    if (parent < 0) order.push(n);
    else children[parent].push(n);
  }
  for (let at = 0; at < order.length; at++) for (const child of children[order[at]]) order.push(child);
  return Uint32Array.from(order);
}
