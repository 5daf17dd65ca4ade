import { Menu } from "@base-ui/react/menu";
import { chordText, onMac } from "../common/key-chords";
import { Icon } from "../ui/icons/Icon";
import menuCss from "../ui/menus/Menu.module.css";
import { useAction } from "./use-action";

/** An action as a menu item with its key. Its tooltip says why it is disabled. */
export function ActionItem({ id }: { id: string }) {
  const { action, keys, refusal, checked, perform } = useAction(id);
  return (
    <Menu.Item
      className={menuCss.item}
      disabled={refusal !== null}
      title={refusal ?? action.help}
      onClick={perform}
    >
      {action.checked ? <span className={menuCss.mark}>{checked && <Icon name="check" small />}</span> : null}
      {!action.checked && (action.icon ? <Icon name={action.icon} /> : <span className={menuCss.blank} />)}
      <span>{action.label}</span>
      {keys[0] && <kbd>{chordText(keys[0], onMac())}</kbd>}
    </Menu.Item>
  );
}
