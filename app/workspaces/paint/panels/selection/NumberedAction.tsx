import { ActionButton } from "../../../../actions/ActionButton";
import type { MeasureText } from "../../../../common/format";
import type { NumberRange } from "../../../../common/number-range";
import { NumberField } from "../../../../ui/fields/NumberField";
import css from "./NumberedAction.module.css";

interface NumberedActionProps {
  action: string;
  label: string;
  value: number;
  range: NumberRange;
  write(value: number): string | MeasureText;
  onChange(value: number): void;
}

/** A button with the number that its action uses: "Limit to 4". */
export function NumberedAction({ action, label, value, range, write, onChange }: NumberedActionProps) {
  return (
    <div className={css.row}>
      <ActionButton action={action} label={label} />
      <NumberField label={label} value={value} range={range} write={write} onCommit={onChange} />
    </div>
  );
}
