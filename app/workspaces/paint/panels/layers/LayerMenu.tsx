import { Menu } from "@base-ui/react/menu";
import { ActionItem } from "../../../../actions/ActionItem";
import menuCss from "../../../../ui/menus/Menu.module.css";
import { MenuAt } from "../../../../ui/menus/MenuAt";

/** Where the menu was asked for. */
export interface MenuPlace {
  /** In pixels of the page. */
  at: { x: number; y: number };
  /** Whether a layer was pressed, which is selected by then, or the base. */
  onLayer: boolean;
}

const Line = () => <Menu.Separator className={menuCss.separator} />;

/** Menu items that act on the selected layer. */
function LayerItems() {
  return (
    <>
      <ActionItem id="paint.rename-layer" />
      <ActionItem id="paint.duplicate-layer" />
      <ActionItem id="paint.merge-down" />
      <Line />
      <ActionItem id="paint.mute-layer" />
      <ActionItem id="paint.solo-layer" />
      <ActionItem id="paint.lock-layer" />
      <Line />
      <ActionItem id="paint.mask-layer" />
      <ActionItem id="paint.mask-from-layer" />
      <ActionItem id="paint.update-layer-mask" />
      <Line />
      <ActionItem id="paint.layer-up" />
      <ActionItem id="paint.layer-down" />
      <Line />
      <ActionItem id="paint.clear-layer" />
      <ActionItem id="paint.delete-layer" />
      <Line />
    </>
  );
}

/** The context menu of the layers. For the base, it has only what concerns all layers. */
export function LayerMenu({ place: { at, onLayer }, onClose }: { place: MenuPlace; onClose(): void }) {
  return (
    <MenuAt at={at} onClose={onClose}>
      {onLayer && <LayerItems />}
      <ActionItem id="paint.new-layer" />
      <ActionItem id="paint.merge-all" />
    </MenuAt>
  );
}
