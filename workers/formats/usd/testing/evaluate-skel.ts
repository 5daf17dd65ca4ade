/**
 * Evaluates UsdSkel by its specification: skinned meshes at a time. Three's loader plays four influences and no blend
 * shapes. This code plays everything.
 */
import { DataUtils, Matrix4, Quaternion, Vector3 } from "three";
import type { UsdStage } from "./stage";

/** Matrices for row vectors, 16 numbers each, as three's matrices. */
function matricesOf(numbers: number[]): Matrix4[] {
  const flat = numbers.flat(2) as number[];
  // A matrix for row vectors stored by rows is the same as one for column vectors stored by columns.
  return Array.from({ length: flat.length / 16 }, (_, n) => new Matrix4().fromArray(flat, 16 * n));
}

/** Places of the joints in the skeleton's space. Each local transform is below the place of the parent path. */
function jointPlaces(
  stage: UsdStage,
  skeleton: string,
  time: number,
  animation: string | undefined,
): Matrix4[] {
  const paths = stage.names(skeleton, "joints");
  const local = matricesOf(stage.numbers(skeleton, "restTransforms") ?? []);
  const animated = animation ? stage.names(animation, "joints") : [];
  const values = (attribute: string) => stage.numbers(animation!, attribute, time)!;
  if (animation) {
    const [t, q, s] = [values("translations"), values("rotations"), values("scales")];
    animated.forEach((path, n) => {
      const half = (x: number) => DataUtils.fromHalfFloat(DataUtils.toHalfFloat(x));
      const place = new Vector3().fromArray(t, 3 * n);
      const turn = new Quaternion().fromArray(q, 4 * n);
      const scale = new Vector3(...s.slice(3 * n, 3 * n + 3).map(half));
      local[paths.indexOf(path)] = new Matrix4().compose(place, turn, scale);
    });
  }
  const places: Matrix4[] = [];
  paths.forEach((path, n) => {
    const above = paths.indexOf(path.slice(0, Math.max(0, path.lastIndexOf("/"))));
    places.push(above < 0 ? local[n] : places[above].clone().multiply(local[n]));
  });
  return places;
}

/** The points with the offsets of the mesh's blend shapes. */
function shapedPoints(stage: UsdStage, mesh: string, time: number, animation: string | undefined): number[] {
  const points = [...(stage.numbers(mesh, "points") ?? [])];
  if (!animation) return points;
  const weights = stage.numbers(animation, "blendShapeWeights", time) ?? [];
  const animated = stage.names(animation, "blendShapes");
  const targets = stage.targets(mesh, "skel:blendShapeTargets");
  stage.names(mesh, "skel:blendShapes").forEach((name, n) => {
    const weight = weights[animated.indexOf(name)] ?? 0;
    const offsets = stage.numbers(targets[n], "offsets")!;
    const indices = stage.numbers(targets[n], "pointIndices") ?? [...Array(offsets.length / 3).keys()];
    indices.forEach((point, k) => {
      for (let c = 0; c < 3; c++) points[3 * point + c] += weight * offsets[3 * k + c];
    });
  });
  return points;
}

/**
 * The points of all meshes in the order of the file, in the space of the stage.
 * @param animation replaces the skeleton's own.
 */
export function skinnedPoints(stage: UsdStage, time: number, animation?: string): number[] {
  const [skeleton] = stage.prims("Skeleton");
  const [root] = stage.prims("SkelRoot");
  const source = animation ?? stage.targets(skeleton, "skel:animationSource")[0];
  const places = jointPlaces(stage, skeleton, time, source);
  const unbound = matricesOf(stage.numbers(skeleton, "bindTransforms") ?? []).map((m) => m.invert());
  const toStage = new Matrix4().compose(
    new Vector3().fromArray(stage.numbers(root, "xformOp:translate") ?? [0, 0, 0]),
    new Quaternion().fromArray(stage.numbers(root, "xformOp:orient") ?? [0, 0, 0, 1]),
    new Vector3().fromArray(stage.numbers(root, "xformOp:scale") ?? [1, 1, 1]),
  );
  const skinning = places.map((place, j) => toStage.clone().multiply(place).multiply(unbound[j]));
  return stage.prims("Mesh").flatMap((mesh) => {
    const joints = stage.numbers(mesh, "primvars:skel:jointIndices")!;
    const weights = stage.numbers(mesh, "primvars:skel:jointWeights")!;
    const size = stage.elementSize(mesh, "primvars:skel:jointIndices");
    const points = shapedPoints(stage, mesh, time, source);
    const out: number[] = [];
    for (let i = 0; 3 * i < points.length; i++) {
      const [sum, point] = [new Vector3(), new Vector3()];
      for (let e = size * i; e < size * (i + 1); e++) {
        point.fromArray(points, 3 * i).applyMatrix4(skinning[joints[e]]);
        sum.addScaledVector(point, weights[e]);
      }
      out.push(...sum.toArray());
    }
    return out;
  });
}
