import { Menu } from "@base-ui/react/menu";
import { Popover } from "@base-ui/react/popover";
import { ActionButton, ActionIcon } from "../../actions/ActionButton";
import { MENUS } from "../../actions/action";
import { useAction } from "../../actions/use-action";
import { formatClock } from "../../common/format";
import { chordText, onMac } from "../../common/key-chords";
import { useDocument } from "../../document/document";
import { usePanels } from "../../document/session/panel-state";
import { useWork } from "../../document/session/work";
import { Icon } from "../../ui/icons/Icon";
import { MenuPopup } from "../../ui/menus/MenuPopup";
import { Brand } from "./Brand";
import { HistoryList } from "./HistoryList";
import { MenuBar, MenuItems } from "./MenuBar";
import { WorkspaceTabs } from "./WorkspaceTabs";

/** Undo and redo; the history opens beneath them. */
function UndoRedo() {
  const open = usePanels((panels) => panels.historyOpen);
  return (
    <Popover.Root open={open} onOpenChange={(next) => usePanels.setState({ historyOpen: next })}>
      <ActionIcon action="edit.undo" />
      <ActionIcon action="edit.redo" />
      <Popover.Trigger className="sr" tabIndex={-1} aria-hidden="true">
        History
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner className="positioner" sideOffset={18} align="end">
          <Popover.Popup className="pop hist" aria-label="History">
            <HistoryList />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

function FindAction() {
  const { action, perform } = useAction("help.palette");
  return (
    <button type="button" className="find" onClick={perform} aria-label={action.label}>
      <Icon name="search" />
      <span className="grow">{action.label}</span>
      <kbd>{chordText("Ctrl+K", onMac())}</kbd>
    </button>
  );
}

export function TopBar() {
  return (
    <header className="top">
      <div className="tside">
        <Brand />
        <MenuBar />
      </div>
      <WorkspaceTabs />
      <div className="tside r">
        <UndoRedo />
        <span className="sep" />
        <FindAction />
        <span style={{ width: 2 }} />
        <ActionButton action="file.export" label="Export…" className="primary" icon />
      </div>
    </header>
  );
}

/** One menu of all menus, what is open, and the actions that a thumb needs. */
export function SmallTopBar() {
  const name = useDocument((state) => state.sequence?.name ?? "Sinew");
  const saved = useWork((work) =>
    work.saved?.state === "saved" ? `saved ${formatClock(work.saved.time)}` : "",
  );
  return (
    <header className="top">
      <Menu.Root>
        <Menu.Trigger className="ib" aria-label="Menu">
          <Icon name="menu" />
        </Menu.Trigger>
        <MenuPopup sideOffset={4} align="start">
          {MENUS.map((menu) => (
            <Menu.SubmenuRoot key={menu}>
              <Menu.SubmenuTrigger className="mi">
                <span className="grow">{menu}</span>
                <Icon name="right" small />
              </Menu.SubmenuTrigger>
              <MenuPopup>
                <MenuItems menu={menu} />
              </MenuPopup>
            </Menu.SubmenuRoot>
          ))}
        </MenuPopup>
      </Menu.Root>
      <div className="brand">
        <span className="ell">{name}</span>
      </div>
      <span className="t3 ell saved">{saved}</span>
      <span className="grow" />
      <UndoRedo />
      <ActionIcon action="help.palette" />
      <ActionButton action="file.export" label="Export" className="primary" icon />
    </header>
  );
}
