import { setPose } from "../../document/deform/deform-commands";
import { useDocument } from "../../document/document";
import type { History } from "../../document/history";
import { usePanels } from "../../document/session/panel-state";
import type { ViewportEdits } from "../../viewport/viewport-edits";
import type { Binding } from "../../workspaces/bind/runs/binding";
import type { BoneEditing } from "../../workspaces/solve/runs/bone-editing";

/** Takes what the hand does in the viewport into the document: previews beside it, outcomes as steps. */
export function createEdits(
  history: History,
  bones: BoneEditing,
  binding: Pick<Binding, "preview" | "edit">,
): ViewportEdits {
  return {
    poseLive: (pose) => useDocument.setState({ livePose: pose }),
    posed: (pose, label) => history.run(setPose(pose, label)),
    skeletonLive: (liveSkeleton) => useDocument.setState({ liveSkeleton }),
    menu: (boneMenu) => usePanels.setState({ boneMenu }),
    boneMoved: (bone, vertex) => void bones.perform({ kind: "move", bone, vertex }),
    weightsLive: (edits, send) => binding.preview(edits, send),
    weightsWanted: (label, icon, edits) => binding.edit(label, icon, edits),
    run: (command) => history.run(command),
  };
}
