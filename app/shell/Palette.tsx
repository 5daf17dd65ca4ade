import { Dialog } from "@base-ui/react/dialog";
import { Command } from "cmdk";
import { useState } from "react";
import type { Action } from "../actions/action";
import { ACTIONS } from "../actions/action-table";
import { chordText, onMac } from "../actions/keys";
import { Icon } from "../ui/Icon";
import { useShell } from "./shell-state";
import { useStudio } from "./studio";

/** The label with what was typed set off, where it occurs as it was typed. */
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

function Row({ action, search, onDone }: { action: Action; search: string; onDone(): void }) {
  const studio = useStudio();
  const refusal = action.refusal?.() ?? null;
  return (
    <Command.Item
      className={refusal ? "prow off" : "prow"}
      value={`${action.label} ${action.id}`}
      keywords={action.help ? [action.help] : undefined}
      aria-disabled={refusal ? true : undefined}
      onSelect={() => {
        if (refusal) return;
        onDone();
        studio.perform(action.id);
      }}
    >
      <Icon name={action.icon ?? "right"} />
      <Marked text={action.label} part={search.trim()} />
      <span className="t3 grow ell">{refusal ?? action.help}</span>
      {action.keys && <kbd>{chordText(action.keys[0], onMac())}</kbd>}
    </Command.Item>
  );
}

const KINDS = ["rig", "file", "edit", "view", "shading", "play", "workspace", "help"];

/** All but the palette itself: what can be done first, in the order of the work. */
function orderedActions(): Action[] {
  const rank = (action: Action) =>
    KINDS.indexOf(action.id.split(".")[0]) + (action.refusal?.() ? KINDS.length : 0);
  return ACTIONS.filter((action) => action.id !== "help.palette").sort((a, b) => rank(a) - rank(b));
}

/** Finds any action by words; says of those that cannot be done what is missing. */
export function Palette() {
  const open = useShell((shell) => shell.paletteOpen);
  const [search, setSearch] = useState("");
  const close = () => useShell.setState({ paletteOpen: false });
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next) => {
        if (!next) close();
      }}
      onOpenChangeComplete={(next) => !next && setSearch("")}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim" />
        <Dialog.Popup className="dialog pal">
          <Dialog.Title className="sr">Find action</Dialog.Title>
          <Command label="Find action" loop>
            <div className="pin">
              <Icon name="search" />
              <Command.Input autoFocus placeholder="Find action" value={search} onValueChange={setSearch} />
              <kbd>Esc</kbd>
            </div>
            <Command.List className="plist">
              <Command.Empty className="prow t3">No action is called that.</Command.Empty>
              <Command.Group heading="Actions">
                {orderedActions().map((action) => (
                  <Row key={action.id} action={action} search={search} onDone={close} />
                ))}
              </Command.Group>
            </Command.List>
          </Command>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
