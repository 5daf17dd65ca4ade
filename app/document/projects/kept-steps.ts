import type { KeptVersion } from "../../../workers/model/files/kept-project";
import type { IconName } from "../../common/icon-names";
import { closeSequence } from "../commands";
import type { DocumentState } from "../document";
import type { Command, History } from "../history";
import type { Stores } from "../stores";
import type { OpenProject } from "./open-project";

/** Nothing of a drag or of work under way stays over another state of the document. */
const NO_PREVIEWS: Partial<DocumentState> = {
  ...{ livePose: null, liveDeform: null, liveSkeleton: null },
  ...{ liveRig: null, partial: null, partialLocks: null },
};

/** A state of an earlier session: in memory, or a version that is read when it is gone to. */
interface KeptState {
  version: string | null;
  fields: Partial<DocumentState> | null;
}

export interface KeptSteps {
  project: OpenProject;
  steps: readonly KeptVersion[];
  /** How many of them are done: the document is what it was after the last of those. */
  done: number;
  /** The document's fields now. */
  fields: Partial<DocumentState>;
  /** Reads a version. @throws SinewError, or CancelledError where the artist cancels. */
  read(version: string): Promise<Partial<DocumentState>>;
  /** A version could not be read; the history is where it was before. */
  failed(error: unknown): void;
}

/**
 * Puts the steps of earlier sessions into the history. Going to one of them reads its version; meanwhile the document
 * stays what it is. Of several that are gone to at once, only the last is read.
 */
export function restoreSteps(stores: Stores, history: History, kept: KeptSteps): void {
  const { project, steps, done, fields, read, failed } = kept;
  const closed = closeSequence(stores).after;
  const stepOf = new Map<string, number>();
  let shown = steps[done - 1].id;
  let turn = 0;
  let reading = Promise.resolve();

  function apply({ version, fields: inMemory }: KeptState): void {
    const mine = ++turn;
    if (inMemory) {
      if (version !== null) shown = version;
      stores.document.setState({ ...inMemory, ...NO_PREVIEWS });
    } else if (version !== shown) {
      reading = reading.then(() => (mine === turn ? goTo(version!, mine) : undefined));
    }
  }

  async function goTo(version: string, mine: number): Promise<void> {
    try {
      const next = await read(version);
      // What the hand did meanwhile stands.
      if (mine !== turn || topStep() !== stepOf.get(version)) return;
      shown = version;
      stores.document.setState({ ...next, ...NO_PREVIEWS });
    } catch (error) {
      if (mine !== turn) return;
      const index = history.state.getState().steps.findIndex(({ id }) => id === stepOf.get(shown));
      if (index >= 0) history.goTo(index + 1);
      failed(error);
    }
  }

  function topStep(): number | undefined {
    const { steps: all, position } = history.state.getState();
    return all[position - 1]?.id;
  }

  const stateAfter = (n: number): KeptState => {
    if (n < 0) return { version: null, fields: closed };
    return { version: steps[n].id, fields: n === done - 1 ? fields : null };
  };
  const commands = steps.map(({ label, icon, time }, n) => {
    const command: Command<KeptState> = {
      label,
      // One that is not known any more shows nothing.
      icon: icon as IconName,
      before: stateAfter(n - 1),
      after: stateAfter(n),
      apply,
    };
    return { command: command as Command, time };
  });
  history.extend(commands, done).forEach((step, n) => {
    stepOf.set(steps[n].id, step);
    project.stepIs(step, steps[n].id);
  });
}
