import { Field } from "../fields/Field";
import { Dropdown, type DropdownProps } from "./Dropdown";

interface LabelledDropdownProps<T> extends DropdownProps<T> {
  onPointerEnter?(): void;
}

/** A dropdown with its label, in the inspector's two columns. */
export function LabelledDropdown<T extends string | number>({
  onPointerEnter,
  ...props
}: LabelledDropdownProps<T>) {
  return (
    <Field label={props.label} onPointerEnter={onPointerEnter}>
      <Dropdown {...props} />
    </Field>
  );
}
