import type { UpAxis } from "../../../workers/model/mesh/mesh-sequence";
import { formatFigure } from "../../common/format";
import { ChoiceField } from "../../ui/choices/ChoiceField";
import { Dropdown } from "../../ui/choices/Dropdown";
import { Field } from "../../ui/fields/Field";

const AXES: readonly UpAxis[] = ["x", "y", "z"];

interface UpAxisFieldProps {
  value: UpAxis;
  /** Those to choose from; all three where not given. */
  axes?: readonly UpAxis[];
  onChange(axis: UpAxis): void;
}

/** Which axis is up. */
export function UpAxisField({ value, axes = AXES, onChange }: UpAxisFieldProps) {
  const options = axes.map((axis) => ({ value: axis, label: axis.toUpperCase() }));
  return <ChoiceField label="Up axis" value={value} options={options} onChange={onChange} />;
}

/** Units that files come in, as metres. */
const UNITS = [
  { value: 1, label: "Metre" },
  { value: 0.01, label: "Centimetre" },
  { value: 0.001, label: "Millimetre" },
  { value: 0.0254, label: "Inch" },
  { value: 0.3048, label: "Foot" },
];

/** The known units, and the one that the file has where it is another. */
function unitOptions(metresPerUnit: number) {
  if (UNITS.some(({ value }) => value === metresPerUnit)) return UNITS;
  return [{ value: metresPerUnit, label: `${formatFigure(metresPerUnit)}\u00a0m` }, ...UNITS];
}

interface UnitFieldProps {
  /** Metres. */
  value: number;
  /** Another unit to choose, where the file has one of its own: metres. */
  offered?: number;
  onChange(metres: number): void;
}

/** How long a unit is. */
export function UnitField({ value, offered = value, onChange }: UnitFieldProps) {
  return (
    <Field label="One unit is a">
      <Dropdown label="Unit" value={value} options={unitOptions(offered)} onChange={onChange} />
    </Field>
  );
}
