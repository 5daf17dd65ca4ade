import type { ExportOptions } from "../../../../workers/client";
import { placeOfTextures, type TexturePlace } from "../../../../workers/model/files/export/export-formats";
import { Dropdown } from "../../../ui/choices/Dropdown";
import { Field } from "../../../ui/fields/Field";

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
    <Field label="Textures">
      <Dropdown
        label="Textures"
        value={place}
        options={PLACES}
        changed={place !== "inside"}
        onChange={(textures) => change({ textures })}
      />
    </Field>
  );
}
