/** glTF files for tests, made with glTF-Transform, and three's reading of a GLB as an independent reference. */
import {
  type Accessor,
  type AnimationChannel,
  type Buffer,
  Document,
  type Mesh,
  type Node,
  type Skin,
  WebIO,
} from "@gltf-transform/core";
import { MeshoptDecoder } from "meshoptimizer/decoder";
import {
  AnimationMixer,
  Matrix4,
  type Object3D,
  type SkinnedMesh,
  type Mesh as ThreeMesh,
  Vector3,
} from "three";
import { GLTFLoader } from "three/examples/jsm/loaders/GLTFLoader.js";
import { createRandom, type Random } from "../../../math/random";

type AccessorType = Parameters<Accessor["setType"]>[0];
type Values = Float32Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Uint8Array<ArrayBuffer>;

/** A document under construction, with the few methods that the tests need. */
export class Sketch {
  readonly document = new Document();
  readonly buffer: Buffer = this.document.createBuffer();
  readonly scene = this.document.createScene("scene");
  readonly random: Random;

  constructor(seed: number) {
    this.random = createRandom(seed);
  }

  accessor(type: AccessorType, values: Values): Accessor {
    return this.document.createAccessor().setType(type).setArray(values).setBuffer(this.buffer);
  }

  floats(type: AccessorType, values: ArrayLike<number>): Accessor {
    return this.accessor(type, Float32Array.from(values));
  }

  normals(count: number, scale = 1): Float32Array<ArrayBuffer> {
    return Float32Array.from({ length: count }, () => scale * this.random.normal());
  }

  quaternion(): [number, number, number, number] {
    const q = this.normals(4);
    const length = Math.hypot(...q);
    return [q[0] / length, q[1] / length, q[2] / length, q[3] / length];
  }

  /** A grid of (size + 1)² vertices in the xy plane, with normals and UVs. */
  grid(name: string, size: number, targets = 0): Mesh {
    const side = size + 1;
    const at = (v: number) => [v % side, Math.floor(v / side)];
    const positions = Array.from({ length: side * side }, (_, v) => [
      ...at(v).map((x) => x / size),
      0,
    ]).flat();
    const corners: number[] = [];
    for (let v = 0; v < side * size; v++) {
      if (v % side < size) corners.push(v, v + 1, v + side, v + 1, v + side + 1, v + side);
    }
    const primitive = this.document
      .createPrimitive()
      .setAttribute("POSITION", this.floats("VEC3", positions))
      .setAttribute(
        "NORMAL",
        this.floats("VEC3", Array.from({ length: side * side }, () => [0, 0, 1]).flat()),
      )
      .setAttribute(
        "TEXCOORD_0",
        this.floats(
          "VEC2",
          positions.filter((_, c) => c % 3 < 2),
        ),
      )
      .setIndices(this.accessor("SCALAR", Uint16Array.from(corners)));
    for (let t = 0; t < targets; t++) {
      const offsets = this.floats("VEC3", this.normals(3 * side * side, 0.2));
      primitive.addTarget(this.document.createPrimitiveTarget().setAttribute("POSITION", offsets));
    }
    const weights = Array.from({ length: targets }, () => this.random.next());
    return this.document.createMesh(name).addPrimitive(primitive).setWeights(weights);
  }

  /** Gives every vertex of a mesh `sets` times 4 random influences. */
  bind(mesh: Mesh, jointCount: number, sets = 1): void {
    for (const primitive of mesh.listPrimitives()) {
      const count = primitive.getAttribute("POSITION")!.getCount();
      const weights = Array.from({ length: count }, () => {
        const row = Array.from({ length: 4 * sets }, () => this.random.next() ** 2);
        const sum = row.reduce((a, b) => a + b, 0);
        return row.map((w) => w / sum);
      });
      const joints = weights.map((row) => row.map(() => this.random.integer(jointCount)));
      for (let set = 0; set < sets; set++) {
        const of = (rows: number[][]) => rows.flatMap((row) => row.slice(4 * set, 4 * set + 4));
        primitive
          .setAttribute(`JOINTS_${set}`, this.accessor("VEC4", Uint8Array.from(of(joints))))
          .setAttribute(`WEIGHTS_${set}`, this.floats("VEC4", of(weights)));
      }
    }
  }

  node(name: string, parent: Node | null): Node {
    const node = this.document
      .createNode(name)
      .setTranslation([this.random.normal(), this.random.normal(), this.random.normal()])
      .setRotation(this.quaternion())
      .setScale([
        1 + 0.3 * this.random.normal(),
        1 + 0.3 * this.random.normal(),
        1 + 0.3 * this.random.normal(),
      ]);
    if (parent) parent.addChild(node);
    else this.scene.addChild(node);
    return node;
  }

  /** A chain of joints below `parent` with random affine inverse bind matrices. */
  chain(name: string, count: number, parent: Node): Skin {
    const skin = this.document.createSkin(name);
    let above = parent;
    for (let j = 0; j < count; j++) {
      above = this.node(`${name} ${j}`, above);
      skin.addJoint(above);
    }
    const matrices = Array.from({ length: count }, () => {
      const m = this.normals(16, 0.3);
      for (let c = 0; c < 4; c++) m[5 * c] += 1;
      for (const c of [3, 7, 11]) m[c] = 0;
      m[15] = 1;
      return [...m];
    });
    return skin.setInverseBindMatrices(this.floats("MAT4", matrices.flat()));
  }

  /** A clip that animates properties of nodes with random keys at uneven times up to `seconds`. */
  clip(name: string, seconds: number, targets: [Node, Path][]): void {
    const animation = this.document.createAnimation(name);
    for (const [c, [node, path]] of targets.entries()) {
      const interpolation = (["LINEAR", "STEP", "CUBICSPLINE"] as const)[c % 3];
      const keys = 2 + this.random.integer(4);
      const inner = Array.from({ length: keys - 2 }, () => seconds * this.random.next()).sort(
        (a, b) => a - b,
      );
      const width = path === "rotation" ? 4 : path === "weights" ? node.getMesh()!.getWeights().length : 3;
      const values: number[] = [];
      for (let k = 0; k < keys; k++) {
        const tangent = () => this.normals(width, 0.5);
        const value = path === "rotation" ? this.quaternion() : this.normals(width).map((x) => 1 + 0.4 * x);
        if (interpolation === "CUBICSPLINE") values.push(...tangent(), ...value, ...tangent());
        else values.push(...value);
      }
      const type = path === "weights" ? "SCALAR" : path === "rotation" ? "VEC4" : "VEC3";
      const sampler = this.document
        .createAnimationSampler()
        .setInput(this.floats("SCALAR", [0, ...inner, seconds]))
        .setOutput(this.floats(type, values))
        .setInterpolation(interpolation);
      const channel = this.document
        .createAnimationChannel()
        .setTargetNode(node)
        .setTargetPath(path)
        .setSampler(sampler);
      animation.addSampler(sampler).addChannel(channel);
    }
  }

  glb(): Promise<Uint8Array> {
    return new WebIO().writeBinary(this.document);
  }
}

type Path = NonNullable<ReturnType<AnimationChannel["getTargetPath"]>>;

/** A random scene: a hierarchy with two skins, meshes with and without morph targets, plain nodes, and two clips. */
export function randomSketch(seed: number, targets = 3): Sketch {
  const sketch = new Sketch(seed);
  const base = sketch.node("base", null);
  const arm = sketch.node("arm", base);
  const plain = sketch.node("plain", arm).setMesh(sketch.grid("plain mesh", 2));
  const face = sketch.node("face", base).setMesh(sketch.grid("face mesh", 3, targets));
  const skins = [sketch.chain("spine", 3, base), sketch.chain("tail", 4, arm)];
  const bodies = skins.map((skin, s) => {
    const mesh = sketch.grid(`body mesh ${s}`, 3, s === 0 ? 0 : targets);
    sketch.bind(mesh, skin.listJoints().length);
    return sketch
      .node(`body ${s}`, s === 0 ? null : arm)
      .setMesh(mesh)
      .setSkin(skin);
  });
  const joints = skins.flatMap((skin) => skin.listJoints());
  const jointTargets = joints.flatMap((joint): [Node, Path][] => [
    [joint, "rotation"],
    [joint, "translation"],
  ]);
  const morphs = targets > 0 ? [face, bodies[1]].map((node): [Node, Path] => [node, "weights"]) : [];
  sketch.clip("walk", 1.3, [...jointTargets, ...morphs, [plain, "scale"], [base, "rotation"]]);
  sketch.clip("wave", 0.4, [[arm, "translation"], [arm, "rotation"], ...morphs]);
  return sketch;
}

/**
 * Three's GLTFLoader on a GLB: positions of the vertices in triangles, at times of a clip, in the order of the scene.
 */
export async function threePositions(
  bytes: Uint8Array,
  clip: number | null,
  times: number[],
): Promise<number[][]> {
  await MeshoptDecoder.ready;
  const loader = new GLTFLoader().setMeshoptDecoder(MeshoptDecoder);
  const gltf = await loader.parseAsync(bytes.slice().buffer as ArrayBuffer, "");
  const mixer = new AnimationMixer(gltf.scene);
  if (clip !== null) mixer.clipAction(gltf.animations[clip]).play();
  const meshes: ThreeMesh[] = [];
  gltf.scene.traverse((object: Object3D) => {
    if ((object as ThreeMesh).isMesh) meshes.push(object as ThreeMesh);
  });
  const point = new Vector3();
  const toWorld = new Matrix4();
  return times.map((t) => {
    // Exactly at the end the mixer wraps around. Slightly before, the pose is the same as at the end.
    if (clip !== null) mixer.setTime(Math.min(t, gltf.animations[clip].duration * (1 - 1e-9)));
    gltf.scene.updateMatrixWorld(true);
    for (const mesh of meshes) (mesh as SkinnedMesh).skeleton?.update();
    const out: number[] = [];
    for (const mesh of meshes) {
      toWorld.copy(mesh.matrixWorld);
      const used = usedVertices(mesh);
      for (const i of used) {
        mesh.getVertexPosition(i, point).applyMatrix4(toWorld);
        out.push(point.x, point.y, point.z);
      }
    }
    return out;
  });
}

/** Vertices of the triangles with three different corners, ascending. */
function usedVertices({ geometry: { index, attributes } }: ThreeMesh): number[] {
  const corners = index ? [...index.array] : [...Array(attributes.position.count).keys()];
  const used = new Set<number>();
  for (let c = 0; c < corners.length; c += 3) {
    const triangle = corners.slice(c, c + 3);
    if (new Set(triangle).size === 3) for (const v of triangle) used.add(v);
  }
  return [...used].sort((a, b) => a - b);
}

/** Largest difference between two lists of numbers. */
export function largestDifference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let largest = a.length === b.length ? 0 : Number.POSITIVE_INFINITY;
  for (let c = 0; c < a.length; c++) largest = Math.max(largest, Math.abs(a[c] - b[c]));
  return largest;
}
