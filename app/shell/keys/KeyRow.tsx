import { type ReactNode, useState } from "react";
import { namesInWords } from "../../common/format";
import { chordText, onMac } from "../../common/key-chords";
import { editKeymap, isEdited, KEYMAP, type KeymapPlace } from "../../document/keymap/keymap-state";
import { useStore, useStores } from "../../document/use-stores";
import { Button } from "../../ui/buttons/Button";
import { IconButton } from "../../ui/buttons/IconButton";
import { Note } from "../../ui/feedback/Note";
import { Icon } from "../../ui/icons/Icon";
import { KeyButton } from "./KeyButton";
import css from "./keys.module.css";
import type { Recorded } from "./use-recorder";

/** An action that already has a key: its name, and how to take the key from it. */
export interface Taken {
  name: string;
  /** Null if it cannot give up the key. */
  release: (() => void) | null;
}

interface KeyRowProps {
  name: string;
  place: KeymapPlace;
  keys: readonly string[];
  what: Recorded;
  /** Whether the row can have several keys. */
  several?: boolean;
  /** The actions that already have a key. */
  takenBy(key: string): readonly Taken[];
  /** Writes a new key in the form of the replaced one: "F …" stays a key that a move of the pointer follows. */
  like?(key: string): string;
}

/** One line of the Keys dialog: a name, its keys, and the conflict that the last press would cause. */
export function KeyRow({ name, place, keys, what, several = false, takenBy, like = String }: KeyRowProps) {
  const stores = useStores();
  const edited = useStore(KEYMAP, (state) => isEdited(state, place));
  const [asked, setAsked] = useState<{ keys: string[]; key: string; by: readonly Taken[] } | null>(null);
  const set = (next: string[] | null) => {
    setAsked(null);
    editKeymap(stores, place, next);
  };
  const take = (key: string, next: string[]) => {
    const by = takenBy(key);
    if (by.length > 0) setAsked({ keys: next, key, by });
    else set(next);
  };
  const replaced = (at: number, key: string) => keys.map((each, n) => (n === at ? like(key) : each));
  return (
    <>
      <span className={css.name}>{name}</span>
      <span className={css.caps}>
        {keys.map((key, at) => (
          <KeyButton
            key={key}
            name={name}
            value={key}
            what={what}
            onTake={(next) => take(next, replaced(at, next))}
            onRemove={() => set(keys.filter((_, n) => n !== at))}
          />
        ))}
        {(several || keys.length === 0) && (
          <KeyButton name={name} value={null} what={what} onTake={(key) => take(key, [...keys, like(key)])} />
        )}
        {edited && (
          <IconButton aria-label={`Reset ${name}`} title="Reset" onClick={() => set(null)}>
            <Icon name="restart" small />
          </IconButton>
        )}
      </span>
      {asked && (
        <Conflict
          asked={asked.key}
          by={asked.by}
          onMove={() => {
            for (const { release } of asked.by) release?.();
            set(asked.keys);
          }}
          onCancel={() => setAsked(null)}
        />
      )}
    </>
  );
}

interface ConflictProps {
  asked: string;
  by: readonly Taken[];
  onMove(): void;
  onCancel(): void;
}

function Conflict({ asked, by, onMove, onCancel }: ConflictProps): ReactNode {
  const names = namesInWords(by.map(({ name }) => `“${name}”`));
  return (
    <Note tone="warn" className={css.conflict} role="alert">
      <Icon name="warn" />
      <span>
        {chordText(asked, onMac())} is taken by {names}.
      </span>
      {by.every(({ release }) => release) && (
        <Button onClick={onMove} data-primary>
          Move it here
        </Button>
      )}
      <Button look="ghost" onClick={onCancel}>
        Cancel
      </Button>
    </Note>
  );
}
