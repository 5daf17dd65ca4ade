import type { UpAxis } from "../../workers/model/mesh-sequence";
import { ActionButton } from "../actions/ActionButton";
import { setUnit, setUpAxis } from "../document/commands";
import { useDocument } from "../document/document";
import { useStudio } from "../shell/studio";
import { Dropdown } from "../ui/Dropdown";
import { Field } from "../ui/Field";
import { formatFigure } from "../ui/format";
import { Segmented } from "../ui/Segmented";

/** Units that files come in, as metres. */
export const UNITS = [
  { value: 1, label: "Metre" },
  { value: 0.01, label: "Centimetre" },
  { value: 0.001, label: "Millimetre" },
  { value: 0.0254, label: "Inch" },
  { value: 0.3048, label: "Foot" },
];

/** The known units, and the one that the file has where it is another. */
export function unitOptions(metresPerUnit: number) {
  if (UNITS.some(({ value }) => value === metresPerUnit)) return UNITS;
  return [{ value: metresPerUnit, label: `${formatFigure(metresPerUnit)}\u00a0m` }, ...UNITS];
}

export const UP_AXES = (["x", "y", "z"] satisfies UpAxis[]).map((value) => ({
  value,
  label: value.toUpperCase(),
}));

/** How the sequence stands: up axis, unit, rest pose. */
export function SequenceFields() {
  const { history } = useStudio();
  const sequence = useDocument((state) => state.sequence);
  if (!sequence) return null;
  return (
    <div className="stack">
      <Field label="Up axis">
        <Segmented
          label="Up axis"
          dense
          value={sequence.upAxis}
          options={UP_AXES}
          onChange={(axis) => history.run(setUpAxis(axis))}
        />
      </Field>
      <Field label="One unit is a">
        <Dropdown
          label="Unit"
          value={sequence.metresPerUnit}
          options={unitOptions(sequence.metresPerUnit)}
          onChange={(metres) => history.run(setUnit(metres))}
        />
      </Field>
      <Field label="Rest pose">
        <ActionButton action="rig.rest-frame" label="Take this frame" />
      </Field>
    </div>
  );
}
