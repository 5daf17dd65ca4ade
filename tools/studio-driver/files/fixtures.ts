import { writeObj } from "../../../workers/formats/obj/write-obj";
import { writePc2 } from "../../../workers/formats/point-cache/pc2";
import type { MeshSequence } from "../../../workers/model/mesh/mesh-sequence";
import { bendingBar } from "../../../workers/testing/sequences";

/** A file to drop on the page. */
export interface TestFile {
  path: string;
  bytes: Uint8Array;
}

/** A sequence as OBJ and PC2. */
export function objAndCache(sequence: MeshSequence, name = sequence.name): TestFile[] {
  return [
    { path: `${name}.obj`, bytes: writeObj(sequence) },
    { path: `${name}.pc2`, bytes: writePc2(sequence) },
  ];
}

/** A bar of 1250 vertices that four rigid bones bend exactly. */
export const bar = () => bendingBar({ bones: 4, frames: 16, length: 48, width: 6 });
