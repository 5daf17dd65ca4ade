import { lengthUnit } from "../../../../common/format";
import type { DocumentState } from "../../../../document/document";
import { freeJoints, jointCosts } from "../../../../document/skeleton/skeleton-facts";
import { useDocument } from "../../../../document/use-stores";
import { MovedCount, movedWords } from "../../../../panels/bones/BoneCount";
import { useBoneStatistics } from "../../../../panels/bones/use-bones";
import { Icon } from "../../../../ui/icons/Icon";
import textCss from "../../../../ui/text/text.module.css";
import css from "./BoneOutliner.module.css";

/** The unit of the column, which sets the number of decimals in all rows. */
function useCostUnit() {
  const most = useDocument((state) => jointCosts(state)?.end ?? 0);
  const metres = useDocument(({ sequence }) => sequence?.metresPerUnit ?? 1);
  const unit = lengthUnit(most * metres);
  const scale = metres / unit.metres;
  const decimals = most * scale >= 100 ? 0 : most * scale >= 1 ? 1 : 2;
  return { name: unit.name, write: (cost: number) => (cost * scale).toFixed(decimals) };
}

const isFreeJoint = (bone: number) => (state: DocumentState) => freeJoints(state)?.[bone] === 1;
const costOf = (bone: number) => (state: DocumentState) => jointCosts(state)?.values[bone] ?? Number.NaN;

const FREE = "The motion does not determine the place of this joint.";

/**
 * A mark for a joint whose place the motion does not determine. Takes no space if there is no mark, or if it replaces
 * the cost.
 */
export function FreeMark({ bone }: { bone: number }) {
  const isFree = useDocument(isFreeJoint(bone));
  const hasCost = useDocument((state) => jointCosts(state) === null || !Number.isNaN(costOf(bone)(state)));
  if (!isFree || !hasCost) return null;
  return (
    <span role="gridcell" className={css.free} title={FREE}>
      <Icon name="free" />
    </span>
  );
}

/** The cost of a joint, or a mark that the joint is free or that its bone moves nothing. */
export function CostOfJoint({ bone }: { bone: number }) {
  const cost = useDocument(costOf(bone));
  const isFree = useDocument(isFreeJoint(bone));
  const statistics = useBoneStatistics();
  const { write } = useCostUnit();
  if (statistics?.shared[bone] === 0) return <MovedCount statistics={statistics} bone={bone} />;
  const words = statistics ? movedWords(statistics, bone, false) : undefined;
  if (Number.isNaN(cost) && isFree) {
    return (
      <span className={css.freeCost} title={FREE}>
        <Icon name="free" />
      </span>
    );
  }
  return (
    <span className={Number.isNaN(cost) ? textCss.tertiary : undefined} title={words}>
      {Number.isNaN(cost) ? "–" : write(cost)}
    </span>
  );
}

/** The number of vertices that a bone moves. */
export function Moved({ bone }: { bone: number }) {
  const statistics = useBoneStatistics();
  return statistics && <MovedCount statistics={statistics} bone={bone} />;
}

/** Explains the column of costs. */
export function CostNote() {
  const kind = useDocument((state) => jointCosts(state)?.kind ?? null);
  const { name } = useCostUnit();
  if (!kind) return null;
  return (
    <p className={css.foot}>
      {kind === "strict"
        ? `Cost is the error in ${name} that a strict joint adds at its bone.`
        : `Gap is how far a soft joint opens, in ${name}.`}
    </p>
  );
}
