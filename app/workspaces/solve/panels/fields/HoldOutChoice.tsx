import { Dropdown } from "../../../../ui/choices/Dropdown";
import { Field } from "../../../../ui/fields/Field";

const HOLD_OUTS = [
  { value: 0, label: "Off" },
  { value: 2, label: "Every second frame" },
  { value: 3, label: "Every third frame" },
  { value: 5, label: "Every fifth frame" },
  { value: 10, label: "Every tenth frame" },
];

/** How many frames are held out: "every 5th", or off. */
export function HoldOutChoice({ value, onChange }: { value: number; onChange(every: number): void }) {
  const known = HOLD_OUTS.some((option) => option.value === value);
  const options = known ? HOLD_OUTS : [...HOLD_OUTS, { value, label: `Every ${value}th frame` }];
  return (
    <Field label="Hold out">
      <Dropdown label="Hold out" value={value} options={options} onChange={onChange} />
    </Field>
  );
}
