import type { ShapePolicy } from "../../../../workers/model/files/export/export-options";
import type { MeshShape } from "../../../../workers/model/mesh/shapes";
import { plural } from "../../../common/format";
import { LabelledDropdown } from "../../../ui/choices/LabelledDropdown";
import textCss from "../../../ui/text/text.module.css";
import { shapeChoices } from "./shape-choices";

interface ShapesFieldProps {
  shapes: readonly MeshShape[];
  value: ShapePolicy;
  onChange(shapes: ShapePolicy): void;
}

/** Chooses how to export the morph targets of the source. */
export function ShapesField({ shapes, value, onChange }: ShapesFieldProps) {
  const choices = shapeChoices(shapes);
  const chosen = choices.find((choice) => choice.value === value) ?? choices[0];
  return (
    <>
      <LabelledDropdown
        label="Morph targets"
        value={chosen.value}
        options={choices.map(({ value: policy, label, about }) => ({ value: policy, label, tip: about }))}
        changed={chosen.value !== "auto"}
        onChange={onChange}
      />
      <p className={textCss.tertiary}>
        {plural(shapes.length, "morph target")} of the source. {chosen.about}
      </p>
    </>
  );
}
