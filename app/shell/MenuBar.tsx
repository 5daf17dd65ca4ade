import { Menu } from "@base-ui/react/menu";
import { Menubar } from "@base-ui/react/menubar";
import { Fragment } from "react";
import { ActionItem } from "../actions/ActionItem";
import { type Action, MENUS, type MenuName } from "../actions/action";
import { ACTIONS } from "../actions/action-table";
import { MenuPopup } from "../ui/MenuPopup";

function actionsOf(menu: MenuName): Action[] {
  return ACTIONS.filter((action) => action.menu?.[0] === menu).sort((a, b) => a.menu![1] - b.menu![1]);
}

/** The actions of one menu, with a line between its groups. */
export function MenuItems({ menu }: { menu: MenuName }) {
  const actions = actionsOf(menu);
  return actions.map((action, index) => (
    <Fragment key={action.id}>
      {index > 0 && actions[index - 1].menu![1] !== action.menu![1] && <Menu.Separator className="msep" />}
      <ActionItem id={action.id} />
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
