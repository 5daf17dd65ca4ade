import { chordText, onMac } from "../common/key-chords";
import { Button, type ButtonLook } from "../ui/buttons/Button";
import { IconButton } from "../ui/buttons/IconButton";
import { Icon } from "../ui/icons/Icon";
import { Tip } from "../ui/overlays/Tip";
import { useAction } from "./use-action";

interface ActionIconProps {
  action: string;
  big?: boolean;
  side?: "top" | "bottom" | "left" | "right";
  /** The icon while the action is on, instead of its own: pause in place of play. */
  checkedIcon?: Parameters<typeof Icon>[0]["name"];
  /** False for toggles whose icon already shows that they are on. */
  lit?: boolean;
}

/** An action as an icon button. Its tooltip has the name, the key and, if it is disabled, the reason. */
export function ActionIcon({ action: id, big, side, checkedIcon, lit = true }: ActionIconProps) {
  const { action, keys, refusal, checked, perform } = useAction(id);
  return (
    <Tip title={action.label} keys={keys[0]} body={refusal ?? action.help} side={side}>
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
  /** Replaces the action's own label. */
  label?: string;
  icon?: boolean;
  /** Shows the action's key on the button. */
  keycap?: boolean;
}

/** An action as a button with a label. */
export function ActionButton({ action: id, label, icon = false, keycap, look, ...shape }: ActionButtonProps) {
  const { action, keys, refusal, checked, perform } = useAction(id);
  return (
    <Tip title={action.label} keys={keys[0]} body={refusal ?? action.help}>
      <Button
        {...shape}
        aria-pressed={action.checked ? checked : undefined}
        look={refusal && look === "primary" ? undefined : look}
        aria-disabled={refusal ? true : undefined}
        onClick={perform}
      >
        {icon && action.icon && <Icon name={action.icon} />}
        {label ?? action.label}
        {keycap && keys[0] && <kbd>{chordText(keys[0], onMac())}</kbd>}
      </Button>
    </Tip>
  );
}
