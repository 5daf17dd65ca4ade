import type { FileUnit } from "../../../../workers/model/files/export/skeleton-export";
import { LabelledDropdown } from "../../../ui/choices/LabelledDropdown";

const UNITS: { value: FileUnit; label: string }[] = [
  { value: "own", label: "As in the mesh" },
  { value: "m", label: "Metre" },
  { value: "cm", label: "Centimetre" },
];

interface FileUnitFieldProps {
  value: FileUnit;
  /** The units to choose from; all by default. */
  units?: readonly FileUnit[];
  onChange(unit: FileUnit): void;
}

/** The unit of a file's numbers. */
export function FileUnitField({ value, units, onChange }: FileUnitFieldProps) {
  const options = UNITS.filter((option) => !units || units.includes(option.value));
  return <LabelledDropdown label="Unit" value={value} options={options} onChange={onChange} />;
}
