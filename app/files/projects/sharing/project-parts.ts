import type { DocumentState } from "../../../document/document";
import { sameContent } from "./same-content";

type Key = keyof DocumentState;
type State = Partial<DocumentState>;

/** The parts of a project that two artists may change independently. */
export const PARTS = {
  mesh: { label: "Mesh and frames", keys: ["sequence"] },
  weights: {
    label: "Bones, weights and layers",
    keys: ["rig", "report", "weightLayers", "weightReport", "weightEdits", "skeletonReport", "extraction"],
  },
  skeleton: { label: "Skeleton", keys: ["skeleton", "skeletonClips"] },
  fit: { label: "Own skeleton and its fits", keys: ["ownSkeleton", "fitting", "fitRecord"] },
  binding: { label: "Settings of weights", keys: ["weighting", "mirroring"] },
  maps: { label: "Painted maps", keys: ["intent"] },
  selections: { label: "Selections", keys: ["vertexSelection"] },
  deformers: { label: "Deformers", keys: ["deform"] },
  scene: { label: "Saved views and hidden parts", keys: ["scene"] },
  poses: { label: "Poses", keys: ["poses"] },
  // Files have none, so they differ only between tabs.
  settings: { label: "Solve settings and locks", keys: ["settings", "locks"] },
} as const satisfies Record<string, { label: string; keys: readonly Key[] }>;

export type PartName = keyof typeof PARTS;

/** A part that differs, and who changed it since the common state; "both" if that is not known. */
export interface Difference {
  part: PartName;
  label: string;
  changedBy: "mine" | "theirs" | "both";
}

/** Whether two states have the same content in a part. */
const isSame = (part: PartName, a: State, b: State): boolean =>
  PARTS[part].keys.every((key) => sameContent(a[key], b[key]));

/**
 * The parts in which two states differ.
 * @param base the state that both started from; null if it is not known.
 */
export function differences(mine: State, theirs: State, base: State | null): Difference[] {
  return (Object.keys(PARTS) as PartName[]).flatMap((part): Difference[] => {
    if (isSame(part, mine, theirs)) return [];
    const label = PARTS[part].label;
    if (base && isSame(part, theirs, base)) return [{ part, label, changedBy: "mine" }];
    if (base && isSame(part, mine, base)) return [{ part, label, changedBy: "theirs" }];
    return [{ part, label, changedBy: "both" }];
  });
}
