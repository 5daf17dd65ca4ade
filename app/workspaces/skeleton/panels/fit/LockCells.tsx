import type { LockKind } from "../../../../document/skeleton/own-skeleton";
import { useStore } from "../../../../document/use-stores";
import { IconButton } from "../../../../ui/buttons/IconButton";
import { Icon } from "../../../../ui/icons/Icon";
import css from "./LockCells.module.css";
import { LOCK_DRAG } from "./lock-drag";

export const LOCK_COLUMNS: { kind: LockKind; what: string }[] = [
  { kind: "lockWeights", what: "weights" },
  { kind: "lockMotion", what: "motion" },
];

interface LockCellsProps {
  bone: number;
  name: string;
  locked: Partial<Record<LockKind, boolean>>;
  /** A click, also from the keyboard. */
  onToggle(kind: LockKind): void;
}

/** The two padlocks of a bone: its weights and its motion. A drag down a column locks many. */
export function LockCells({ bone, name, locked, onToggle }: LockCellsProps) {
  const drag = useStore(LOCK_DRAG, (state) => state.drag);
  return LOCK_COLUMNS.map(({ kind, what }) => {
    const isDragged = drag?.kind === kind && drag.bones.includes(bone);
    const isLocked = isDragged ? drag.locked : locked[kind] === true;
    return (
      <span key={kind} role="gridcell" className={css.cell}>
        <IconButton
          tabIndex={-1}
          on={isLocked}
          className={isLocked ? undefined : css.open}
          aria-pressed={isLocked}
          aria-label={`Lock ${what} of ${name}`}
          data-lock={kind}
          data-bone={bone}
          onClick={(event) => {
            event.stopPropagation();
            onToggle(kind);
          }}
        >
          <Icon name={isLocked ? "lock" : "unlock"} />
        </IconButton>
      </span>
    );
  });
}
