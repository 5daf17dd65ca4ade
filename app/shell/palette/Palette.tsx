import { Dialog } from "@base-ui/react/dialog";
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from "react";
import type { Action } from "../../actions/action";
import { goHome, isElsewhere, refusalAtHome } from "../../actions/action-place";
import { ACTIONS } from "../../actions/action-table";
import { keysOf } from "../../actions/keys/action-keys";
import { useStudio } from "../../actions/studio";
import { chordText, onMac } from "../../common/key-chords";
import { toast } from "../../document/session/toasts";
import { usePanels, useStores } from "../../document/use-stores";
import { Badge } from "../../ui/feedback/Badge";
import { Icon } from "../../ui/icons/Icon";
import layoutCss from "../../ui/layout/layout.module.css";
import dialogCss from "../../ui/overlays/Dialog.module.css";
import textCss from "../../ui/text/text.module.css";
import css from "./Palette.module.css";
import { searchActions } from "./palette-search";

/** The label, with the typed text highlighted if the label contains it. */
function Marked({ text, part }: { text: string; part: string }) {
  const at = part ? text.toLowerCase().indexOf(part.toLowerCase()) : -1;
  if (at < 0) return <span>{text}</span>;
  return (
    <span>
      {text.slice(0, at)}
      <b>{text.slice(at, at + part.length)}</b>
      {text.slice(at + part.length)}
    </span>
  );
}

interface FoundProps {
  id: string;
  action: Action;
  search: string;
  chosen: boolean;
  onPoint(): void;
  onClick(): void;
}

/** An action in the list: its name, what it does or why it cannot run, its workspace and its key. */
function Found({ id, action, search, chosen, onPoint, onClick }: FoundProps) {
  const studio = useStudio();
  const refusal = refusalAtHome(studio, action);
  const [key] = keysOf(studio, action);
  return (
    <div
      id={id}
      role="option"
      aria-selected={chosen}
      aria-disabled={refusal ? true : undefined}
      className={`${css.command} ${refusal ? css.disabled : ""}`}
      onPointerMove={onPoint}
      onClick={onClick}
    >
      <Icon name={action.icon ?? "right"} />
      <Marked text={action.label} part={search.trim()} />
      <span className={`${textCss.tertiary} ${css.aside} ${layoutCss.grow} ${textCss.ellipsis}`}>
        {refusal ?? action.help}
      </span>
      {action.home && isElsewhere(studio, action) && <Badge>{action.home.label}</Badge>}
      {key && <kbd>{chordText(key, onMac())}</kbd>}
    </div>
  );
}

/**
 * A search field above a list. Arrow keys select, Enter runs. If an action cannot run, it says why and the palette
 * stays open.
 */
function Search() {
  const studio = useStudio();
  const [search, setSearch] = useState("");
  const [chosen, setChosen] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const listed = useMemo(() => studio.get(ACTIONS).all.filter(({ id }) => id !== "help.palette"), [studio]);
  const found = searchActions(studio, listed, search);

  useEffect(() => {
    list.current?.children[chosen]?.scrollIntoView({ block: "nearest" });
  }, [chosen]);

  const perform = (action: Action | undefined) => {
    if (!action || refusalAtHome(studio, action) !== null) return;
    studio.panels.setState({ paletteOpen: false });
    goHome(studio, action);
    const refusal = studio.perform(action.id);
    if (refusal !== null) toast(studio, action.label, refusal, { kind: "warning" });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const count = Math.max(1, found.length);
    if (event.key === "ArrowDown") setChosen((chosen + 1) % count);
    else if (event.key === "ArrowUp") setChosen((chosen + count - 1) % count);
    else if (event.key === "Enter") perform(found[chosen]);
    else return;
    event.preventDefault();
  };

  return (
    <>
      <div className={css.search}>
        <Icon name="search" />
        <input
          role="combobox"
          aria-label="Find action"
          aria-expanded="true"
          aria-controls={id}
          aria-activedescendant={found.length > 0 ? `${id}${chosen}` : undefined}
          placeholder="Find action"
          value={search}
          onChange={(event) => {
            setSearch(event.target.value);
            setChosen(0);
          }}
          onKeyDown={onKeyDown}
        />
        <kbd>Esc</kbd>
      </div>
      {found.length === 0 && <p className={`${css.list} ${textCss.secondary}`}>No matching action.</p>}
      <div
        className={css.list}
        role="listbox"
        aria-label="Actions"
        id={id}
        ref={list}
        hidden={found.length === 0}
      >
        {found.map((action, index) => (
          <Found
            key={action.id}
            id={`${id}${index}`}
            {...{ action, search }}
            chosen={index === chosen}
            onPoint={() => setChosen(index)}
            onClick={() => perform(action)}
          />
        ))}
      </div>
    </>
  );
}

/** Finds any action by words, and switches to its workspace to run it. */
export function Palette() {
  const stores = useStores();
  const open = usePanels((panels) => panels.paletteOpen);
  // A new dialog each time, even if the palette opens again before the last one has left the page.
  const [last, setLast] = useState({ open, count: 0 });
  if (last.open !== open) setLast({ open, count: last.count + Number(open) });
  return (
    <Dialog.Root
      key={last.count}
      open={open}
      onOpenChange={(next) => !next && stores.panels.setState({ paletteOpen: false })}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={dialogCss.scrim} />
        <Dialog.Popup className={`${dialogCss.dialog} ${css.palette}`}>
          <Dialog.Title className={textCss.visuallyHidden}>Find action</Dialog.Title>
          <Search />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
