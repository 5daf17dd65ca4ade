/** Sparse weights as sections of a project: the weights of a skeleton's file, and the layers of a rig's weights. */
import type { SparseWeights } from "../../../model/rig/sparse-weights";
import { packFloats, packIntegers } from "../byte-planes";
import type { ProjectSections } from "../section-reader";

type Add = (section: string, bytes: Uint8Array) => void;

/** @param prefix of the names of the sections. */
export function writeWeights(prefix: string, { offsets, bones, values }: SparseWeights, add: Add): void {
  const sizes = offsets.map((o, i) => (i > 0 ? o - offsets[i - 1] : 0)).subarray(1);
  add(`${prefix}.influences`, packIntegers(sizes));
  add(`${prefix}.influenceBones`, packIntegers(bones));
  add(`${prefix}.influenceValues`, packFloats(values, 1));
}

interface WeightSizes {
  entries: number;
  bones: number;
  vertices: number;
}

export function readWeights(prefix: string, sizes: WeightSizes, take: ProjectSections): SparseWeights {
  const { entries, vertices } = sizes;
  const counts = take.integers(`${prefix}.influences`, vertices);
  const offsets = new Uint32Array(vertices + 1);
  let sum = 0;
  for (let i = 0; i < vertices; i++) offsets[i + 1] = sum += counts[i];
  take.check(sum === entries, `The weights in its section “${prefix}.influences” do not add up.`);
  const bones = take.integers(`${prefix}.influenceBones`, entries);
  const values = take.floats(`${prefix}.influenceValues`, entries, 1);
  take.check(
    bones.every((j) => j < sizes.bones),
    `A weight names a bone that does not exist: there are ${sizes.bones}.`,
  );
  return { version: 1, offsets, bones: Uint16Array.from(bones), values };
}
