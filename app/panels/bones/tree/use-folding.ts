import { useMemo, useState } from "react";
import type { Bone } from "../../../../workers/model/rig/rig";
import { branchOf } from "../../../../workers/model/tree-of-parents";

export interface Folding {
  /** Bones whose children are hidden, by index. */
  folded: ReadonlySet<number>;
  /** Folds or unfolds a bone; with `deep`, also all bones below it. */
  fold(bone: number, shut: boolean, deep?: boolean): void;
}

/** The folded branches of a tree of bones. Identifies bones by name, so that edits of the tree leave them folded. */
export function useFolding(bones: readonly Bone[]): Folding {
  const [names, setNames] = useState<ReadonlySet<string>>(new Set());
  const folded = useMemo(
    () => new Set([...bones.keys()].filter((j) => names.has(bones[j].name))),
    [bones, names],
  );
  return {
    folded,
    fold(bone, shut, deep = false) {
      const next = new Set(names);
      for (const j of deep ? branchOf(bones, bone) : [bone]) {
        if (shut) next.add(bones[j].name);
        else next.delete(bones[j].name);
      }
      setNames(next);
    },
  };
}
