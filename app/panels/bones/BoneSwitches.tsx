import type { MouseEvent } from "react";
import type { Rig } from "../../../workers/model/rig/rig";
import { BONE_LOCKS } from "../../actions/guards/bone-locks";
import { useService } from "../../actions/studio";
import { shownLocks } from "../../document/document";
import { selectedBones } from "../../document/selection";
import { useDocument, useStores, useView } from "../../document/use-stores";
import { IconButton } from "../../ui/buttons/IconButton";
import { Icon } from "../../ui/icons/Icon";

/** The padlock and the eye of a bone. */
export function BoneSwitches({ rig, bone, className }: { rig: Rig; bone: number; className?: string }) {
  const stores = useStores();
  const locking = useService(BONE_LOCKS);
  const isLocked = useDocument((state) => shownLocks(state)?.bones[bone] === 1);
  const isHidden = useView((view) => view.hiddenBones.includes(bone));
  const { name } = rig.bones[bone];

  const lock = (event: MouseEvent) => {
    event.stopPropagation();
    // The padlock of a selected bone acts on all selected bones.
    const together = selectedBones(stores.view.getState());
    locking.lock(together.includes(bone) ? together : [bone], !isLocked);
  };
  const hide = (event: MouseEvent) => {
    event.stopPropagation();
    stores.view.setState(({ hiddenBones }) => ({
      hiddenBones: isHidden ? hiddenBones.filter((each) => each !== bone) : [...hiddenBones, bone],
    }));
  };
  return (
    <span role="gridcell" className={className} style={{ display: "flex", gap: 2 }}>
      <IconButton
        tabIndex={-1}
        on={isLocked}
        quiet={!isLocked}
        aria-pressed={isLocked}
        aria-label={`Lock ${name}`}
        onClick={lock}
      >
        <Icon name={isLocked ? "lock" : "unlock"} />
      </IconButton>
      <IconButton
        tabIndex={-1}
        quiet={!isHidden}
        aria-pressed={!isHidden}
        aria-label={`Show ${name}`}
        onClick={hide}
      >
        <Icon name={isHidden ? "eyeoff" : "eye"} />
      </IconButton>
    </span>
  );
}
