import { Field } from "../fields/Field";
import { type Option, Segmented } from "./Segmented";

interface ChoiceFieldProps<T> {
  label: string;
  value: T;
  options: Option<T>[];
  onChange(value: T): void;
  onPointerEnter?(): void;
}

/** A choice of one option out of a few, in the inspector's two columns. */
export function ChoiceField<T extends string>({ onPointerEnter, ...props }: ChoiceFieldProps<T>) {
  return (
    <Field label={props.label} onPointerEnter={onPointerEnter}>
      <Segmented dense {...props} />
    </Field>
  );
}
