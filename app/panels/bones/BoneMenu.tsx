import { Menu } from "@base-ui/react/menu";
import { ActionItem } from "../../actions/ActionItem";
import { usePanels, useStores } from "../../document/use-stores";
import menuCss from "../../ui/menus/Menu.module.css";
import { MenuAt } from "../../ui/menus/MenuAt";

/** Menu items that act on the selected bones. */
export function BoneItems() {
  return (
    <>
      <ActionItem id="bone.insert" />
      <ActionItem id="bone.split" />
      <ActionItem id="bone.merge" />
      <ActionItem id="bone.delete" />
      <Menu.Separator className={menuCss.separator} />
      <ActionItem id="edit.lock-bone" />
      <ActionItem id="edit.rename-bone" />
      <Menu.Separator className={menuCss.separator} />
      <ActionItem id="bone.root" />
      <ActionItem id="bone.detach" />
      <ActionItem id="bone.remove-idle" />
    </>
  );
}

/** The context menu of bones, in the list and in the viewport. */
export function BoneMenu() {
  const stores = useStores();
  const at = usePanels((panels) => panels.boneMenu);
  if (!at) return null;
  return (
    <MenuAt at={at} onClose={() => stores.panels.setState({ boneMenu: null })}>
      <BoneItems />
    </MenuAt>
  );
}
