import type { UniqueNames } from "../../../../export/unique-names";
import { axesOfPlace } from "../../../../model/rig/axes";
import type { Bone } from "../../../../model/rig/rig";
import { checkBoneCount } from "../../../assemble/check-raw";
import { localTransform } from "../scene/evaluate";
import type { GltfScene, MeshInstance, Skin } from "../scene/scene";
import { identity, inverseOf, mapProduct, originOf } from "./maps";

/** A bone under construction. */
export interface CollectedBone {
  node: number;
  skin: Skin | null;
  unbind: Float64Array;
  /** Inverse of `unbind`, or null if it has none. */
  rest: Float64Array | null;
  head: [number, number, number];
}

/** Collects the bones of a scene: joints of skins first, then nodes that carry meshes without a skin. */
export class BoneCollector {
  readonly entries: CollectedBone[] = [];
  private readonly scene: GltfScene;
  private readonly file: string;
  private readonly byNode = new Map<number, CollectedBone[]>();
  private readonly moved: Uint8Array;
  /** Places of nodes in the rest pose, cached until a new bone may change them. */
  private readonly places = new Map<number, Float64Array>();

  constructor(scene: GltfScene, file: string) {
    this.scene = scene;
    this.file = file;
    this.moved = new Uint8Array(scene.nodes.length);
    for (const { tracks } of scene.clips) {
      for (const { node, path } of tracks) if (path !== "weights") this.moved[node] = 1;
    }
  }

  /**
   * Adds a bone with its head at its place in the rest pose. If it has no place there, `settle` places it.
   * @throws SinewError if a rig cannot have more bones.
   */
  add(node: number, skin: Skin | null, unbind: Float64Array): CollectedBone {
    checkBoneCount(this.file, this.entries.length + 1);
    const rest = inverseOf(unbind);
    const entry: CollectedBone = { node, skin, unbind, rest, head: rest ? originOf(rest) : [0, 0, 0] };
    this.entries.push(entry);
    const there = this.byNode.get(node);
    if (there) there.push(entry);
    else this.byNode.set(node, [entry]);
    if (rest) this.places.clear();
    return entry;
  }

  /** Places the head of a bone that has no place in the rest pose at its node. */
  settle(entry: CollectedBone): void {
    if (!entry.rest) entry.head = originOf(this.restOf(entry.node));
  }

  at(node: number): readonly CollectedBone[] {
    return this.byNode.get(node) ?? [];
  }

  /** The bone that carries the children of a node, or undefined. */
  carrierAt(node: number): CollectedBone | undefined {
    return this.at(node).find((entry) => entry.rest !== null);
  }

  /** The place of a node in the rest pose: its bone's place, or its own transform below its parent's place. */
  restOf(node: number): Float64Array {
    const chain: number[] = [];
    let place: Float64Array | null = null;
    for (let n = node; n >= 0 && place === null; n = this.scene.nodes[n].parent) {
      place = this.places.get(n) ?? this.carrierAt(n)?.rest ?? null;
      if (place === null) chain.push(n);
    }
    for (const n of chain.reverse()) {
      const local = localTransform(this.scene.nodes[n], new Float64Array(12));
      place = place === null ? local : mapProduct(place, 0, local, 0);
      this.places.set(n, place);
    }
    return place!;
  }

  /**
   * The bones for instances without a skin: the bone of their node, or of the nearest moving ancestor, created if
   * needed. Call after all skins are added.
   */
  carriersOf(instances: readonly MeshInstance[]): Map<MeshInstance, CollectedBone> {
    const nearest = nearestAbove(this.scene, (n) => this.moved[n] === 1 || this.carrierAt(n) !== undefined);
    const carriers = new Map<MeshInstance, CollectedBone>();
    for (const instance of instances) {
      if (instance.skin) continue;
      const { parent } = this.scene.nodes[instance.node];
      const isOne = this.moved[instance.node] === 1 || this.carrierAt(instance.node) !== undefined;
      const node = isOne ? instance.node : parent < 0 ? -1 : nearest[instance.node];
      carriers.set(
        instance,
        node < 0 ? this.still(instance.node) : (this.carrierAt(node) ?? this.carry(node)),
      );
    }
    return carriers;
  }

  /** The bone that never moves, with its head at the first node that follows it. */
  private still(node: number): CollectedBone {
    const known = this.carrierAt(-1);
    if (known) return known;
    const head = originOf(this.restOf(node));
    const entry = this.add(-1, null, identity());
    entry.head = head;
    return entry;
  }

  private carry(node: number): CollectedBone {
    const rest = this.restOf(node);
    const unbind = inverseOf(rest) ?? identity();
    // For a node that is flat at rest, children are unscaled in the rest pose.
    if (!inverseOf(rest)) for (const c of [3, 7, 11]) unbind[c] = -rest[c];
    return this.add(node, null, unbind);
  }

  /**
   * Sorts the bones, parents first. The parent of a bone is the nearest bone above its node, preferably of its own
   * skin.
   */
  finish(names: UniqueNames): { entries: CollectedBone[]; bones: Bone[] } {
    const rank = new Int32Array(this.scene.nodes.length);
    this.scene.order.forEach((n, at) => {
      rank[n] = at + 1;
    });
    const entries = [...this.entries].sort((a, b) => (rank[a.node] ?? 0) - (rank[b.node] ?? 0));
    const number = new Map(entries.map((entry, j) => [entry, j]));
    const nearest = nearestAbove(this.scene, (n) => this.at(n).length > 0);
    const parentOf = ({ node, skin }: CollectedBone): number => {
      const above = node < 0 ? -1 : nearest[node];
      if (above < 0) return -1;
      const there = this.at(above);
      return number.get(there.find((entry) => entry.skin === skin) ?? there[0]) ?? -1;
    };
    const bones = entries.map((entry) => ({
      name: names.take(entry.node < 0 ? "still" : this.scene.nodes[entry.node].name || `joint_${entry.node}`),
      parent: parentOf(entry),
      head: entry.head,
      ...(entry.node >= 0 && { axes: axesOfPlace(entry.rest ?? this.restOf(entry.node)) }),
    }));
    return { entries, bones };
  }
}

/** The nearest wanted node above each node, or −1. */
function nearestAbove({ nodes, order }: GltfScene, isWanted: (n: number) => boolean): Int32Array {
  const nearest = new Int32Array(nodes.length).fill(-1);
  for (const n of order) {
    const { parent } = nodes[n];
    if (parent >= 0) nearest[n] = isWanted(parent) ? parent : nearest[parent];
  }
  return nearest;
}
