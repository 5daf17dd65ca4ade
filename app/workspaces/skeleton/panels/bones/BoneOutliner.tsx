import { useMemo } from "react";
import { boneSides } from "../../../../../workers/geometry/body/body-plan";
import type { Rig } from "../../../../../workers/model/rig/rig";
import { treeIsElsewhere } from "../../../../actions/guards/guards";
import { plural } from "../../../../common/format";
import { ownInScene, ownName } from "../../../../document/skeleton/own-skeleton";
import { jointCosts } from "../../../../document/skeleton/skeleton-facts";
import { useDocument, useStore } from "../../../../document/use-stores";
import { Outliner } from "../../../../panels/bones/Outliner";
import { BoneTree } from "../../../../panels/bones/tree/BoneTree";
import { Note } from "../../../../ui/feedback/Note";
import layoutCss from "../../../../ui/layout/layout.module.css";
import { ColumnHead } from "../../../../ui/lists/Row";
import textCss from "../../../../ui/text/text.module.css";
import { FIT_DESK } from "../../runs/fit/fit-desk";
import { FitBoneList } from "../fit/FitBoneList";
import css from "./BoneOutliner.module.css";
import { CostNote, CostOfJoint, FreeMark, Moved } from "./joint-cells";

/** "32 bones, 1 root". */
function countWords({ bones }: Rig): string {
  const roots = bones.filter(({ parent }) => parent < 0).length;
  return `${plural(bones.length, "bone")}, ${plural(roots, "root")}`;
}

/**
 * The tree of the rig's bones: the side of each, and the cost of its joint or, without a report, the number of its
 * vertices.
 */
function HierarchyList({ rig, filter }: { rig: Rig; filter: string }) {
  const sequence = useDocument((state) => state.sequence);
  const dragRefusal = useDocument(treeIsElsewhere);
  const costs = useDocument(jointCosts);
  const sides = useMemo(() => (sequence ? boneSides(rig, sequence.upAxis) : []), [rig, sequence]);
  const isNone = !rig.bones.some(({ name }) => name.toLowerCase().includes(filter.trim().toLowerCase()));
  const cells = (bone: number) => (
    <>
      <FreeMark bone={bone} />
      {sides[bone] && (
        <span role="gridcell" className={css.side}>
          {sides[bone]}
        </span>
      )}
      <span role="gridcell" className={css.figure}>
        {costs ? <CostOfJoint bone={bone} /> : <Moved bone={bone} />}
      </span>
    </>
  );
  return (
    <>
      <ColumnHead style={{ paddingLeft: 24 }}>
        <span className={`${layoutCss.grow} ${textCss.ellipsis}`}>{countWords(rig)}</span>
        <span className={css.side}>Side</span>
        <span className={css.last}>{costs ? (costs.kind === "strict" ? "Cost" : "Gap") : "Vertices"}</span>
      </ColumnHead>
      {isNone ? (
        <Note inset>No bone is called “{filter}”.</Note>
      ) : (
        <BoneTree bones={rig.bones} filter={filter} dragRefusal={dragRefusal} cells={cells} />
      )}
      <CostNote />
    </>
  );
}

/** The outliner of the Skeleton workspace. */
export function BoneOutliner({ bare = false }: { bare?: boolean }) {
  const isFit = useStore(FIT_DESK, (desk) => desk.half === "fit");
  const own = useDocument((state) => (ownInScene(state) ? state.ownSkeleton : null));
  return (
    <Outliner
      bare={bare}
      name={own ? ownName(own) : "Skeleton"}
      said={own ? "yours" : undefined}
      empty="Extract a skeleton, or drop a file with one."
      List={isFit && own ? FitBoneList : HierarchyList}
    />
  );
}
