import { vertexNormals } from "../../../geometry/vertex-normals";
import { determinantOf } from "../../../math/affine";
import type { MeshPart } from "../../../model/mesh/mesh-sequence";
import { joinAttributes } from "../../assemble/join-attributes";
import type { RawSequence } from "../../source/source";
import type { SceneEvaluator } from "./scene/evaluate";
import type { Geometry, GltfScene, SceneSurface } from "./scene/scene";

type Part = Omit<MeshPart, "firstTriangle" | "triangleCount">;

/**
 * One array for all instances, with `width` numbers for each point; null if no instance has such values. Instances
 * without them get `fill`.
 */
function joined(
  scene: GltfScene,
  width: number,
  fill: number,
  of: (geometry: Geometry) => ArrayLike<number> | null | undefined,
): Float32Array | null {
  if (!scene.instances.some(({ geometry }) => of(geometry))) return null;
  const out = new Float32Array(width * scene.pointCount).fill(fill);
  for (const { geometry, firstPoint } of scene.instances) {
    const own = of(geometry);
    if (own) out.set(own, width * firstPoint);
  }
  return out;
}

/** UV sets and colours of all instances. Instances without a set get zeros for UVs, and white. */
function joinedSets(scene: GltfScene): Pick<RawSequence, "uvs" | "moreUvs" | "colours"> {
  const most = (of: (geometry: Geometry) => { length: number } | undefined) =>
    scene.instances.reduce((top, { geometry }) => Math.max(top, of(geometry)?.length ?? 0), 0);
  const none = () => new Float32Array(2 * scene.pointCount);
  const moreUvs = Array.from(
    { length: most(({ moreUvs }) => moreUvs) },
    (_, n) => joined(scene, 2, 0, ({ moreUvs }) => moreUvs?.[n]) ?? none(),
  );
  const colours = Array.from(
    { length: most(({ colours }) => colours) },
    (_, n) => joined(scene, 4, 1, ({ colours }) => colours?.[n])!,
  );
  const uvs = joined(scene, 2, 0, ({ uvs }) => uvs);
  return {
    uvs: uvs ?? (moreUvs.length > 0 ? none() : null),
    ...(moreUvs.length > 0 && { moreUvs }),
    ...(colours.length > 0 && { colours }),
  };
}

/** Tangents in the evaluator's pose, 4P; zero for points whose instance has none. */
function joinedTangents(scene: GltfScene, evaluator: SceneEvaluator): Float32Array | null {
  if (!scene.instances.some(({ geometry }) => geometry.tangents)) return null;
  const out = new Float32Array(4 * scene.pointCount);
  for (const instance of scene.instances) {
    const { tangents } = instance.geometry;
    if (!tangents) continue;
    evaluator.eachTransform(instance, (i, m, at) => {
      const [x, y, z, sign] = tangents.subarray(4 * i, 4 * i + 4);
      const to = 4 * (instance.firstPoint + i);
      for (let r = 0; r < 3; r++)
        out[to + r] = m[at + 4 * r] * x + m[at + 4 * r + 1] * y + m[at + 4 * r + 2] * z;
      const length = Math.hypot(out[to], out[to + 1], out[to + 2]);
      for (let r = 0; r < 3; r++) out[to + r] /= length || 1;
      // Mirroring flips the bitangent.
      out[to + 3] = (sign < 0 ? -1 : 1) * (determinantOf(m, at) < 0 ? -1 : 1);
    });
  }
  return out;
}

/**
 * The surface in the evaluator's pose. Display vertices equal the points, because vertices of glTF are already split
 * along seams.
 */
export function buildSurface(scene: GltfScene, evaluator: SceneEvaluator): SceneSurface {
  const count = scene.instances.reduce((sum, { geometry }) => sum + geometry.triangles.length, 0);
  const corners = new Uint32Array(count);
  const normals = new Float32Array(3 * scene.pointCount);
  const rest = new Float64Array(3 * scene.pointCount);
  evaluator.positions(rest);
  const parts: Part[] = [];
  const wires: number[] = [];
  let at = 0;
  for (const instance of scene.instances) {
    const { geometry, firstPoint } = instance;
    const { triangles, lines = [] } = geometry;
    for (const v of lines) wires.push(firstPoint + v);
    const turned = evaluator.mirrors(instance) ? [0, 2, 1] : [0, 1, 2];
    const part: Part = {
      name: instance.name,
      material: instance.material,
      firstPolygon: at / 3,
      polygonCount: triangles.length / 3,
    };
    if (triangles.length > 0) parts.push(part);
    for (let t = 0; t < triangles.length; t += 3) {
      for (const c of turned) corners[at++] = firstPoint + triangles[t + c];
    }
    const own = corners.subarray(at - triangles.length, at).map((v) => v - firstPoint);
    const points = rest.subarray(3 * firstPoint, 3 * (firstPoint + geometry.vertexCount));
    normals.set(evaluator.normals(instance) ?? vertexNormals(points, own), 3 * firstPoint);
  }
  const tangents = joinedTangents(scene, evaluator);
  const attributes = joinAttributes(
    scene.instances.map(({ geometry }) => ({
      count: geometry.vertexCount,
      attributes: geometry.attributes ?? [],
    })),
  );
  return {
    rest,
    displayPoint: Uint32Array.from({ length: scene.pointCount }, (_, i) => i),
    parts,
    polygonCorners: corners,
    polygonOffsets: Uint32Array.from({ length: count / 3 + 1 }, (_, p) => 3 * p),
    ...(wires.length > 0 && { wires: Uint32Array.from(wires) }),
    ...joinedSets(scene),
    ...(tangents && { tangents }),
    ...(attributes.length > 0 && { attributes }),
    normals: scene.instances.some(({ geometry }) => geometry.normals) ? normals : null,
  };
}
