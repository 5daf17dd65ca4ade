import { Menu } from "@base-ui/react/menu";
import { Menubar } from "@base-ui/react/menubar";
import { Fragment } from "react";
import { type Action, MENUS, type MenuName } from "../actions/action";
import { ACTIONS } from "../actions/action-table";
import { chordText, onMac } from "../actions/keys";
import { useAction } from "../actions/use-action";
import { Icon } from "../ui/Icon";
import { MenuPopup } from "../ui/MenuPopup";

function actionsOf(menu: MenuName): Action[] {
  return ACTIONS.filter((action) => action.menu?.[0] === menu).sort((a, b) => a.menu![1] - b.menu![1]);
}

function Item({ id }: { id: string }) {
  const { action, refusal, checked, perform } = useAction(id);
  return (
    <Menu.Item className="mi" disabled={refusal !== null} title={refusal ?? action.help} onClick={perform}>
      {action.checked ? <span className="mark">{checked && <Icon name="check" small />}</span> : null}
      {!action.checked && action.icon ? <Icon name={action.icon} /> : null}
      <span>{action.label}</span>
      {action.keys && <kbd>{chordText(action.keys[0], onMac())}</kbd>}
    </Menu.Item>
  );
}

/** The actions of one menu, with a line between its groups. */
export function MenuItems({ menu }: { menu: MenuName }) {
  const actions = actionsOf(menu);
  return actions.map((action, index) => (
    <Fragment key={action.id}>
      {index > 0 && actions[index - 1].menu![1] !== action.menu![1] && <Menu.Separator className="msep" />}
      <Item id={action.id} />
    </Fragment>
  ));
}

export function MenuBar() {
  return (
    <Menubar className="menubar">
      {MENUS.map((name) => (
        <Menu.Root key={name}>
          <Menu.Trigger className="menu">{name}</Menu.Trigger>
          <MenuPopup sideOffset={6} align="start">
            <MenuItems menu={name} />
          </MenuPopup>
        </Menu.Root>
      ))}
    </Menubar>
  );
}
