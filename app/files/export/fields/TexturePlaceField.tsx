import type { ExportOptions } from "../../../../workers/client";
import { placeOfTextures, type TexturePlace } from "../../../../workers/model/files/export/export-formats";
import { LabelledDropdown } from "../../../ui/choices/LabelledDropdown";

const PLACES: { value: TexturePlace; label: string; note: string }[] = [
  { value: "inside", label: "In the file", note: "one file" },
  { value: "beside", label: "Beside the file", note: "a zip" },
];

interface TexturePlaceFieldProps {
  options: ExportOptions;
  change(next: Partial<ExportOptions>): void;
}

/** Chooses where textures go, for formats that allow both places. */
export function TexturePlaceField({ options, change }: TexturePlaceFieldProps) {
  const place = placeOfTextures(options);
  return (
    <LabelledDropdown
      label="Textures"
      value={place}
      options={PLACES}
      changed={place !== "inside"}
      onChange={(textures) => change({ textures })}
    />
  );
}
