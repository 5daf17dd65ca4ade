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
  const classes = ["ib", big && "big", checked && lit && "on"].filter(Boolean).join(" ");
  return (
    <Tip title={action.label} keys={action.keys?.[0]} body={refusal ?? action.help} side={side}>
      <button
        type="button"
        className={classes}
        aria-label={action.label}
        aria-disabled={refusal ? true : undefined}
        aria-pressed={action.checked ? checked : undefined}
        onClick={perform}
      >
        <Icon name={(checked && checkedIcon) || action.icon || "more"} />
      </button>
    </Tip>
  );
}

interface ActionButtonProps {
  action: string;
  /** Instead of the action's own label. */
  label?: string;
  className?: string;
  icon?: boolean;
  keycap?: string;
}

/** An action as a button with words. */
export function ActionButton({ action: id, label, className = "", icon = false, keycap }: ActionButtonProps) {
  const { action, refusal, perform } = useAction(id);
  return (
    <Tip title={action.label} keys={action.keys?.[0]} body={refusal ?? action.help}>
      <button
        type="button"
        className={`btn ${refusal ? className.replace("primary", "") : className}`}
        aria-disabled={refusal ? true : undefined}
        onClick={perform}
      >
        {icon && action.icon && <Icon name={action.icon} />}
        {label ?? action.label}
        {keycap && <kbd>{keycap}</kbd>}
      </button>
    </Tip>
  );
}
