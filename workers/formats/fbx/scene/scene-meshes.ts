import type { Task } from "../../../model/task";
import { mapPoint } from "../../gltf/read/rig/maps";
import type { Geometry, MeshInstance, Skin } from "../../gltf/read/scene/scene";
import { MaterialList } from "../appearance/material-list";
import { type MeshShapes, readShapes } from "../deform/shapes";
import { bindPlaces, type FbxSkin, readSkin } from "../deform/skin";
import { FbxDamage } from "../document/node";
import { type FbxMesh, readGeometry } from "../mesh/mesh-values";
import type { PlacedMesh } from "../mesh/surface";
import type { FbxObject, FbxObjects } from "../objects/objects";
import { type FbxModel, geometricTransform } from "./model";

/**
 * The most points, corners, weights and moved points. Models may share geometries, so a small file can show far more
 * than it holds.
 */
const MOST_NUMBERS = 2e8;

/** A mesh of the scene, with the shapes that deform it. */
export interface ShapedMesh extends PlacedMesh {
  shapes: MeshShapes;
}

/** The meshes of a scene, with notes about them. */
export interface SceneMeshes {
  meshes: ShapedMesh[];
  skins: Skin[];
  materials: MaterialList;
  /** For each material, the names of the UV sets of the first mesh that uses it. */
  uvNames: string[][];
  pointCount: number;
  /** Names of meshes whose bones are not in the file. */
  unbound: string[];
  notes: string[];
}

/** The transformed points of a geometry, 3n. */
function transformed(positions: Float64Array, transform: Float64Array): Float64Array {
  const out = new Float64Array(positions.length);
  for (let i = 0; i < positions.length; i += 3) {
    out.set(mapPoint(transform, [positions[i], positions[i + 1], positions[i + 2]]), i);
  }
  return out;
}

function geometryOf(
  mesh: FbxMesh,
  transform: Float64Array,
  shapes: MeshShapes,
  skin: FbxSkin | null,
): Geometry {
  const { positions, lines, sizes } = mesh.polygons;
  return {
    ...{ vertexCount: positions.length / 3, positions: transformed(positions, transform) },
    ...{ normals: null, uvs: null, targets: shapes.targets, triangles: new Uint32Array(0) },
    polygons: sizes.length,
    ...(skin?.rows ?? { influences: 0, joints: new Uint16Array(0), weights: new Float64Array(0) }),
    ...(lines.length > 0 && { lines }),
  };
}

/** The number of points, corners, weights and moved points of a placed mesh. */
const sizeOf = ({ polygons }: FbxMesh, skin: FbxSkin | null, { targets }: MeshShapes): number =>
  polygons.positions.length / 3 +
  polygons.points.length +
  (skin?.rows.weights.length ?? 0) +
  targets.reduce((sum, { points }) => sum + (points?.length ?? 0), 0);

/**
 * Reads meshes model by model. Several models may share a geometry.
 * @throws FbxDamage if a mesh is damaged, or the meshes do not fit in memory; LargePolygon; SinewError.
 */
export async function sceneMeshes(
  objects: FbxObjects,
  models: readonly FbxModel[],
  world: Float64Array,
  file: string,
  task: Task,
): Promise<SceneMeshes> {
  const found: SceneMeshes = {
    ...{
      meshes: [],
      skins: [],
      materials: new MaterialList(),
      uvNames: [],
      pointCount: 0,
      unbound: [],
      notes: [],
    },
  };
  const indices = new Map(models.map(({ object }, n) => [object, n]));
  let numbers = 0;
  const places = bindPlaces(objects);
  const read = new Map<FbxObject, FbxMesh>();
  for (const [node, { object, name }] of models.entries()) {
    for (const geometry of objects.childrenOfType(object, "Geometry", "Mesh")) {
      await task.checkpoint();
      const mesh = read.get(geometry) ?? readGeometry(geometry.node);
      read.set(geometry, mesh);
      const { sizes, lines, positions } = mesh.polygons;
      if (sizes.length === 0 && lines.length === 0) continue;
      const transform = geometricTransform(object);
      const place = places.get(object.id) ?? world.slice(12 * node, 12 * node + 12);
      const pointCount = positions.length / 3;
      const skin = readSkin(objects, geometry, file, { node, name, place, pointCount }, indices);
      if (skin === "lost") found.unbound.push(name);
      else if (skin) {
        found.skins.push(skin.skin);
        found.notes.push(...skin.notes);
      }
      const bound = skin === "lost" ? null : skin;
      const shapes = readShapes(objects, geometry, pointCount, transform);
      numbers += sizeOf(mesh, bound, shapes);
      if (numbers > MOST_NUMBERS) {
        throw new FbxDamage("Its models show more meshes than fit in memory.");
      }
      const instance: MeshInstance = {
        name: name || geometry.name || `mesh ${found.meshes.length + 1}`,
        ...{ node, geometry: geometryOf(mesh, transform, shapes, bound), skin: bound?.skin ?? null },
        ...{ material: 0, firstPoint: found.pointCount },
      };
      found.pointCount += pointCount;
      const materials = found.materials.ofModel(objects, object);
      for (const m of materials) found.uvNames[m] ??= mesh.uvs.map((set) => set.name);
      found.meshes.push({ instance, mesh, transform, materials, shapes });
    }
  }
  found.notes.push(...leftOut(objects));
  return found;
}

/** Sentences about deformers and surfaces that are not read. */
function leftOut(objects: FbxObjects): string[] {
  const notes: string[] = [];
  const caches = objects.all.filter(
    ({ type, kind }) => type === "Deformer" && kind === "VertexCacheDeformer",
  );
  if (caches.length > 0) {
    notes.push(
      "It refers to geometry caches, which are left out. Export the animation as Alembic to have it.",
    );
  }
  const curved = objects.ofType("Geometry").filter(({ kind }) => /nurb|patch/i.test(kind));
  if (curved.length > 0) {
    notes.push(
      `${curved.length === 1 ? "1 surface" : `${curved.length} surfaces`} without polygons (NURBS, patches) are left out. Convert them to polygons before the export.`,
    );
  }
  return notes;
}
