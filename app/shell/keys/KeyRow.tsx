import { type ReactNode, useState } from "react";
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

/** Something else that has a key already: its name, and how to take the key from it. */
export interface Taken {
  name: string;
  /** Null if the key cannot be taken away there. */
  release: (() => void) | null;
}

interface KeyRowProps {
  name: string;
  place: KeymapPlace;
  keys: readonly string[];
  what: Recorded;
  /** Whether the row can have several keys. */
  several?: boolean;
  /** Who has a key already. */
  takenBy(key: string): readonly Taken[];
  /** Keeps how a key is used when it is replaced: "F …" stays a key after which the pointer moves. */
  like?(key: string): string;
}

/** One line of the Keys sheet: a name, its keys, and the conflict that the last press would make. */
export function KeyRow({ name, place, keys, what, several = false, takenBy, like = String }: KeyRowProps) {
  const stores = useStores();
  const edited = useStore(KEYMAP, (state) => isEdited(state, place));
  const [asked, setAsked] = useState<{ keys: string[]; key: string; by: readonly Taken[] } | null>(null);
  const change = (next: string[], key: string | null) => {
    const by = key === null ? [] : takenBy(key);
    if (key !== null && by.length > 0) setAsked({ keys: next, key, by });
    else {
      setAsked(null);
      editKeymap(stores, place, next);
    }
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
            onTake={(next) => change(replaced(at, next), next)}
            onRemove={() =>
              change(
                keys.filter((_, n) => n !== at),
                null,
              )
            }
          />
        ))}
        {(several || keys.length === 0) && (
          <KeyButton
            name={name}
            value={null}
            what={what}
            onTake={(key) => change([...keys, like(key)], key)}
          />
        )}
        {edited && (
          <IconButton
            aria-label={`Reset ${name}`}
            title="Reset"
            onClick={() => {
              setAsked(null);
              editKeymap(stores, place, null);
            }}
          >
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
            setAsked(null);
            editKeymap(stores, place, asked.keys);
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
  const names = by.map(({ name }) => `“${name}”`).join(" and ");
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
