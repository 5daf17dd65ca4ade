import type { ExportOptions } from "../../../../workers/client";
import type { Compression, Precision } from "../../../../workers/model/files/export/compression";
import { LabelledDropdown } from "../../../ui/choices/LabelledDropdown";

const COMPRESSIONS: { value: Compression; label: string; note?: string }[] = [
  { value: "none", label: "None" },
  { value: "quantised", label: "Integers" },
  { value: "meshopt", label: "Integers, packed", note: "meshoptimizer" },
];

const PRECISIONS: { value: Precision; label: string; note: string }[] = [
  { value: "fine", label: "Fine", note: "16 bits" },
  { value: "medium", label: "Medium", note: "14 bits" },
  { value: "coarse", label: "Coarse", note: "12 bits" },
];

interface CompressionFieldsProps {
  options: ExportOptions;
  /** The options that the target sets. */
  preset: ExportOptions;
  change(next: Partial<ExportOptions>): void;
}

/** Chooses how the file stores its numbers. */
export function CompressionFields({ options, preset, change }: CompressionFieldsProps) {
  const { compression = "none", precision = "fine" } = options;
  return (
    <>
      <LabelledDropdown
        label="Compression"
        value={compression}
        options={COMPRESSIONS}
        changed={compression !== (preset.compression ?? "none")}
        onChange={(next) => change({ compression: next })}
      />
      {compression !== "none" && (
        <LabelledDropdown
          label="Precision"
          value={precision}
          options={PRECISIONS}
          changed={precision !== (preset.precision ?? "fine")}
          onChange={(next) => change({ precision: next })}
        />
      )}
    </>
  );
}
