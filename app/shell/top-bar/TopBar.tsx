import { Menu } from "@base-ui/react/menu";
import { Popover } from "@base-ui/react/popover";
import { ActionButton, ActionIcon } from "../../actions/ActionButton";
import { MENUS } from "../../actions/action";
import { useAction } from "../../actions/use-action";
import { formatClock } from "../../common/format";
import { chordText, onMac } from "../../common/key-chords";
import { useDocument, usePanels, useStores, useWork } from "../../document/use-stores";
import { IconButton } from "../../ui/buttons/IconButton";
import { Icon } from "../../ui/icons/Icon";
import layoutCss from "../../ui/layout/layout.module.css";
import { Separator } from "../../ui/layout/Separator";
import menuCss from "../../ui/menus/Menu.module.css";
import { MenuPopup } from "../../ui/menus/MenuPopup";
import { PopoverBox } from "../../ui/overlays/PopoverBox";
import textCss from "../../ui/text/text.module.css";
import { Brand } from "./Brand";
import brandCss from "./Brand.module.css";
import { HistoryList } from "./HistoryList";
import historyListCss from "./HistoryList.module.css";
import { MenuBar, MenuItems } from "./MenuBar";
import css from "./TopBar.module.css";
import { WorkspaceTabs } from "./WorkspaceTabs";

/** Undo and redo, with the history in a popup below. */
function UndoRedo() {
  const stores = useStores();
  const open = usePanels((panels) => panels.historyOpen);
  return (
    <Popover.Root open={open} onOpenChange={(next) => stores.panels.setState({ historyOpen: next })}>
      <ActionIcon action="edit.undo" />
      <ActionIcon action="edit.redo" />
      <Popover.Trigger className={textCss.visuallyHidden} tabIndex={-1} aria-hidden="true">
        History
      </Popover.Trigger>
      <PopoverBox label="History" className={historyListCss.history} sideOffset={18} align="end">
        <HistoryList />
      </PopoverBox>
    </Popover.Root>
  );
}

function FindAction() {
  const { action, keys, perform } = useAction("help.palette");
  return (
    <button type="button" className={css.search} onClick={perform} aria-label={action.label}>
      <Icon name="search" />
      <span className={layoutCss.grow}>{action.label}</span>
      {keys[0] && <kbd>{chordText(keys[0], onMac())}</kbd>}
    </button>
  );
}

/** The name of the open project, with a dot while it has changes that are not in its file. */
function ProjectName() {
  const name = useDocument((state) => state.sequence?.name ?? null);
  const inFile = useWork((work) => work.inFile);
  if (name === null) return null;
  const isUnsaved = inFile === "changed";
  return (
    <span className={css.project} title={isUnsaved ? `${name} has changes that are not in its file` : name}>
      <span className={textCss.ellipsis}>{name}</span>
      {isUnsaved && <i className={css.unsaved} role="img" aria-label="Not saved to its file" />}
    </span>
  );
}

export function TopBar() {
  return (
    <header className={css.bar}>
      <div className={css.side}>
        <Brand />
        <MenuBar />
        <ProjectName />
      </div>
      <WorkspaceTabs />
      <div className={`${css.side} ${css.end}`}>
        <UndoRedo />
        <Separator />
        <FindAction />
        <span style={{ width: 2 }} />
        <ActionButton action="file.export" label="Export…" look="primary" icon />
      </div>
    </header>
  );
}

/** One menu that contains all menus, the name of the project, and the actions for touch. */
export function SmallTopBar() {
  const name = useDocument((state) => state.sequence?.name ?? "Sinew");
  const mark = useWork((work) => (work.inFile === "changed" ? "*" : ""));
  const saved = useWork((work) =>
    work.saved?.state === "saved" ? `saved ${formatClock(work.saved.time)}` : "",
  );
  return (
    <header className={css.bar}>
      <Menu.Root>
        <Menu.Trigger render={<IconButton />} aria-label="Menu">
          <Icon name="menu" />
        </Menu.Trigger>
        <MenuPopup sideOffset={4} align="start">
          {MENUS.map((menu) => (
            <Menu.SubmenuRoot key={menu}>
              <Menu.SubmenuTrigger className={menuCss.item}>
                <span className={layoutCss.grow}>{menu}</span>
                <Icon name="right" small />
              </Menu.SubmenuTrigger>
              {/* Beside its menu a phone has no room for it: it lies over it. */}
              <MenuPopup label={`${menu} menu`} collisionAvoidance={{ side: "shift", align: "shift" }}>
                <MenuItems menu={menu} />
              </MenuPopup>
            </Menu.SubmenuRoot>
          ))}
        </MenuPopup>
      </Menu.Root>
      <div className={brandCss.brand}>
        <span className={textCss.ellipsis}>
          {name}
          {mark}
        </span>
      </div>
      <span className={`${textCss.tertiary} ${textCss.ellipsis} ${css.saved}`}>{saved}</span>
      <span className={layoutCss.grow} />
      <UndoRedo />
      <ActionIcon action="help.palette" />
      <ActionButton action="file.export" label="Export" look="primary" icon />
    </header>
  );
}
