import { Select } from "@base-ui/react/select";
import { Icon } from "../icons/Icon";
import menuCss from "../menus/Menu.module.css";
import popupCss from "../overlays/Popup.module.css";
import textCss from "../text/text.module.css";
import css from "./Dropdown.module.css";
import type { Option } from "./Segmented";

export interface DropdownProps<T> {
  label: string;
  value: T;
  /** `note` shows beside the label, `tip` in the option's tooltip. */
  options: (Option<T> & { note?: string; tip?: string })[];
  /** Shows a dot, because the value is not the default. */
  changed?: boolean;
  onChange(value: T): void;
}

/** A drop-down list of options. */
export function Dropdown<T extends string | number>({
  label,
  value,
  options,
  changed,
  onChange,
}: DropdownProps<T>) {
  return (
    <Select.Root items={options} value={value} onValueChange={(next) => next !== null && onChange(next as T)}>
      <Select.Trigger className={changed ? `${css.trigger} ${css.changed}` : css.trigger} aria-label={label}>
        <span className={textCss.ellipsis}>
          <Select.Value />
        </span>
        <Icon name="down" small />
      </Select.Trigger>
      <Select.Portal>
        <Select.Positioner
          className={`${popupCss.positioner} ${popupCss.aboveDialog}`}
          alignItemWithTrigger={false}
          sideOffset={3}
          align="start"
        >
          <Select.Popup className={`${popupCss.popup} ${menuCss.popup}`}>
            {options.map((option) => (
              <Select.Item
                key={option.value}
                value={option.value}
                className={menuCss.item}
                disabled={!!option.refusal}
                title={option.tip}
              >
                <span className={menuCss.mark}>
                  <Select.ItemIndicator>
                    <Icon name="check" small />
                  </Select.ItemIndicator>
                </span>
                <Select.ItemText>{option.label}</Select.ItemText>
                {(option.refusal ?? option.note) && (
                  <span className={`${menuCss.end} ${textCss.tertiary}`}>
                    {option.refusal ?? option.note}
                  </span>
                )}
              </Select.Item>
            ))}
          </Select.Popup>
        </Select.Positioner>
      </Select.Portal>
    </Select.Root>
  );
}
