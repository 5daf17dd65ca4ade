import { Checkbox } from "@base-ui/react/checkbox";
import type { ReactNode } from "react";
import { Icon } from "../icons/Icon";
import layoutCss from "../layout/layout.module.css";
import textCss from "../text/text.module.css";
import css from "./CheckRow.module.css";

interface CheckRowProps {
  label: ReactNode;
  /** Name for screen readers, if the label alone does not explain the box. */
  name?: string;
  /** Shown dimmed at the end of the row. */
  end?: ReactNode;
  checked: boolean;
  onChange(checked: boolean): void;
  disabled?: boolean;
}

/** A check box with its label. A click anywhere in the row toggles it. */
export function CheckRow({ label, name, end, checked, onChange, disabled }: CheckRowProps) {
  return (
    <label className={css.row}>
      <Checkbox.Root
        className={css.box}
        aria-label={name}
        checked={checked}
        onCheckedChange={onChange}
        disabled={disabled}
      >
        <Checkbox.Indicator>
          <Icon name="check" />
        </Checkbox.Indicator>
      </Checkbox.Root>
      <span className={`${layoutCss.grow} ${textCss.ellipsis}`}>{label}</span>
      {end && <span className={textCss.tertiary}>{end}</span>}
    </label>
  );
}
