import {
  NO_WEIGHT_EDITS,
  type VertexBoneValues,
  type WeightEdits,
} from "../../../workers/model/weights/weight-edits";
import type { IconName } from "../../common/icon-names";
import type { PaintToolName } from "../paint-state";
import { entriesWhere } from "./vertex-bone-values";

/** A row of the list of constraints: entries for one bone's weights, or for the whole mesh. */
export interface ConstraintRow {
  id: string;
  label: string;
  icon: IconName;
  /** The number of vertices. */
  count: number;
  /** The name of its segment or bone; null if it has none. */
  bone: string | null;
  /** The tool that sets it. Its marks show where. */
  tool: PaintToolName;
  /** The edits without this row. */
  without(edits: WeightEdits): WeightEdits;
}

type List = "holds" | "influences" | "smooth";

/** A kind of entries that share a row, and the row's label. */
interface Kind {
  list: List;
  icon: IconName;
  tool: PaintToolName;
  label(bone: string): string;
  takes(value: number): boolean;
}

const KINDS: readonly Kind[] = [
  { list: "holds", icon: "pin", tool: "constraint", label: (bone) => `Hold ${bone}`, takes: () => true },
  {
    list: "influences",
    icon: "influence",
    tool: "influence",
    label: (bone) => `Allow ${bone}`,
    takes: (x) => x > 0,
  },
  {
    list: "influences",
    icon: "influence",
    tool: "influence",
    label: (bone) => `Block ${bone}`,
    takes: (x) => !(x > 0),
  },
  { list: "smooth", icon: "smooth", tool: "smooth", label: (bone) => `Smooth ${bone}`, takes: (x) => x > 0 },
];

/**
 * One row for everything that brushes paint, lock, hold or steer. Attachments, borders and links have rows of their
 * own.
 */
export function constraintRows(edits: WeightEdits, segments: readonly string[]): ConstraintRow[] {
  return [
    ...keptRows(edits),
    ...KINDS.flatMap((kind) => rowsOfKind(kind, edits, segments)),
    ...importanceRow(edits),
  ];
}

function keptRows({ painted, locked }: WeightEdits): ConstraintRow[] {
  const byHand: ConstraintRow = {
    ...{
      id: "painted",
      label: "Painted by hand",
      icon: "brush",
      count: painted.length,
      bone: null,
      tool: "weight",
    },
    without: (edits) => ({ ...edits, painted: NO_WEIGHT_EDITS.painted }),
  };
  const locks = locked.map(
    (name): ConstraintRow => ({
      ...{
        id: `locked ${name}`,
        label: `Locked ${name}`,
        icon: "lock",
        count: 0,
        bone: name,
        tool: "weight",
      },
      without: (edits) => ({ ...edits, locked: edits.locked.filter((other) => other !== name) }),
    }),
  );
  return painted.length > 0 ? [byHand, ...locks] : locks;
}

function rowsOfKind(
  { list, icon, tool, label, takes }: Kind,
  edits: WeightEdits,
  segments: readonly string[],
) {
  return [...countsOf(edits[list], takes)].map(([bone, count]): ConstraintRow => {
    const name = segments[bone] ?? `bone ${bone + 1}`;
    return {
      ...{ id: `${list} ${label(String(bone))}`, label: label(name), icon, count, bone: name, tool },
      without: (all) => {
        const { vertices, bones, values } = all[list];
        const gone = new Set(
          [...vertices.keys()].filter((n) => bones[n] === bone && takes(values[n])).map((n) => vertices[n]),
        );
        return { ...all, [list]: entriesWhere(all[list], (i, j) => j !== bone || !gone.has(i)) };
      },
    };
  });
}

/** Counts the entries of each bone, by ascending bone. */
function countsOf(
  { bones, values }: VertexBoneValues,
  takes: (value: number) => boolean,
): Map<number, number> {
  const counts = new Map<number, number>();
  for (let n = 0; n < bones.length; n++) {
    if (takes(values[n])) counts.set(bones[n], (counts.get(bones[n]) ?? 0) + 1);
  }
  return new Map([...counts].sort(([a], [b]) => a - b));
}

function importanceRow({ importance }: WeightEdits): ConstraintRow[] {
  if (!importance) return [];
  const count = importance.reduce((sum, x) => sum + (x === 1 ? 0 : 1), 0);
  const words = { id: "importance", label: "Importance", icon: "exclude", tool: "exclude" } as const;
  return [{ ...words, count, bone: null, without: (edits) => ({ ...edits, importance: null }) }];
}
