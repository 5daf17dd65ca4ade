/** Damages numbers in a glTF's accessors before packing. Draco or meshopt then compress them. */
import type { Accessor, Document, NodeIO } from "@gltf-transform/core";
import type { Random } from "../../../math/random";
import { pick, type SlowMutator } from "./mutate";
import { otherNumber } from "./payload";

/** Changes numbers in an accessor. Integers stay valid for their type, and mostly in the accessor's own range. */
function damageAccessor(accessor: Accessor, random: Random): void {
  const values = accessor.getArray()?.slice();
  if (!values || values.length === 0) return;
  const isFloat = values instanceof Float32Array;
  for (let n = 1 + random.integer(6); n > 0; n--) {
    const at = random.integer(values.length);
    if (isFloat) values[at] = otherNumber(values[at], random);
    else values[at] = random.integer(6) === 0 ? values[at] + 40_000 : pick([...values], random);
  }
  accessor.setArray(values);
}

function damageNode(document: Document, random: Random): void {
  const node = pick(document.getRoot().listNodes(), random);
  const [x, y, z] = node.getTranslation();
  node.setTranslation([otherNumber(x, random), y, z]);
  node.setScale([1, pick([1, 0, -1, 1e-9, 1e9], random), z === 0 ? 1 : -1]);
}

/** Mutants of one document, written by `io` with its extensions. The given bytes are ignored. */
export const documentsLike =
  (make: () => Document, io: NodeIO): SlowMutator =>
  async (_, random) => {
    const document = make();
    for (let n = 1 + random.integer(3); n > 0; n--) {
      if (random.integer(5) === 0) damageNode(document, random);
      else damageAccessor(pick(document.getRoot().listAccessors(), random), random);
    }
    return io.writeBinary(document);
  };
