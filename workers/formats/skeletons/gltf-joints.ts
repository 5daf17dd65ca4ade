import { multiplyAffine } from "../../math/affine";
import { DisjointSets } from "../../mesh/disjoint-sets";
import type { SkeletonSource } from "../../model/files/skeleton-source";
import { parentsFirst } from "../../model/rig/bone-tree";
import { isEndName } from "../../model/rig/end-bones";
import type { Task } from "../../model/task";
import { checkMotionBytes } from "../assemble/check-raw";
import { keyRate } from "../gltf/read/key-rate";
import { keyTimes } from "../gltf/read/key-times";
import { framesOf, loadScene, type SceneFormat } from "../gltf/read/read";
import { SceneEvaluator } from "../gltf/read/scene/evaluate";
import { facesOf, type GltfScene, type SceneClip } from "../gltf/read/scene/scene";
import type { SourceFile } from "../source/source";
import { baseName, stemOf } from "../source/source-file";
import { boundNodes } from "./bound-nodes";
import { weightedNodes, withEndJoints } from "./end-joints";
import { limitsOfRotation } from "./euler-limits";
import { type Joint, skeletonOfJoints } from "./joint-tree";
import { restInverses } from "./rest-inverses";

/**
 * The most frames of a clip. Clips are sampled for exemplars, which never need more, and broken time stamps could lead
 * to millions.
 */
const MOST_FRAMES = 20_000;
/** Frames to sample between two checkpoints, which takes a few milliseconds. */
const FRAMES = 64;

/** Names of nodes that only hold an armature, for files without skins. */
const HOLDER_NAME = /^(?:armature|scene|root ?node|skeleton)/i;

/** Nodes that are joints: the joints of skins, or in a file without meshes and skins all nodes except holders. */
function jointNodes(scene: GltfScene): Uint8Array {
  const isJoint = new Uint8Array(scene.nodes.length);
  for (const { joints } of scene.skins) for (const n of joints) isJoint[n] = 1;
  const hasFaces = scene.instances.some(({ geometry }) => facesOf(geometry) > 0);
  if (scene.skins.length > 0 || hasFaces) return isJoint;
  isJoint.fill(1);
  scene.nodes.forEach(({ name, parent }, n) => {
    if (parent < 0 && HOLDER_NAME.test(name)) isJoint[n] = 0;
  });
  return isJoint;
}

/** Adds ends of chains that no skin has: nodes without children that have the name of an end. */
function addEnds(scene: GltfScene, isJoint: Uint8Array): void {
  const hasMore = new Uint8Array(scene.nodes.length);
  for (const { parent } of scene.nodes) if (parent >= 0) hasMore[parent] = 1;
  for (const { node } of scene.instances) hasMore[node] = 1;
  scene.nodes.forEach(({ name, parent }, n) => {
    if (parent >= 0 && isJoint[parent] && !hasMore[n] && isEndName(name)) isJoint[n] = 1;
  });
}

/** The joints of one skeleton, as nodes in the order of the scene. */
interface Armature {
  name: string;
  nodes: number[];
}

/**
 * The joints of an armature in the order of its largest skin, which engines number them by, but parents first. Joints
 * without a skin follow in the order of the scene.
 */
function inOrderOfSkin(nodes: number[], skins: GltfScene["skins"], above: Int32Array): number[] {
  const own = new Set(nodes);
  const [largest] = skins
    .map(({ joints }) => joints.filter((n) => own.has(n)))
    .sort((a, b) => b.length - a.length);
  const listed = [...new Set([...(largest ?? []), ...nodes])];
  const place = new Map(listed.map((n, at) => [n, at]));
  return parentsFirst(listed.map((n) => place.get(above[n]) ?? -1)).map((at) => listed[at]);
}

/** Groups joints into armatures. Joints belong together if they are connected or share a skin. */
function armaturesOf(scene: GltfScene, isJoint: Uint8Array, above: Int32Array, file: string): Armature[] {
  const groups = new DisjointSets(scene.nodes.length);
  for (const { joints } of scene.skins) for (const n of joints) groups.union(joints[0], n);
  for (const n of scene.order) if (isJoint[n] && above[n] >= 0) groups.union(above[n], n);
  const found = new Map<number, number[]>();
  for (const n of depthFirst(scene)) {
    if (!isJoint[n]) continue;
    const group = groups.find(n);
    const known = found.get(group);
    if (known) known.push(n);
    else found.set(group, [n]);
  }
  const armatures = [...found.values()];
  return armatures.map((nodes) => {
    const name = armatures.length === 1 ? stemOf(file) : nameOf(scene, nodes[0]);
    return { name: name || stemOf(file), nodes: inOrderOfSkin(nodes, scene.skins, above) };
  });
}

/** All nodes, depth first. */
function depthFirst(scene: GltfScene): number[] {
  const children = scene.nodes.map((): number[] => []);
  const open: number[] = [];
  for (const n of scene.order) (scene.nodes[n].parent < 0 ? open : children[scene.nodes[n].parent]).push(n);
  open.reverse();
  const order: number[] = [];
  for (let n = open.pop(); n !== undefined; n = open.pop()) {
    order.push(n);
    for (const child of children[n].reverse()) open.push(child);
  }
  return order;
}

/** The name of one of several armatures: the name of the first joint's holder, or of the joint itself. */
function nameOf(scene: GltfScene, node: number): string {
  const { name, parent } = scene.nodes[node];
  return (parent >= 0 && scene.nodes[parent].name) || name;
}

/** The nodes that a clip moves: its targets and all nodes below. */
function movedBy({ tracks }: SceneClip, scene: GltfScene): Uint8Array {
  const moved = new Uint8Array(scene.nodes.length);
  for (const { node } of tracks) moved[node] = 1;
  for (const n of scene.order) if (moved[scene.nodes[n].parent]) moved[n] = 1;
  return moved;
}

/** A skeleton under construction: its bones as nodes, and the inverses of their places at rest. */
interface Bones {
  source: SkeletonSource;
  nodes: number[];
  inverses: Float64Array;
}

/** Samples a clip once for all skeletons that it moves. */
async function addClip(
  clip: SceneClip,
  skeletons: readonly Bones[],
  evaluator: SceneEvaluator,
  task: Task,
): Promise<void> {
  const moved = movedBy(clip, evaluator.scene);
  const own = skeletons.filter(({ nodes }) => nodes.some((n) => moved[n] === 1));
  const fps = evaluator.scene.fps ?? keyRate([clip]);
  const frameCount = framesOf(clip, fps);
  if (frameCount > MOST_FRAMES) {
    const note = `“${clip.name}” has ${frameCount} frames and is left out: Sinew reads at most ${MOST_FRAMES}.`;
    for (const { source } of own) source.notes.push(note);
    return;
  }
  const bones = own.reduce((sum, { nodes }) => sum + nodes.length, 0);
  checkMotionBytes(clip.name, bones, frameCount);
  const poses = (times: readonly number[]) => posesAt(clip, times, own, evaluator, task);
  const frames = Array.from({ length: frameCount }, (_, k) => Math.min(clip.start + k / fps, clip.end));
  const motions = await poses(frames);
  const times = keyTimes(clip, fps, MOST_FRAMES);
  const keyed = times && (await poses([...times]));
  own.forEach(({ source }, o) => {
    const keys = times && { times: times.map((t) => (t - clip.start) * fps), motions: keyed![o] };
    source.clips.push({ name: clip.name, fps, frameCount, motions: motions[o], ...(keys && { keys }) });
  });
}

/** The motions of some skeletons at some times of a clip: n·B·12 for each. */
async function posesAt(
  clip: SceneClip,
  times: readonly number[],
  skeletons: readonly Bones[],
  evaluator: SceneEvaluator,
  task: Task,
): Promise<Float32Array[]> {
  const out = skeletons.map(({ nodes }) => new Float32Array(times.length * nodes.length * 12));
  const one = new Float64Array(12);
  for (let k = 0; skeletons.length > 0 && k < times.length; k++) {
    if (k % FRAMES === 0) await task.checkpoint();
    evaluator.pose(clip, times[k]);
    for (const [o, { nodes, inverses }] of skeletons.entries()) {
      for (const [s, node] of nodes.entries()) {
        multiplyAffine(one, 0, evaluator.world, 12 * node, inverses, 12 * s);
        out[o].set(one, 12 * (k * nodes.length + s));
      }
    }
  }
  return out;
}

/**
 * Reads the skeletons of a .glb or .gltf in the scene at rest, in metres with y up, and its clips.
 * @param files everything that was opened together. External buffers are searched there.
 * @returns an empty list if there are none.
 */
export async function readGltfSkeletons(
  files: SourceFile[],
  main: SourceFile,
  task: Task,
): Promise<SkeletonSource[]> {
  const { scene } = await loadScene(files, main);
  return sceneSkeletons(scene, main.name, { format: "glTF", upAxis: "y", metresPerUnit: 1 }, task);
}

/**
 * The limits of a node's rotation, if the file has some.
 * @param world places of all nodes at rest.
 */
function limitsAt({ nodes }: GltfScene, n: number, world: Float64Array): Pick<Joint, "limits"> {
  const { limits } = nodes[n];
  if (!limits) return {};
  const rest = world.slice(12 * n, 12 * n + 12);
  return { limits: (along) => limitsOfRotation(limits, rest, along) };
}

/** The places of all nodes in which a scene's skeletons may rest, 12 numbers each. */
interface Stances {
  /** The pose of the file: of its nodes, or for an FBX, which rests in the pose that it was saved in, the bind pose. */
  own: Float64Array;
  /** The bind pose, if that is another one. */
  bound: Float64Array | null;
}

function stancesOf(scene: GltfScene, file: string, evaluator: SceneEvaluator, isFbx: boolean): Stances {
  const standing = evaluator.world.slice();
  const bound = boundNodes(scene, file, evaluator);
  if (isFbx) return { own: bound, bound: null };
  return { own: standing, bound: bound.some((x, at) => x !== standing[at]) ? bound : null };
}

/** The joints of a scene, with the joints above them. */
interface SceneJoints {
  scene: GltfScene;
  file: string;
  format: SceneFormat;
  armatures: Armature[];
  /** The nearest joint above each node, or −1. */
  above: Int32Array;
  /** Flags of nodes: whether a joint hangs on it, and whether it moves vertices. */
  carries: Uint8Array;
  moves: ArrayLike<number>;
}

function jointsOf(scene: GltfScene, file: string, format: SceneFormat): SceneJoints {
  const isJoint = jointNodes(scene);
  addEnds(scene, isJoint);
  const above = new Int32Array(scene.nodes.length).fill(-1);
  for (const n of scene.order) {
    const { parent } = scene.nodes[n];
    if (parent >= 0) above[n] = isJoint[parent] ? parent : above[parent];
  }
  const carries = new Uint8Array(scene.nodes.length);
  for (const [n, joint] of above.entries()) if (isJoint[n] && joint >= 0) carries[joint] = 1;
  const armatures = armaturesOf(scene, isJoint, above, file);
  return { scene, file, format, armatures, above, carries, moves: weightedNodes(scene) };
}

/** An armature as a skeleton, with its nodes at some places; null if it has no bones. */
function bonesAt(joints: SceneJoints, { name, nodes }: Armature, places: Float64Array): Bones | null {
  const { scene, file, format, above, carries, moves } = joints;
  const number = new Map(nodes.map((n, j) => [n, j]));
  const own = nodes.map(
    (n): Joint => ({
      ...limitsAt(scene, n, places),
      name: scene.nodes[n].name,
      parent: number.get(above[n]) ?? -1,
      rest: places.slice(12 * n, 12 * n + 12),
      isEnd: carries[n] === 0 && moves[n] === 0 && above[n] >= 0 && isEndName(scene.nodes[n].name),
    }),
  );
  const { skeleton, joints: kept, guessed, notes } = skeletonOfJoints(file, own);
  if (skeleton.segments.length === 0) return null;
  return {
    source: { name, file, ...format, skeleton, guessed, clips: [], notes },
    nodes: kept.map((j) => nodes[j]),
    inverses: restInverses(kept.map((j) => own[j].rest)),
  };
}

/**
 * The skeletons of a scene at rest, and its clips.
 * @param file name of its file.
 */
export async function sceneSkeletons(
  scene: GltfScene,
  file: string,
  format: SceneFormat,
  task: Task,
): Promise<SkeletonSource[]> {
  const joints = jointsOf(scene, file, format);
  const evaluator = new SceneEvaluator(scene);
  const { own, bound } = stancesOf(scene, file, evaluator, format.format === "FBX");
  const found = joints.armatures.flatMap((armature) => {
    const standing = bonesAt(joints, armature, own);
    return standing ? [{ standing, bound: bound && bonesAt(joints, armature, bound) }] : [];
  });
  const all = found.flatMap((each) => (each.bound ? [each.standing, each.bound] : [each.standing]));
  for (const clip of scene.clips) {
    task.progress({ phase: `Reading ${baseName(file)}`, done: null, detail: clip.name });
    await addClip(clip, all, evaluator, task);
  }
  return found.map((each) => ({
    ...withEnds(joints, each.standing),
    ...(each.bound && { bound: withEnds(joints, each.bound) }),
  }));
}

/** In a skinned file, a last joint without weights below a joint with weights is an end too, whatever its name is. */
function withEnds({ above, carries, moves }: SceneJoints, { source, nodes }: Bones): SkeletonSource {
  const isLast = (n: number) => carries[n] === 0 && moves[n] === 0 && above[n] >= 0 && moves[above[n]] === 1;
  return withEndJoints(
    source,
    [...nodes.keys()].filter((j) => isLast(nodes[j])),
  );
}
