import { Menu } from "@base-ui/react/menu";
import { ActionItem } from "../../../../actions/ActionItem";
import menuCss from "../../../../ui/menus/Menu.module.css";
import { MenuPopup } from "../../../../ui/menus/MenuPopup";

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
      <ActionItem id="paint.mask-layer" />
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

/** The context menu of the layers. On the base it has only what acts on the whole stack. */
export function LayerMenu({ place: { at, onLayer }, onClose }: { place: MenuPlace; onClose(): void }) {
  const anchor = { getBoundingClientRect: () => new DOMRect(at.x, at.y, 0, 0) };
  return (
    <Menu.Root
      open
      modal={false}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <MenuPopup anchor={anchor} align="start" sideOffset={2}>
        {onLayer && <LayerItems />}
        <ActionItem id="paint.new-layer" />
        <ActionItem id="paint.merge-all" />
      </MenuPopup>
    </Menu.Root>
  );
}
