import { useDocument, useView } from "../../../document/use-stores";
import { MoveFields } from "../../../panels/posing/MoveFields";
import { RotationFields, useScreenPose } from "../../../panels/posing/RotationFields";
import layoutCss from "../../../ui/layout/layout.module.css";
import { Section } from "../../../ui/layout/Section";
import textCss from "../../../ui/text/text.module.css";

/** Number fields for the pose of the selected bone. */
export function BonePose() {
  const rig = useDocument((state) => state.rig);
  const bone = useView((view) => view.selectedBone);
  const pose = useScreenPose();
  const name = bone === null ? undefined : rig?.bones[bone]?.name;
  return (
    <Section name="bone-pose" title="Bone pose" end={name}>
      {rig && pose && bone !== null && name ? (
        <div className={layoutCss.stack}>
          <RotationFields rig={rig} bone={bone} pose={pose} />
          <MoveFields rig={rig} bone={bone} pose={pose} />
        </div>
      ) : (
        <p className={textCss.secondary}>
          {pose ? "Select a bone to type its rotation." : "Pause to pose bones."}
        </p>
      )}
    </Section>
  );
}
