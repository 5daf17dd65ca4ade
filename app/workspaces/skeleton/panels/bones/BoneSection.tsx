import { restDiagonal } from "../../../../../workers/model/mesh/mesh-sequence";
import type { Bone } from "../../../../../workers/model/rig/rig";
import { branchOf } from "../../../../../workers/model/tree-of-parents";
import { ActionButton } from "../../../../actions/ActionButton";
import { noTreeEdit } from "../../../../actions/guards/guards";
import { TREE_EDITING } from "../../../../actions/guards/tree-editing";
import { useService, useStudio } from "../../../../actions/studio";
import { useAction } from "../../../../actions/use-action";
import { useDocument, useStores, useView } from "../../../../document/use-stores";
import { PlaceFields } from "../../../../panels/fields/PlaceFields";
import { LabelledDropdown } from "../../../../ui/choices/LabelledDropdown";
import layoutCss from "../../../../ui/layout/layout.module.css";
import { Section } from "../../../../ui/layout/Section";
import textCss from "../../../../ui/text/text.module.css";
import { canResolve } from "../../runs/resolving/resolving";

/** The parent of the selected bone: an alternative to dragging, for keyboard and touch. */
function ParentField({ bones, bone }: { bones: readonly Bone[]; bone: number }) {
  const stores = useStores();
  const studio = useStudio();
  const own = new Set(branchOf(bones, bone));
  const options = [
    { value: -1, label: "None", note: "a root" },
    ...bones.map(({ name }, j) => ({ value: j, label: name })).filter(({ value }) => !own.has(value)),
  ];
  return (
    <LabelledDropdown
      label="Parent"
      value={bones[bone].parent}
      options={options}
      onChange={(parent) => {
        if (parent !== bones[bone].parent && !noTreeEdit(stores))
          void studio.get(TREE_EDITING).perform({ kind: "reparent", bone, parent });
      }}
    />
  );
}

/** The place of the bone's joint in the rest pose. A drag shows the solved skeleton, and is one step. */
function JointField({ bones, bone }: { bones: readonly Bone[]; bone: number }) {
  const stores = useStores();
  const tree = useService(TREE_EDITING);
  const sequence = useDocument((state) => state.sequence);
  const able = useDocument(canResolve);
  const { head, parent } = bones[bone];
  if (!sequence || parent < 0 || !able) return null;
  const length = Math.hypot(...head.map((x, c) => x - bones[parent].head[c]));
  return (
    <PlaceFields
      name="Joint"
      place={head}
      sequence={sequence}
      size={restDiagonal(sequence)}
      length={length || restDiagonal(sequence)}
      onPreview={(to) => {
        if (noTreeEdit(stores)) return;
        if (to.every((x, c) => Math.abs(x - head[c]) < 1e-9 * restDiagonal(sequence))) tree.endPreview();
        else tree.preview({ kind: "move", bone, to });
      }}
      onCommit={(to) => noTreeEdit(stores) ?? void tree.perform({ kind: "move", bone, to })}
    />
  );
}

/** The place of the selected bone in the tree. */
export function BoneSection() {
  const bones = useDocument((state) => state.rig?.bones ?? null);
  const bone = useView((view) => view.selectedBone);
  const idle = useAction("bone.remove-idle");
  const shown = bones && bone !== null ? bones[bone] : null;
  if (!bones) return null;
  return (
    <Section name="skeleton-bone" title="Bone" end={shown?.name ?? "none selected"}>
      {shown && bone !== null ? (
        <div className={layoutCss.stack} data-ui="stack">
          <ParentField bones={bones} bone={bone} />
          <JointField bones={bones} bone={bone} />
          <div className={layoutCss.pair}>
            <ActionButton action="bone.root" grow />
            <ActionButton action="bone.detach" grow />
          </div>
        </div>
      ) : (
        <p className={textCss.secondary}>Click a bone in the list or viewport.</p>
      )}
      {idle.refusal === null && (
        <div className={layoutCss.stack} style={{ marginTop: 8 }}>
          <ActionButton action="bone.remove-idle" wide />
        </div>
      )}
    </Section>
  );
}
