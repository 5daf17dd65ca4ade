import { createStore, type StoreApi } from "zustand/vanilla";
import type { IconName } from "../ui/icon-names";

/** A change of the document that can be taken back. Holds deltas: what it sets and what was there before. */
export interface Command {
  /** As the history panel shows it: "Bones 24 → 32". */
  label: string;
  icon: IconName;
  do(): void;
  undo(): void;
}

export interface HistoryStep {
  /** Unique within the history. */
  id: number;
  label: string;
  icon: IconName;
  /** Milliseconds since the epoch. */
  time: number;
}

export interface HistoryState {
  /** Oldest first. */
  steps: HistoryStep[];
  /** How many of `steps` are done; the others can be redone. */
  position: number;
}

export const HISTORY_LIMIT = 500;

/** Every change of the document goes through here: one command, one step. */
export class History {
  readonly state: StoreApi<HistoryState> = createStore<HistoryState>(() => ({ steps: [], position: 0 }));
  private commands: Command[] = [];
  private nextId = 1;

  /** Does the command and remembers it; what could be redone is forgotten. */
  run(command: Command): void {
    command.do();
    const { steps, position } = this.state.getState();
    const keptFrom = Math.max(0, position + 1 - HISTORY_LIMIT);
    this.commands = [...this.commands.slice(keptFrom, position), command];
    const step = { id: this.nextId++, label: command.label, icon: command.icon, time: Date.now() };
    this.state.setState({
      steps: [...steps.slice(keptFrom, position), step],
      position: position + 1 - keptFrom,
    });
  }

  /** Calls a step otherwise: one whose outcome settles after it was run. */
  relabel(id: number, label: string): void {
    this.state.setState(({ steps }) => ({
      steps: steps.map((step) => (step.id === id ? { ...step, label } : step)),
    }));
  }

  /** @returns the label of what was taken back, or null when there was nothing. */
  undo(): string | null {
    const { position, steps } = this.state.getState();
    if (position === 0) return null;
    this.commands[position - 1].undo();
    this.state.setState({ position: position - 1 });
    return steps[position - 1].label;
  }

  /** @returns the label of what was done again, or null when there was nothing. */
  redo(): string | null {
    const { position, steps } = this.state.getState();
    if (position === steps.length) return null;
    this.commands[position].do();
    this.state.setState({ position: position + 1 });
    return steps[position].label;
  }

  /** Undoes or redoes until `position` steps are done. */
  goTo(position: number): void {
    const target = Math.max(0, Math.min(position, this.commands.length));
    while (this.state.getState().position > target) this.undo();
    while (this.state.getState().position < target) this.redo();
  }
}
