/** Plays an FBX in three's FBXLoader, in Node. */
import {
  type AnimationClip,
  AnimationMixer,
  type Group,
  Loader,
  LoadingManager,
  Matrix4,
  type Mesh,
  type SkinnedMesh,
  Texture,
  Vector3,
} from "three";
import { FBXLoader } from "three/examples/jsm/loaders/FBXLoader.js";

/** Node cannot decode images, so a texture only keeps its requested address in its user data. */
class NamedTextures extends Loader<Texture> {
  override load(url: string): Texture {
    const texture = new Texture();
    texture.userData.url = url;
    return texture;
  }
}

export interface ThreeFbx {
  root: Group;
  clips: AnimationClip[];
  warnings: string[];
}

/** @throws if three cannot read it. */
export function threeFbx(bytes: Uint8Array): ThreeFbx {
  const warnings: string[] = [];
  const { warn } = console;
  const before = Object.getOwnPropertyDescriptor(globalThis, "window");
  const page = { innerWidth: 1, innerHeight: 1 };
  Object.defineProperty(globalThis, "window", { value: page, configurable: true });
  console.warn = (...said: unknown[]) => warnings.push(said.map(String).join(" "));
  try {
    const manager = new LoadingManager();
    manager.addHandler(/./, new NamedTextures(manager));
    const root = new FBXLoader(manager).parse(bytes.slice().buffer, "");
    return { root, clips: root.animations, warnings };
  } finally {
    console.warn = warn;
    if (before) Object.defineProperty(globalThis, "window", before);
    else Reflect.deleteProperty(globalThis, "window");
  }
}

export function threeMeshes({ root }: ThreeFbx): Mesh[] {
  const meshes: Mesh[] = [];
  root.traverse((object) => {
    if ((object as Mesh).isMesh) meshes.push(object as Mesh);
  });
  return meshes;
}

/**
 * Positions of all triangles' corners in three's axes, at times of a clip.
 * @param clip null for no clip.
 */
export function threeCorners(file: ThreeFbx, clip: number | null, times: readonly number[]): number[][] {
  const { root, clips } = file;
  const meshes = threeMeshes(file);
  const mixer = new AnimationMixer(root);
  if (clip !== null) mixer.clipAction(clips[clip]).play();
  const point = new Vector3();
  const toWorld = new Matrix4();
  return times.map((t) => {
    // Exactly at the end the mixer wraps around. Slightly before, the pose is the same as at the end.
    if (clip !== null) mixer.setTime(Math.min(t, clips[clip].duration * (1 - 1e-9)));
    root.updateMatrixWorld(true);
    for (const mesh of meshes) (mesh as SkinnedMesh).skeleton?.update();
    const out: number[] = [];
    for (const mesh of meshes) {
      toWorld.copy(mesh.matrixWorld);
      for (let i = 0; i < mesh.geometry.attributes.position.count; i++) {
        mesh.getVertexPosition(i, point).applyMatrix4(toWorld);
        out.push(point.x, point.y, point.z);
      }
    }
    return out;
  });
}
