import type { Node } from "@gltf-transform/core";
import { morphsOf } from "../../../export/meshes/file-morphs";
import type { FileRig } from "../../../export/prepare";

/** The node of a mesh, and the numbers of the file's morph targets that the mesh has. */
export interface MorphedNode {
  node: Node;
  targets: number[];
}

/** Nodes whose meshes have the same targets; at least one node. */
export function withSameTargets(nodes: readonly MorphedNode[]): { alike: Node[]; targets: number[] }[] {
  const groups = new Map<string, { alike: Node[]; targets: number[] }>();
  for (const { node, targets } of nodes) {
    if (targets.length === 0) continue;
    const known = groups.get(targets.join());
    if (known) known.alike.push(node);
    else groups.set(targets.join(), { alike: [node], targets });
  }
  return [...groups.values()];
}

/** The morph targets of the mesh that begins with surface `first`: the targets of all of its surfaces. */
export function targetsOfMesh({ sequence, surfaces, morphs }: FileRig, first: number): number[] {
  if (!morphs) return [];
  const others = surfaces.slice(first).findIndex(({ name }) => name !== surfaces[first].name);
  const run = surfaces.slice(first, others < 0 ? undefined : first + others);
  const solver = run.flatMap(({ vertices }) => Array.from(vertices, (d) => sequence.solverIndex[d]));
  return morphsOf(morphs, solver);
}
