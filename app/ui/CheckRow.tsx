import { Checkbox } from "@base-ui/react/checkbox";
import type { ReactNode } from "react";
import { Icon } from "./Icon";

interface CheckRowProps {
  label: ReactNode;
  /** Shown dimmed at the row's end. */
  end?: string;
  checked: boolean;
  onChange(checked: boolean): void;
  disabled?: boolean;
}

/** A check box with its label; the whole row answers. */
export function CheckRow({ label, end, checked, onChange, disabled }: CheckRowProps) {
  return (
    <label className="ckrow">
      <Checkbox.Root className="ck" checked={checked} onCheckedChange={onChange} disabled={disabled}>
        <Checkbox.Indicator>
          <Icon name="check" />
        </Checkbox.Indicator>
      </Checkbox.Root>
      <span className="grow ell">{label}</span>
      {end && <span className="t3">{end}</span>}
    </label>
  );
}
