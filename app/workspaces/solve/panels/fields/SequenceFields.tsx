import { ActionButton } from "../../../../actions/ActionButton";
import { useStudio } from "../../../../actions/studio";
import { setUnit, setUpAxis } from "../../../../document/sequence-commands";
import { useDocument, useStores } from "../../../../document/use-stores";
import { UnitField, UpAxisField } from "../../../../panels/fields/SpaceFields";
import { Field } from "../../../../ui/fields/Field";
import layoutCss from "../../../../ui/layout/layout.module.css";

/** The sequence's up axis, unit and rest pose. */
export function SequenceFields() {
  const stores = useStores();
  const { history } = useStudio();
  const sequence = useDocument((state) => state.sequence);
  if (!sequence) return null;
  return (
    <div className={layoutCss.stack}>
      <UpAxisField value={sequence.upAxis} onChange={(axis) => history.run(setUpAxis(stores, axis))} />
      <UnitField value={sequence.metresPerUnit} onChange={(metres) => history.run(setUnit(stores, metres))} />
      <Field label="Rest pose">
        <ActionButton action="rig.rest-frame" label="Use this frame" />
      </Field>
    </div>
  );
}
