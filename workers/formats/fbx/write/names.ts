import { meshPieces } from "../../../export/meshes/mesh-pieces";
import type { FileRig } from "../../../export/prepare";
import { UniqueNames } from "../../../export/unique-names";
import { plainName } from "./record";

/** Unique names for the nodes of a file. */
export interface NodeNames {
  /** The names of the skeleton's nodes, N. */
  nodes: string[];
  /** The names of the meshes, in the order of `meshPieces`. */
  meshes: string[];
}

/** Names nodes. Bones choose first, because animations and scripts refer to them, then meshes, and helpers last. */
export function nodeNames({ rig, sequence, clips: [{ tracks }] }: FileRig): NodeNames {
  const names = new UniqueNames();
  const bones = rig.bones.map(({ name }) => names.take(plainName(name)));
  const meshes = meshPieces(sequence).map(({ name }) => names.take(plainName(name)));
  const nodes = Array.from(tracks.nodeBones, (j, n) =>
    tracks.joints[j] === n ? bones[j] : names.take(`${bones[j]}_stretch`),
  );
  return { nodes, meshes };
}
