import { Menu } from "@base-ui/react/menu";
import { Menubar } from "@base-ui/react/menubar";
import { Fragment } from "react";
import { ActionItem } from "../../actions/ActionItem";
import { MENUS, type MenuName } from "../../actions/action";
import { ACTIONS } from "../../actions/action-table";
import { useService } from "../../actions/studio";
import { useView } from "../../document/use-stores";
import menuCss from "../../ui/menus/Menu.module.css";
import { MenuPopup } from "../../ui/menus/MenuPopup";
import { MenuTrigger } from "../../ui/menus/MenuTrigger";
import css from "./MenuBar.module.css";

/** The actions of one menu in this workspace, with a line between groups. */
export function MenuItems({ menu }: { menu: MenuName }) {
  const workspace = useView((view) => view.workspace);
  const table = useService(ACTIONS);
  const actions = table.ofMenu(menu, workspace);
  return actions.map((action, index) => (
    <Fragment key={action.id}>
      {index > 0 && actions[index - 1].menu![1] !== action.menu![1] && (
        <Menu.Separator className={menuCss.separator} />
      )}
      <ActionItem id={action.id} />
    </Fragment>
  ));
}

export function MenuBar() {
  return (
    <Menubar className={css.bar}>
      {MENUS.map((name) => (
        <Menu.Root key={name}>
          <MenuTrigger>{name}</MenuTrigger>
          <MenuPopup sideOffset={6} align="start">
            <MenuItems menu={name} />
          </MenuPopup>
        </Menu.Root>
      ))}
    </Menubar>
  );
}
