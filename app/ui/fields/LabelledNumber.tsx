import { Field } from "./Field";
import { NumberField, type NumberFieldProps } from "./NumberField";

interface LabelledNumberProps extends NumberFieldProps {
  onPointerEnter?(): void;
}

/** A number with its label, in the inspector's two columns. */
export function LabelledNumber({ onPointerEnter, ...props }: LabelledNumberProps) {
  return (
    <Field label={props.label} onPointerEnter={onPointerEnter}>
      <NumberField {...props} />
    </Field>
  );
}
