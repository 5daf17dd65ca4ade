import { Button, type ButtonLook } from "../ui/buttons/Button";
import { IconButton } from "../ui/buttons/IconButton";
import { Icon } from "../ui/icons/Icon";
import { Tip } from "../ui/overlays/Tip";
import { useAction } from "./use-action";

interface ActionIconProps {
  action: string;
  big?: boolean;
  side?: "top" | "bottom" | "left" | "right";
  /** Shown instead of the action's own while it is on: pause for play. */
  checkedIcon?: Parameters<typeof Icon>[0]["name"];
  /** False for actions that are on or off, but whose icon says so by itself. */
  lit?: boolean;
}

/** An action as an icon: name, key and what is missing are in its tip. */
export function ActionIcon({ action: id, big, side, checkedIcon, lit = true }: ActionIconProps) {
  const { action, refusal, checked, perform } = useAction(id);
  return (
    <Tip title={action.label} keys={action.keys?.[0]} body={refusal ?? action.help} side={side}>
      <IconButton
        big={big}
        on={checked && lit}
        aria-label={action.label}
        aria-disabled={refusal ? true : undefined}
        aria-pressed={action.checked ? checked : undefined}
        onClick={perform}
      >
        <Icon name={(checked && checkedIcon) || action.icon || "more"} />
      </IconButton>
    </Tip>
  );
}

interface ActionButtonProps extends ButtonLook {
  action: string;
  /** Instead of the action's own label. */
  label?: string;
  icon?: boolean;
  keycap?: string;
}

/** An action as a button with words. */
export function ActionButton({ action: id, label, icon = false, keycap, look, ...shape }: ActionButtonProps) {
  const { action, refusal, perform } = useAction(id);
  return (
    <Tip title={action.label} keys={action.keys?.[0]} body={refusal ?? action.help}>
      <Button
        {...shape}
        look={refusal && look === "primary" ? undefined : look}
        aria-disabled={refusal ? true : undefined}
        onClick={perform}
      >
        {icon && action.icon && <Icon name={action.icon} />}
        {label ?? action.label}
        {keycap && <kbd>{keycap}</kbd>}
      </Button>
    </Tip>
  );
}
