import type { ShearPolicy } from "../../../../workers/model/files/export/export-options";
import { formatError } from "../../../common/format";
import { LabelledDropdown } from "../../../ui/choices/LabelledDropdown";
import textCss from "../../../ui/text/text.module.css";
import { SHEAR_CHOICES } from "./shears";
import type { ShearErrors } from "./use-shear-errors";

interface ShearFieldProps {
  value: ShearPolicy;
  /** The policy that the target sets. */
  preset: ShearPolicy;
  errors: ShearErrors;
  onChange(shear: ShearPolicy): void;
}

/** Chooses how to export bones that shear, with the error in the file for each choice. */
export function ShearField({ value, preset, errors, onChange }: ShearFieldProps) {
  const noteOf = (shear: ShearPolicy) => {
    const error = errors[shear];
    return error === undefined ? "error …" : `error ${formatError(error)}`;
  };
  return (
    <>
      <LabelledDropdown
        label="Shear"
        value={value}
        options={SHEAR_CHOICES.map(({ value: shear, label, about }) => ({
          value: shear,
          label,
          note: noteOf(shear),
          tip: about,
        }))}
        changed={value !== preset}
        onChange={onChange}
      />
      <p className={textCss.tertiary}>{SHEAR_CHOICES.find((each) => each.value === value)?.about}</p>
    </>
  );
}
