import { createStore } from "zustand/vanilla";
import type { DocumentState } from "../../../document/document";
import { fieldStep } from "../../../document/field-step";
import type { Command, History } from "../../../document/history/history";
import type { Keeping } from "../../../document/projects/keeping";
import { reportError } from "../../../document/session/report-error";
import { toast } from "../../../document/session/toasts";
import { type Stores, storeKey } from "../../../document/stores";
import { mergedStates, whyNotMergeable } from "./merge-states";
import { type Difference, differences, PARTS } from "./project-parts";
import { sameContent } from "./same-content";

type State = Partial<DocumentState>;

/** Another state of the open project: the one in its file, or that of another tab. */
export interface OtherSide {
  /** What happened: "hound.sinew was saved by somebody else". */
  title: string;
  /** What the two states are called: "This tab" and "The other tab". */
  names: { mine: string; theirs: string };
  /** When theirs was saved, in milliseconds since the epoch. */
  time: number;
  theirs: State;
  /** The state that both started from; null if it is not known. */
  base: State | null;
  /** The label of the step that takes theirs, and its icon. */
  step: Pick<Command, "label" | "icon">;
  /** Whether theirs is a version of the project already. */
  isVersion: boolean;
  /** Notes that the artist has decided, when theirs had this state. */
  settled(state: State): void;
  /** Saves mine in the place of theirs. */
  saveMine(): Promise<void>;
}

/** Two states of one project: the open one, and another one. */
export interface Conflict extends OtherSide {
  parts: Difference[];
  /** Why they cannot be merged, or null. */
  notMerged: string | null;
}

/** The conflict that the dialog shows; null if there is none. */
export const CONFLICT = storeKey(() =>
  createStore<{ conflict: Conflict | null }>()(() => ({ conflict: null })),
);

type Choice = "mine" | "theirs" | "merge";

export interface Conflicts {
  /** Shows both states. @returns false, without showing them, if they have the same content. */
  show(other: OtherSide): boolean;
  /** Takes one of the two, or merges them. The other becomes a version of the project. */
  settle(choice: Choice): Promise<void>;
  close(): void;
}

interface ConflictsParts {
  keeping: Pick<Keeping, "belongs" | "projectOf" | "flush" | "saveAgain">;
  history: History;
}

export function createConflicts(stores: Stores, { keeping, history }: ConflictsParts): Conflicts {
  const store = stores.of(CONFLICT);
  const close = () => store.setState({ conflict: null });

  function show(other: OtherSide): boolean {
    const mine = stores.document.getState();
    const { sequence } = other.theirs;
    // Frames identify a project, so the same mesh must stay the same object.
    const isSame = sequence && sameContent({ ...sequence, name: "" }, { ...mine.sequence, name: "" });
    const theirs = isSame ? { ...other.theirs, sequence: mine.sequence } : other.theirs;
    const parts = differences(mine, theirs, other.base);
    if (parts.length === 0) return false;
    store.setState({ conflict: { ...other, theirs, parts, notMerged: whyNotMergeable(parts) } });
    return true;
  }

  /** Opens theirs as a step of the same project. */
  function takeTheirs({ theirs, step }: Conflict): void {
    const { sequence } = stores.document.getState();
    if (sequence && theirs.sequence && theirs.sequence !== sequence) {
      keeping.belongs(theirs.sequence.frames, keeping.projectOf(sequence.frames));
    }
    history.run({ ...fieldStep(stores, theirs), ...step });
  }

  async function settle(choice: Choice): Promise<void> {
    const { conflict } = store.getState();
    if (!conflict) return;
    close();
    // Makes mine a version before anything changes.
    await keeping.flush();
    if (choice === "theirs") {
      takeTheirs(conflict);
      conflict.settled(stores.document.getState());
      return;
    }
    const mine = stores.document.getState();
    if (!conflict.isVersion) {
      takeTheirs(conflict);
      await keeping.flush();
      history.undo();
    }
    conflict.settled(conflict.theirs);
    if (choice === "mine") return conflict.saveMine();
    const { fields, words } = mergedStates(mine, conflict.theirs, conflict.base);
    const label = `Merge ${conflict.step.label}`;
    if (Object.keys(fields).length > 0) history.run({ ...fieldStep(stores, fields), label, icon: "merge" });
    else await keeping.saveAgain();
    toast(stores, "Both are merged", words.join(" "));
  }

  return {
    show,
    settle: (choice) => settle(choice).catch((error) => reportError(stores, error, "Resolving the conflict")),
    close,
  };
}

/** The labels of the parts that `who` changed. */
export const partsBy = (parts: readonly Difference[], who: Difference["changedBy"]): string[] =>
  parts.filter(({ changedBy }) => changedBy === who).map(({ part }) => PARTS[part].label);
