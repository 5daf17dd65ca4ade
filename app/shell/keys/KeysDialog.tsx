import { useState } from "react";
import type { Action } from "../../actions/action";
import { ACTIONS } from "../../actions/action-table";
import { brushUseOf, conflictsOf } from "../../actions/keys/conflicts";
import { useService } from "../../actions/studio";
import { downloadBlob } from "../../common/download";
import { isSameChord } from "../../common/key-chords";
import { KEYMAP_NAMES } from "../../document/keymap/keymap";
import { keymapFile, readKeymap } from "../../document/keymap/keymap-file";
import {
  choosePreset,
  editKeymap,
  KEYMAP,
  keymapOf,
  keysIn,
  resetKeymap,
} from "../../document/keymap/keymap-state";
import { KEYMAPS } from "../../document/keymap/presets/presets";
import { closeDialog } from "../../document/session/dialogs";
import type { Stores } from "../../document/stores";
import { useStore, useStores } from "../../document/use-stores";
import { pickFiles } from "../../files/open/dropped-files";
import { Button } from "../../ui/buttons/Button";
import { Segmented } from "../../ui/choices/Segmented";
import { Note } from "../../ui/feedback/Note";
import { NameFilter } from "../../ui/fields/NameFilter";
import { Icon } from "../../ui/icons/Icon";
import layoutCss from "../../ui/layout/layout.module.css";
import { Modal } from "../../ui/overlays/Modal";
import textCss from "../../ui/text/text.module.css";
import { useFaces } from "../faces";
import { KeyRow, type Taken } from "./KeyRow";
import css from "./keys.module.css";
import { hasMouseRows, MouseRows } from "./MouseRows";

const PRESETS = KEYMAP_NAMES.map((value) => ({ value, label: KEYMAPS[value].label }));

/** An imported keymap is a few kilobytes. */
const MOST_BYTES = 1e6;

function ActionRow({ action }: { action: Action }) {
  const stores = useStores();
  const { all } = useService(ACTIONS);
  const state = useStore(KEYMAP, (keymap) => keymap);
  const takenBy = (key: string): Taken[] => {
    const drag = brushUseOf(state, action, key);
    return [
      ...conflictsOf(state, all, action, key).map((other) => ({
        name: other.label,
        release: () =>
          editKeymap(
            stores,
            { kind: "action", id: other.id },
            keysIn(keymapOf(stores), other).filter((each) => !isSameChord(each, key)),
          ),
      })),
      ...(drag ? [{ name: `Brush ${drag}`, release: null }] : []),
    ];
  };
  return (
    <KeyRow
      name={action.label}
      place={{ kind: "action", id: action.id }}
      keys={keysIn(state, action)}
      what="key"
      several
      takenBy={takenBy}
    />
  );
}

/** The preset and a filter. */
function Head({ search, onSearch }: { search: string; onSearch(text: string): void }) {
  const stores = useStores();
  const preset = useStore(KEYMAP, (state) => state.preset);
  return (
    <div className={css.head}>
      <div className={css.choice}>
        <Segmented
          label="Keymap"
          value={preset}
          options={PRESETS}
          onChange={(next) => choosePreset(stores, next)}
        />
        <span className={`${textCss.secondary} ${css.about}`}>{KEYMAPS[preset].about}</span>
      </div>
      <NameFilter value={search} onChange={onSearch} isFirst />
    </div>
  );
}

/** Replaces the keymap by that of a file. @returns why the file cannot be read, or null. */
async function importKeymap(stores: Stores): Promise<string | null> {
  const [picked] = await pickFiles("files");
  if (!picked) return null;
  if (picked.file.size > MOST_BYTES) return "This file is too large for a keymap.";
  const result = readKeymap(await picked.file.text());
  if (!result.ok) return result.reason;
  stores.of(KEYMAP).setState(result.state);
  return null;
}

/** Edits the keys of actions and the gestures of the mouse. A search also finds actions without a key. */
export function KeysDialog() {
  const stores = useStores();
  const actions = useService(ACTIONS);
  const faces = useFaces();
  const state = useStore(KEYMAP, (keymap) => keymap);
  const [search, setSearch] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const wanted = search.trim().toLowerCase();
  const shows = (name: string) => name.toLowerCase().includes(wanted);
  const groups = actions
    .inGroups(faces)
    .map(({ title, actions: all }) => ({
      title,
      listed: all.filter(
        (action) => shows(action.label) && (wanted !== "" || keysIn(state, action).length > 0),
      ),
    }))
    .filter(({ listed }) => listed.length > 0);
  const write = () =>
    downloadBlob(new Blob([keymapFile(state)], { type: "application/json" }), "sinew-keys.json");
  return (
    <Modal
      title="Keys"
      width={640}
      onClose={() => closeDialog(stores)}
      foot={
        <>
          <Button look="ghost" onClick={() => resetKeymap(stores)}>
            Reset all
          </Button>
          <span className={layoutCss.grow} />
          <Button onClick={async () => setProblem(await importKeymap(stores))}>Import…</Button>
          <Button onClick={write}>Export</Button>
        </>
      }
    >
      <Head search={search} onSearch={setSearch} />
      {problem && (
        <Note tone="err" className={css.problem} role="alert">
          <Icon name="error" />
          {problem}
        </Note>
      )}
      <div className={css.list}>
        <MouseRows shows={shows} />
        {groups.map(({ title, listed }) => (
          <section key={title} style={{ display: "contents" }}>
            <h3>{title}</h3>
            {listed.map((action) => (
              <ActionRow key={action.id} action={action} />
            ))}
          </section>
        ))}
        {groups.length === 0 && !hasMouseRows(shows) && (
          <p className={`${css.empty} ${textCss.secondary}`}>Nothing has this name. Try a part of it.</p>
        )}
      </div>
    </Modal>
  );
}
