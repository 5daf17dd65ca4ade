import { Checkbox } from "@base-ui/react/checkbox";
import type { ReactNode } from "react";
import { Icon } from "../icons/Icon";

interface CheckRowProps {
  label: ReactNode;
  /** For screen readers, where the label alone does not say what is checked. */
  name?: string;
  /** Shown dimmed at the row's end. */
  end?: ReactNode;
  checked: boolean;
  onChange(checked: boolean): void;
  disabled?: boolean;
}

/** A check box with its label; the whole row answers. */
export function CheckRow({ label, name, end, checked, onChange, disabled }: CheckRowProps) {
  return (
    <label className="ckrow">
      <Checkbox.Root
        className="ck"
        aria-label={name}
        checked={checked}
        onCheckedChange={onChange}
        disabled={disabled}
      >
        <Checkbox.Indicator>
          <Icon name="check" />
        </Checkbox.Indicator>
      </Checkbox.Root>
      <span className="grow ell">{label}</span>
      {end && <span className="t3">{end}</span>}
    </label>
  );
}
