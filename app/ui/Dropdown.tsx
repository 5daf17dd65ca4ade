import { Select } from "@base-ui/react/select";
import { Icon } from "./Icon";
import type { Option } from "./Segmented";

interface DropdownProps<T> {
  label: string;
  value: T;
  options: (Option<T> & { note?: string })[];
  onChange(value: T): void;
}

/** One of several, in a list. */
export function Dropdown<T extends string | number>({ label, value, options, onChange }: DropdownProps<T>) {
  return (
    <Select.Root items={options} value={value} onValueChange={(next) => next !== null && onChange(next as T)}>
      <Select.Trigger className="dd" aria-label={label}>
        <span className="ell">
          <Select.Value />
        </span>
        <Icon name="down" small />
      </Select.Trigger>
      <Select.Portal>
        <Select.Positioner
          className="positioner dropz"
          alignItemWithTrigger={false}
          sideOffset={3}
          align="start"
        >
          <Select.Popup className="pop menu-pop">
            {options.map((option) => (
              <Select.Item key={option.value} value={option.value} className="mi" disabled={!!option.refusal}>
                <span className="mark">
                  <Select.ItemIndicator>
                    <Icon name="check" small />
                  </Select.ItemIndicator>
                </span>
                <Select.ItemText>{option.label}</Select.ItemText>
                {(option.refusal ?? option.note) && (
                  <span className="end t3">{option.refusal ?? option.note}</span>
                )}
              </Select.Item>
            ))}
          </Select.Popup>
        </Select.Positioner>
      </Select.Portal>
    </Select.Root>
  );
}
