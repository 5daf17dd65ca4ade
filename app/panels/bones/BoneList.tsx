import { useMemo } from "react";
import type { Rig } from "../../../workers/model/rig/rig";
import { areConnected } from "../../../workers/model/tree-of-parents";
import { treeIsElsewhere } from "../../actions/guards/guards";
import { formatCount, formatError, plural } from "../../common/format";
import type { DocumentState } from "../../document/document";
import type { PanelState } from "../../document/session/panel-state";
import { useDocument, usePanels } from "../../document/use-stores";
import { Note } from "../../ui/feedback/Note";
import layoutCss from "../../ui/layout/layout.module.css";
import { ColumnHead, RowValue } from "../../ui/lists/Row";
import textCss from "../../ui/text/text.module.css";
import { MovedCount } from "./BoneCount";
import css from "./BoneList.module.css";
import { BoneSwitches } from "./BoneSwitches";
import { BoneTree } from "./tree/BoneTree";
import { useBoneStatistics } from "./use-bones";

const ORDER_WORDS = { tree: "as a tree", error: "by error", name: "by name", index: "by number" } as const;

/**
 * Bones that match the filter, in the chosen order. The order by error falls back to the number of vertices while
 * errors are unknown.
 */
function orderedBones(
  rig: Rig,
  filter: string,
  order: PanelState["boneOrder"],
  vertices: Uint32Array | undefined,
  eRms: Float32Array | null | undefined,
): number[] {
  const wanted = filter.trim().toLowerCase();
  const found = [...rig.bones.keys()].filter((j) => rig.bones[j].name.toLowerCase().includes(wanted));
  if (order === "name") {
    return found.sort((a, b) =>
      rig.bones[a].name.localeCompare(rig.bones[b].name, undefined, { numeric: true }),
    );
  }
  if (order === "index") return found;
  const key = (j: number) => (eRms ? (Number.isFinite(eRms[j]) ? eRms[j] : -1) : (vertices?.[j] ?? 0));
  return found.sort((a, b) => key(b) - key(a));
}

/** The requested number of bones; null if the solve chooses it. */
const askedFor = ({ settings: { bones, errorTarget, knee } }: DocumentState) =>
  errorTarget === null && !knee ? bones : null;

interface BoneListProps {
  rig: Rig;
  filter: string;
}

/** The bones of the rig on screen: colour, name, vertices, error, lock. */
export function BoneList({ rig, filter }: BoneListProps) {
  const statistics = useBoneStatistics();
  const order = usePanels((panels) => panels.boneOrder);
  const asked = useDocument(askedFor);
  const isPartial = useDocument((state) => state.partial !== null);
  // A rig without a source has no errors. Names of deep trees need the room.
  const hasErrors = useDocument((state) => state.partial !== null || state.report !== null);
  const bones = useMemo(
    () => orderedBones(rig, filter, order, statistics?.vertices, statistics?.eRms),
    [rig, filter, order, statistics],
  );
  const isFlat = order !== "tree" || !areConnected(rig.bones);
  // In a tree the names start farther to the right. The status bar tells the vertices of the selected bone.
  const hasCounts = isFlat || !hasErrors;
  const figure = isFlat ? undefined : css.figure;
  const dragRefusal = useDocument(treeIsElsewhere);
  const heading = isPartial
    ? asked === null
      ? `${plural(rig.bones.length, "bone")} so far`
      : `${formatCount(rig.bones.length)} of ${plural(asked, "bone")}`
    : plural(rig.bones.length, "bone");

  const cells = (j: number) => (
    <>
      {hasCounts && (
        <RowValue role="gridcell" className={figure}>
          {statistics && <MovedCount statistics={statistics} bone={j} />}
        </RowValue>
      )}
      {hasErrors && (
        <RowValue role="gridcell" narrow className={figure ?? css.last}>
          {statistics?.eRms ? formatError(statistics.eRms[j]) : "–"}
        </RowValue>
      )}
      <BoneSwitches rig={rig} bone={j} className={isFlat ? css.beside : css.over} />
    </>
  );

  return (
    <>
      <ColumnHead style={{ paddingLeft: 24 }}>
        <span
          className={`${layoutCss.grow} ${textCss.ellipsis}`}
          title={
            isPartial ? undefined : `Sorted ${ORDER_WORDS[isFlat && order === "tree" ? "error" : order]}`
          }
        >
          {heading}
        </span>
        {hasCounts && <span style={{ minWidth: "2.75rem", textAlign: "right" }}>Vertices</span>}
        {hasErrors && (
          <span style={{ width: "2.125rem", textAlign: "right" }}>
            E<sub>RMS</sub>
          </span>
        )}
        {isFlat && <span className={css.besideHead} style={{ width: "2.125rem" }} />}
      </ColumnHead>
      {bones.length === 0 ? (
        <Note inset>No bone is called “{filter}”.</Note>
      ) : (
        <BoneTree
          bones={rig.bones}
          filter={filter}
          flat={isFlat ? bones : null}
          dragRefusal={dragRefusal}
          cells={cells}
        />
      )}
    </>
  );
}
