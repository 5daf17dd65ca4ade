import type { TreeEditing } from "../../actions/guards/tree-editing";
import { setPose } from "../../document/deform/deform-commands";
import type { History } from "../../document/history/history";
import type { Stores } from "../../document/stores";
import type { ViewportEdits } from "../../viewport/viewport-edits";
import type { Binding } from "../../workspaces/bind/runs/binding";
import type { BoneEditing } from "../../workspaces/solve/runs/bone-editing";

/** Passes edits in the viewport to the document: previews without steps, results as steps. */
export function createEdits(
  stores: Stores,
  history: History,
  bones: BoneEditing,
  binding: Pick<Binding, "preview" | "edit">,
  tree: TreeEditing,
): ViewportEdits {
  return {
    poseLive: (pose) => stores.document.setState({ livePose: pose }),
    posed: (pose, label) => history.run(setPose(stores, pose, label)),
    skeletonLive: (liveSkeleton) => stores.document.setState({ liveSkeleton }),
    treeLive: (edit, of) => (edit ? tree.preview(edit, of) : tree.endPreview()),
    treeEdited: (edit, of) => void tree.perform(edit, of),
    menu: (boneMenu) => stores.panels.setState({ boneMenu }),
    boneMoved: (bone, vertex) => void bones.perform({ kind: "move", bone, vertex }),
    weightsLive: (edits, send) => binding.preview(edits, send),
    weightsWanted: (label, icon, edits) => binding.edit(label, icon, edits),
    run: (command) => history.run(command),
  };
}
