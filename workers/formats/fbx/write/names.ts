import { meshPieces } from "../../../export/meshes/mesh-pieces";
import type { FileRig } from "../../../export/prepare";
import { UniqueNames } from "../../../export/unique-names";
import { plainName } from "./record";

/** The names of a file's nodes, each once. */
export interface NodeNames {
  /** Of the skeleton's nodes, N. */
  nodes: string[];
  /** Of the meshes, as `meshPieces` has them. */
  meshes: string[];
}

/** Bones choose first, because animations and scripts look for them; then meshes, and last what only helps. */
export function nodeNames({ rig, sequence, clips: [{ tracks }] }: FileRig): NodeNames {
  const names = new UniqueNames();
  const bones = rig.bones.map(({ name }) => names.take(plainName(name)));
  const meshes = meshPieces(sequence).map(({ name }) => names.take(plainName(name)));
  const nodes = Array.from(tracks.nodeBones, (j, n) =>
    tracks.joints[j] === n ? bones[j] : names.take(`${bones[j]}_stretch`),
  );
  return { nodes, meshes };
}
