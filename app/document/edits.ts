import { useShell } from "../shell/shell-state";
import type { ViewportEdits } from "../viewport/viewport-edits";
import type { Binding } from "./binding/binding";
import { paintStrength, setPose } from "./deform/deform-commands";
import { useDocument } from "./document";
import type { History } from "./history";
import type { BoneEditing } from "./solve/bone-editing";
import { paintIntent } from "./solve/intent-commands";

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
    menu: (boneMenu) => useShell.setState({ boneMenu }),
    boneMoved: (bone, vertex) => void bones.perform({ kind: "move", bone, vertex }),
    painted: (map, values) => history.run(paintStrength(map, values)),
    paintedForSolve: (map, values) => history.run(paintIntent(map, values)),
    weightsLive: (edits, send) => binding.preview(edits, send),
    weightsWanted: (label, icon, edits) => binding.edit(label, icon, edits),
    run: (command) => history.run(command),
  };
}
