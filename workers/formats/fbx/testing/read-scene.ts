/** Scenes of FBX files for tests: read by Sinew, and by three. */
import { type Mesh, type Object3D, Vector3 } from "three";
import { FBXLoader } from "three/addons/loaders/FBXLoader.js";
import { UNWATCHED } from "../../../model/task";
import { SceneEvaluator } from "../../gltf/read/scene/evaluate";
import { withConsole } from "../../testing/fuzz/verdict";
import { loadFbx } from "../load";
import { type FbxRecord, fbxBinary } from "./fixtures";

export async function readScene(records: FbxRecord[]) {
  const { scene, format } = await loadFbx(fbxBinary(records), "a.fbx", UNWATCHED);
  return { scene, format, evaluator: new SceneEvaluator(scene) };
}

/** The file as three reads it. The console is silenced meanwhile, because three writes more than a test should. */
export async function readByThree(bytes: Uint8Array): Promise<Object3D> {
  const { result } = await withConsole(async () => new FBXLoader().parse(bytes.slice().buffer, ""));
  return result;
}

/** The corners of the meshes in world space, in the current pose of three's scene. */
export function cornersOfThree(root: Object3D): Vector3[] {
  const corners: Vector3[] = [];
  root.updateMatrixWorld(true);
  root.traverse((node) => {
    const mesh = node as Mesh;
    if (!mesh.isMesh) return;
    const { count } = mesh.geometry.attributes.position;
    for (let c = 0; c < count; c++) {
      const corner = mesh.getVertexPosition(c, new Vector3());
      corners.push(corner.applyMatrix4(mesh.matrixWorld));
    }
  });
  return corners;
}

/** The largest distance from a corner to the nearest of some packed points. */
export function farthestOf(corners: readonly Vector3[], points: ArrayLike<number>): number {
  let farthest = 0;
  for (const { x, y, z } of corners) {
    let nearest = Infinity;
    for (let p = 0; p < points.length; p += 3) {
      nearest = Math.min(nearest, Math.hypot(points[p] - x, points[p + 1] - y, points[p + 2] - z));
    }
    farthest = Math.max(farthest, nearest);
  }
  return farthest;
}
