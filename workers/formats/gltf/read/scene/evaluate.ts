/**
 * Evaluates a glTF scene at a time: node transforms, morph targets, skins (glTF 2.0, sections 3.7.2.2, 3.7.3, 3.11).
 * Everything is in f64. A skinned mesh follows only its joints; the transform of its node is ignored.
 */
import { composeTrs, determinantOf, multiplyAffine, transformNormal } from "../../../../math/affine";
import { sampleKeyframes } from "./keyframes";
import {
  type Geometry,
  type GltfScene,
  type MeshInstance,
  type PosedScene,
  rowStart,
  type SceneClip,
  type SceneNode,
  type Skin,
} from "./scene";

export class SceneEvaluator implements PosedScene {
  readonly scene: GltfScene;
  /** World transforms of the nodes in the current pose, row-major 3x4, 12 per node; read-only. */
  readonly world: Float64Array;
  private readonly local = new Float64Array(12);
  /** Animated values of each node at the current time, or the file's own values. */
  private readonly current: GltfScene["nodes"];
  /** The weights of morph targets in `current`. */
  private readonly weights: (Float64Array | null)[];
  /** Cached matrices of the skins' joints in the current pose, because many meshes may share a skin. */
  private readonly palettes = new Map<Skin, Float64Array>();

  constructor(scene: GltfScene) {
    this.scene = scene;
    this.world = new Float64Array(12 * scene.nodes.length);
    this.current = scene.nodes.map((node) => ({
      ...node,
      translation: node.translation.slice(),
      rotation: node.rotation.slice(),
      scale: node.scale.slice(),
      weights: node.weights?.slice() ?? null,
    }));
    this.weights = this.current.map(({ weights }) => weights);
    this.pose(null, 0);
  }

  /**
   * Sets the pose of a clip at time `t` in seconds.
   * @param clip null for the pose at rest.
   */
  pose(clip: SceneClip | null, t: number): void {
    this.palettes.clear();
    if (this.scene.mover) {
      this.scene.mover.move(clip, t, this.world, this.weights);
      return;
    }
    for (const [n, node] of this.scene.nodes.entries()) {
      const now = this.current[n];
      now.translation.set(node.translation);
      now.rotation.set(node.rotation);
      now.scale.set(node.scale);
      if (node.weights) now.weights!.set(node.weights);
    }
    for (const { node, path, keys } of clip?.tracks ?? [])
      sampleKeyframes(keys, t, this.current[node][path]!);
    for (const n of this.scene.order) {
      const { parent } = this.current[n];
      localTransform(this.current[n], this.local);
      if (parent < 0) this.world.set(this.local, 12 * n);
      else multiplyAffine(this.world, 12 * n, this.world, 12 * parent, this.local, 0);
    }
  }

  /** Weights of the morph targets of a node in the current pose; null if it has none. */
  weightsOf(node: number): Float64Array | null {
    return this.current[node].weights;
  }

  /** Positions of all points in the current pose, 3P. */
  positions(out: Float64Array): void {
    for (const instance of this.scene.instances) {
      const { firstPoint } = instance;
      const base = this.basePositions(instance);
      this.eachTransform(instance, (i, m, at) => {
        const [x, y, z] = [base[3 * i], base[3 * i + 1], base[3 * i + 2]];
        const to = 3 * (firstPoint + i);
        out[to] = m[at] * x + m[at + 1] * y + m[at + 2] * z + m[at + 3];
        out[to + 1] = m[at + 4] * x + m[at + 5] * y + m[at + 6] * z + m[at + 7];
        out[to + 2] = m[at + 8] * x + m[at + 9] * y + m[at + 10] * z + m[at + 11];
      });
    }
  }

  /** Positions of an instance before skin and transform, with the morph targets of the current pose; 3n. */
  basePositions(instance: MeshInstance): Float64Array {
    return this.morphed(instance, instance.geometry.positions, "positions");
  }

  /** Unit normals of one instance in the current pose, 3n; null if its file has none. */
  normals(instance: MeshInstance): Float64Array | null {
    if (!instance.geometry.normals) return null;
    const base = this.morphed(instance, instance.geometry.normals, "normals");
    const out = new Float64Array(base.length);
    this.eachTransform(instance, (i, m, at) => {
      transformNormal(out, 3 * i, m, at, base.subarray(3 * i, 3 * i + 3));
      const length = Math.hypot(out[3 * i], out[3 * i + 1], out[3 * i + 2]) || 1;
      for (let r = 0; r < 3; r++) out[3 * i + r] /= length;
    });
    return out;
  }

  /** Whether the current pose mirrors an instance, so that its triangles must be reversed. */
  mirrors(instance: MeshInstance): boolean {
    let balance = 0;
    this.eachTransform(instance, (_, m, at) => {
      balance += Math.sign(determinantOf(m, at));
    });
    return balance < 0;
  }

  /** `base` plus the weighted morph targets; `base` itself if there are none. */
  private morphed(instance: MeshInstance, base: Float64Array, what: "positions" | "normals"): Float64Array {
    const weights = this.current[instance.node].weights;
    const { targets } = instance.geometry;
    if (!weights || targets.length === 0) return base;
    const sum = base.slice();
    for (const [t, target] of targets.entries()) {
      const delta = target[what];
      const w = weights[t];
      if (delta && w !== 0) addDelta(sum, delta, w, target.points);
    }
    return sum;
  }

  private paletteOf(skin: Skin): Float64Array {
    const known = this.palettes.get(skin);
    if (known) return known;
    const palette = new Float64Array(12 * skin.joints.length);
    for (const [j, joint] of skin.joints.entries()) {
      multiplyAffine(palette, 12 * j, this.world, 12 * joint, skin.inverseBind, 12 * j);
    }
    this.palettes.set(skin, palette);
    return palette;
  }

  /** Calls `visit(vertex, matrices, offset)` with the transform of every vertex of an instance in the current pose. */
  eachTransform(
    { geometry, node, skin }: MeshInstance,
    visit: (i: number, matrices: Float64Array, at: number) => void,
  ): void {
    if (!skin) {
      for (let i = 0; i < geometry.vertexCount; i++) visit(i, this.world, 12 * node);
      return;
    }
    const palette = this.paletteOf(skin);
    const blended = new Float64Array(12);
    for (let i = 0; i < geometry.vertexCount; i++) {
      blend(geometry, i, palette, blended);
      visit(i, blended, 0);
    }
  }
}

/** Adds w times a morph target's rows to the rows of the vertices that it names, or to all. */
function addDelta(sum: Float64Array, delta: Float64Array, w: number, points?: Uint32Array): void {
  if (!points) for (let c = 0; c < sum.length; c++) sum[c] += w * delta[c];
  else for (let c = 0; c < delta.length; c++) sum[3 * points[Math.floor(c / 3)] + (c % 3)] += w * delta[c];
}

/** The transform of a node relative to its parent, row-major 3x4. */
export function localTransform(node: SceneNode, out: Float64Array): Float64Array {
  if (node.matrix) out.set(node.matrix);
  else composeTrs(out, 0, node.translation, node.rotation, node.scale);
  return out;
}

/** The weighted sum of the matrices of vertex `i`'s joints. */
function blend(geometry: Geometry, i: number, palette: Float64Array, out: Float64Array): void {
  const { joints, weights } = geometry;
  const end = rowStart(geometry, i + 1);
  out.fill(0);
  for (let e = rowStart(geometry, i); e < end; e++) {
    const w = weights[e];
    if (w === 0) continue;
    const at = 12 * joints[e];
    for (let c = 0; c < 12; c++) out[c] += w * palette[at + c];
  }
}
