import type { KeptVersion } from "../../../workers/model/files/kept-project";
import type { IconName } from "../../common/icon-names";
import type { DocumentState } from "../document";
import type { Command, History } from "../history/history";
import { closeSequence } from "../sequence-commands";
import type { Stores } from "../stores";
import type { OpenProject } from "./open-project";

/** Clears the previews of drags and of running work, because they belong to another state of the document. */
const NO_PREVIEWS: Partial<DocumentState> = {
  ...{ livePose: null, liveDeform: null, liveSkeleton: null },
  ...{ liveRig: null, partial: null, partialLocks: null },
};

/** A state of an earlier session: in memory, or in a version that is read when the artist goes to it. */
interface KeptState {
  version: string | null;
  fields: Partial<DocumentState> | null;
}

export interface KeptSteps {
  project: OpenProject;
  steps: readonly KeptVersion[];
  /** The number of steps that are done. The document is in the state after the last of these. */
  done: number;
  /** The current fields of the document. */
  fields: Partial<DocumentState>;
  /** Reads a version. @throws SinewError, or CancelledError if the artist cancels. */
  read(version: string): Promise<Partial<DocumentState>>;
  /** Called when a version cannot be read. The history has returned to its former step. */
  failed(error: unknown): void;
}

/**
 * Adds the steps of earlier sessions to the history. Going to one of them reads its version; meanwhile the document
 * stays as it is. If the artist goes to several in a row, only the last is read.
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
      // The artist did something meanwhile. Keep that.
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
      // An unknown icon name shows no icon.
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
