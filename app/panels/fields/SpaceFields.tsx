import type { UpAxis } from "../../../workers/model/mesh/mesh-sequence";
import { formatFigure } from "../../common/format";
import { ChoiceField } from "../../ui/choices/ChoiceField";
import { Dropdown } from "../../ui/choices/Dropdown";
import { Field } from "../../ui/fields/Field";

const AXES: readonly UpAxis[] = ["x", "y", "z"];

interface UpAxisFieldProps {
  value: UpAxis;
  /** The axes to choose from; all three by default. */
  axes?: readonly UpAxis[];
  onChange(axis: UpAxis): void;
}

/** The up axis. */
export function UpAxisField({ value, axes = AXES, onChange }: UpAxisFieldProps) {
  const options = axes.map((axis) => ({ value: axis, label: axis.toUpperCase() }));
  return <ChoiceField label="Up axis" value={value} options={options} onChange={onChange} />;
}

/** Units that files use, in metres. */
const UNITS = [
  { value: 1, label: "Metre" },
  { value: 0.01, label: "Centimetre" },
  { value: 0.001, label: "Millimetre" },
  { value: 0.0254, label: "Inch" },
  { value: 0.3048, label: "Foot" },
];

/** The known units, and the file's own unit if it is none of them. */
function unitOptions(metresPerUnit: number) {
  if (UNITS.some(({ value }) => value === metresPerUnit)) return UNITS;
  return [{ value: metresPerUnit, label: `${formatFigure(metresPerUnit)}\u00a0m` }, ...UNITS];
}

interface UnitFieldProps {
  /** Metres. */
  value: number;
  /** The file's own unit, in metres, offered besides the known ones. */
  offered?: number;
  onChange(metres: number): void;
}

/** The length of one unit. */
export function UnitField({ value, offered = value, onChange }: UnitFieldProps) {
  return (
    <Field label="File unit">
      <Dropdown label="Unit" value={value} options={unitOptions(offered)} onChange={onChange} />
    </Field>
  );
}
