import type { Rig } from "../../../../../workers/model/rig/rig";
import { treeIsElsewhere } from "../../../../actions/guards/guards";
import { useKeys } from "../../../../actions/keys/action-keys";
import { useStudio } from "../../../../actions/studio";
import { plural } from "../../../../common/format";
import { selectedBones } from "../../../../document/selection";
import { lockForFit } from "../../../../document/skeleton/fit-commands";
import { helpersInScene, type LockKind } from "../../../../document/skeleton/own-skeleton";
import { useDocument, useStores } from "../../../../document/use-stores";
import { EndWord } from "../../../../panels/bones/BoneCount";
import { BoneTree } from "../../../../panels/bones/tree/BoneTree";
import { Icon } from "../../../../ui/icons/Icon";
import layoutCss from "../../../../ui/layout/layout.module.css";
import { ColumnHead } from "../../../../ui/lists/Row";
import { Tip } from "../../../../ui/overlays/Tip";
import textCss from "../../../../ui/text/text.module.css";
import { LOCK_COLUMNS, LockCells } from "./LockCells";
import css from "./LockCells.module.css";
import { useLockDrag } from "./lock-drag";

const COLUMN_ICONS = { lockWeights: "brush", lockMotion: "rotate" } as const;

/** Says what an end joint is. It has no padlocks, because a fit does not change it. */
const EndCell = () => (
  <span role="gridcell" aria-colspan={LOCK_COLUMNS.length} className={css.end}>
    <EndWord />
  </span>
);

/** The tree of the artist's bones, with a padlock for the weights and the motion of each. */
export function FitBoneList({ rig, filter }: { rig: Rig; filter: string }) {
  const stores = useStores();
  const { history } = useStudio();
  const keys = { lockMotion: useKeys("fit.lock-motion")[0], lockWeights: useKeys("fit.lock-weights")[0] };
  const dragRefusal = useDocument(treeIsElsewhere);
  const fitting = useDocument((state) => state.fitting);
  const record = useDocument((state) => state.fitRecord);
  const helpers = helpersInScene({ rig, fitRecord: record }).length;
  const count = plural(rig.bones.length - helpers, "bone");
  const lock = (bones: readonly number[], kind: LockKind, locked: boolean) => {
    const names = bones.flatMap((j) => rig.bones[j]?.name ?? []);
    history.run(lockForFit(stores, names, kind, locked));
  };
  const onPress = useLockDrag(({ bones, kind, locked }) => lock(bones, kind, locked));
  const toggle = (bone: number, kind: LockKind) => {
    // The padlock of a selected bone acts on all selected bones.
    const together = selectedBones(stores.view.getState());
    const locked = fitting.bones[rig.bones[bone].name]?.[kind] !== true;
    lock(together.includes(bone) ? together : [bone], kind, locked);
  };
  return (
    <div className={css.around} role="presentation" onPointerDown={onPress}>
      <ColumnHead style={{ paddingLeft: 24 }}>
        <span className={`${layoutCss.grow} ${textCss.ellipsis}`}>
          {helpers > 0 ? `${count}, ${plural(helpers, "helper")}` : count}
        </span>
        {LOCK_COLUMNS.map(({ kind, what }) => (
          <Tip
            key={kind}
            title={`Locked ${what}`}
            keys={keys[kind]}
            body={`Fits do not change the ${what} of these bones.`}
          >
            <span className={css.head}>
              <Icon name={COLUMN_ICONS[kind]} small />
            </span>
          </Tip>
        ))}
      </ColumnHead>
      <BoneTree
        bones={rig.bones}
        filter={filter}
        dragRefusal={dragRefusal}
        cells={(bone) => {
          const { name, end } = rig.bones[bone];
          if (end) return <EndCell />;
          return (
            <LockCells
              bone={bone}
              name={name}
              locked={fitting.bones[name] ?? {}}
              onToggle={(kind) => toggle(bone, kind)}
            />
          );
        }}
      />
      <p className={css.foot}>Padlocks keep a bone’s weights (left) or motion (right).</p>
    </div>
  );
}
