/**
 * The bones of a glTF scene: its joints, and a bone for every animated node that carries a mesh without a skin.
 *
 * glTF moves a vertex v of a mesh by Σ w · W(joint) · I(joint) · v, with W the node's transform in the scene and I its
 * inverse bind matrix. A rig moves one rest pose r = B·v by Σ w · M · r. So M = W · U with U = I · B⁻¹, and one B for
 * each skin. Any B reproduces the file. The chosen one places the mesh where the file's scene shows it, as well as a
 * single map can, and lets skins with common joints share bones. (Exporters that quantise, or that place meshes
 * differently, give each mesh its own I for the same skeleton.)
 */

import { UniqueNames } from "../../../../export/unique-names";
import { distance } from "../../../../math/vectors";
import type { Bone } from "../../../../model/rig/rig";
import type { SceneEvaluator } from "../scene/evaluate";
import type { GltfScene, MeshInstance, Skin } from "../scene/scene";
import { BoneCollector, type CollectedBone } from "./bone-collector";
import { missOfMaps } from "./map-misses";
import { identity, inverseOf, mapPoint, mapProduct, originOf, type Position } from "./maps";

/** Bones of two skins are merged if that moves no vertex by more than this share of the diagonal. */
const SAME_BONE = 2e-6;
/** This many joints vote for the map on which most agree. If most joints agree, one of these is in the sample. */
const MOST_ASKED = 64;

export interface SceneBones {
  bones: Bone[];
  /** The node of each bone; -1 for a bone that never moves. */
  nodes: Int32Array;
  /** U: from the rest pose to the node's own axes, 12 numbers for each bone. */
  unbind: Float64Array;
  /** The bones that an instance follows, and B, the map from its vertices to the rest pose. */
  placeOf(instance: MeshInstance): { bind: Float64Array; bones: ArrayLike<number> };
}

/** Corners of the box of a skin's vertices, where two affine maps differ most. */
function cornersOf(instances: MeshInstance[], evaluator: SceneEvaluator): number[][] {
  const [low, high] = [
    [Infinity, Infinity, Infinity],
    [-Infinity, -Infinity, -Infinity],
  ];
  for (const instance of instances) {
    evaluator.basePositions(instance).forEach((x, c) => {
      low[c % 3] = Math.min(low[c % 3], x);
      high[c % 3] = Math.max(high[c % 3], x);
    });
  }
  return Array.from({ length: 8 }, (_, n) => low.map((x, c) => ((n >> c) & 1 ? high[c] : x)));
}

/**
 * Adds the joints of one skin.
 * @returns its B and the bone of each joint.
 */
function addSkin(
  collector: BoneCollector,
  skin: Skin,
  instances: MeshInstance[],
  evaluator: SceneEvaluator,
  diagonal: number,
) {
  const placed = skin.joints.map((node, j) =>
    mapProduct(collector.restOf(node), 0, skin.inverseBind, 12 * j),
  );
  const corners = cornersOf(instances, evaluator);
  const known = skin.joints.map((node) => collector.carrierAt(node));
  /** Whether joint j, with the mesh placed by `bind`, equals the bone that an earlier skin made for it. */
  const agrees = (j: number, bind: Float64Array) => {
    const isNear = (corner: number[]) =>
      distance(mapPoint(placed[j], corner), mapPoint(bind, corner)) <= SAME_BONE * diagonal;
    return known[j] !== undefined && corners.every(isNear);
  };
  const bind = bindOf(skin, placed, collector, agrees, diagonal);
  const back = inverseOf(bind) ?? identity();
  const entries = skin.joints.map((node, j) => {
    if (agrees(j, bind)) return known[j]!;
    return collector.add(node, skin, mapProduct(skin.inverseBind, 12 * j, back, 0));
  });
  for (const entry of entries) collector.settle(entry);
  return { bind, entries };
}

/**
 * The B of a skin: the place of the mesh at rest according to one of its joints. If earlier skins share some of its
 * joints, it is the joint on which most of those agree. Otherwise it is the joint that keeps all joints nearest to
 * their places in the scene at rest. If the mesh was bound in that pose, all joints stay in place.
 */
function bindOf(
  { joints, inverseBind }: Skin,
  placed: Float64Array[],
  collector: BoneCollector,
  agrees: (j: number, bind: Float64Array) => boolean,
  diagonal: number,
): Float64Array {
  const bound = joints.map((_, j) => inverseOf(inverseBind.subarray(12 * j, 12 * j + 12)));
  const usable = placed.filter((m) => inverseOf(m) !== null);
  const common = placed.filter((m, j) => collector.carrierAt(joints[j]) && inverseOf(m) !== null);
  const asked = spread(common, MOST_ASKED);
  const agreeing = asked.map((m) => joints.filter((_, j) => agrees(j, m)).length);
  const votes = agreeing.reduce((a, b) => Math.max(a, b), 0);
  if (2 * votes > common.length) return asked[agreeing.indexOf(votes)];
  const pairs = joints.flatMap((node, j): [Position, Position][] => {
    const at = bound[j];
    return at ? [[originOf(at), originOf(collector.restOf(node))]] : [];
  });
  const missOf = missOfMaps(pairs);
  const misses = usable.map(missOf);
  // Among equal candidates it takes the first, which is nearest to the root, so that rounding does not decide.
  const most =
    misses.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY) +
    joints.length * (SAME_BONE * diagonal) ** 2;
  return usable[misses.findIndex((miss) => miss <= most)] ?? identity();
}

/** At most `most` items of a list, evenly spread. */
function spread<T>(list: readonly T[], most: number): T[] {
  const count = Math.min(most, list.length);
  return Array.from({ length: count }, (_, n) => list[Math.floor((n * list.length) / count)]);
}

/** Instances grouped by skin, in the order of the skins' first use. */
function instancesBySkin(instances: readonly MeshInstance[]): Map<Skin, MeshInstance[]> {
  const found = new Map<Skin, MeshInstance[]>();
  for (const instance of instances) {
    if (!instance.skin) continue;
    const known = found.get(instance.skin);
    if (known) known.push(instance);
    else found.set(instance.skin, [instance]);
  }
  return found;
}

/**
 * @param file its name, for error messages.
 * @param evaluator of the scene, in its pose at rest.
 * @param diagonal of the points at rest.
 * @throws SinewError if it has more bones than a rig can have.
 */
export function sceneBones(
  scene: GltfScene,
  file: string,
  evaluator: SceneEvaluator,
  diagonal: number,
): SceneBones {
  const collector = new BoneCollector(scene, file);
  const skins = new Map<Skin, { bind: Float64Array; entries: CollectedBone[] }>();
  for (const [skin, instances] of instancesBySkin(scene.instances)) {
    skins.set(skin, addSkin(collector, skin, instances, evaluator, diagonal));
  }
  const carriers = collector.carriersOf(scene.instances);
  const { entries, bones } = collector.finish(new UniqueNames());
  const number = new Map(entries.map((entry, j) => [entry, j]));
  const unbind = new Float64Array(12 * entries.length);
  entries.forEach((entry, j) => {
    unbind.set(entry.unbind, 12 * j);
  });
  const ofSkin = new Map<Skin, { bind: Float64Array; bones: number[] }>();
  for (const [skin, { bind, entries: joints }] of skins) {
    ofSkin.set(skin, { bind, bones: joints.map((entry) => number.get(entry)!) });
  }
  return {
    bones,
    nodes: Int32Array.from(entries, ({ node }) => node),
    unbind,
    placeOf(instance) {
      if (instance.skin) return ofSkin.get(instance.skin)!;
      return { bind: collector.restOf(instance.node), bones: [number.get(carriers.get(instance)!)!] };
    },
  };
}
