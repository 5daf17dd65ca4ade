import { createPortal } from "react-dom";
import type { Bone } from "../../../../workers/model/rig/rig";
import { useStore } from "../../../document/use-stores";
import textCss from "../../../ui/text/text.module.css";
import { Swatch } from "../swatch";
import css from "./BoneTree.module.css";
import { BONE_DRAG, dropWords } from "./bone-drag";

/** Distance of the label from the pointer, in CSS pixels. */
const ASIDE = 14;

/** The label beside the pointer while a bone is dragged. It names the effect of a drop here. */
export function DropGhost({ bones }: { bones: readonly Bone[] }) {
  const drag = useStore(BONE_DRAG, (state) => state.drag);
  if (!drag || !bones[drag.bone]) return null;
  const words = dropWords(bones, drag);
  return createPortal(
    <div className={css.ghost} role="status" style={{ left: drag.x + ASIDE, top: drag.y + ASIDE }}>
      <Swatch bone={drag.bone} />
      <span className={textCss.strong}>{bones[drag.bone].name}</span>
      {words && <span className={textCss.secondary}>{words.text}</span>}
    </div>,
    document.body,
  );
}
