import { createStore, type StoreApi } from "zustand/vanilla";
import type { IconName } from "../../common/icon-names";
import { type Blocks, heldBlocks } from "./held-blocks";
import { type HistoryLimits, limitsFor } from "./history-limits";

/**
 * A change of the document that can be undone: two states of a part of it, and a function that sets either. Everything
 * that it holds must be in `before` and `after`, where the history counts it; `apply` uses nothing else.
 */
export interface Command<State = unknown> {
  /** The text in the history panel: "Bones 24 → 32". */
  label: string;
  icon: IconName;
  before: State;
  after: State;
  /** Sets `after` to do the change, and `before` to undo it. Arrays are replaced, never written. */
  apply(state: State): void;
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
  /** The id of the last step that was dropped, which came before `steps`; 0 if none was. */
  base: number;
  /** Memory that only the steps keep alive: the document's own arrays do not count. */
  bytes: number;
  limits: HistoryLimits;
  /** The steps that were dropped to keep to the limits, and the memory that this freed. */
  letGo: { steps: number; bytes: number };
}

/** The document that a history belongs to. */
export interface HistorySubject {
  /** The document: its own memory does not count for the history. */
  document(): unknown;
  /** Identifies the open file; null while none is open. */
  file(): unknown;
}

interface Entry {
  command: Command;
  step: HistoryStep;
  blocks: Blocks;
  /** Whether the step replaced or closed a file. */
  leavesFile: boolean;
}

/** An empty history with these limits. */
export const createStepsStore = (limits: HistoryLimits = limitsFor()) =>
  createStore<HistoryState>(() => ({
    ...{ steps: [], position: 0, base: 0, bytes: 0, limits },
    letGo: { steps: 0, bytes: 0 },
  }));

const NO_SUBJECT: HistorySubject = { document: () => null, file: () => null };

/** Every change of the document goes through here: one command is one step. Drops old steps to keep to its limits. */
export class History {
  readonly state: StoreApi<HistoryState>;
  private readonly subject: HistorySubject;
  private entries: Entry[] = [];
  private nextId = 1;
  /** How many entries hold each block. */
  private readonly holders = new Map<object, number>();
  /** Total bytes of the blocks in `holders`. */
  private total = 0;

  /** @param state receives the steps. Nothing else may write to it. */
  constructor(subject: HistorySubject = NO_SUBJECT, state = createStepsStore()) {
    this.subject = subject;
    this.state = state;
  }

  /** Does the command and adds a step. Drops the steps that could be redone. */
  run(command: Command): void {
    const file = this.subject.file();
    command.apply(command.after);
    const leavesFile = file !== null && file !== this.subject.file();
    const { position } = this.state.getState();
    for (const entry of this.entries.splice(position)) this.release(entry);
    this.entries.push(this.entryOf(command, this.nextId++, Date.now(), leavesFile));
    this.trim();
  }

  /**
   * Adds steps of an earlier session after those that are done, without applying them: the document already shows the
   * first `done` of them.
   * @returns the identifiers of the steps.
   */
  extend(steps: readonly { command: Command; time: number }[], done: number): number[] {
    const { position } = this.state.getState();
    for (const entry of this.entries.splice(position)) this.release(entry);
    const added = steps.map(({ command, time }) => this.entryOf(command, this.nextId++, time, false));
    this.entries.push(...added);
    this.state.setState({
      steps: this.entries.map(({ step }) => step),
      position: position + done,
      bytes: this.bytes(),
    });
    return added.map(({ step }) => step.id);
  }

  /**
   * Replaces the command of a step and applies it. For commands whose result is ready only later.
   * @returns false, with nothing done, if the step is not the last one or was undone.
   */
  settle(id: number, command: Command): boolean {
    const { position } = this.state.getState();
    const last = this.entries.at(-1);
    if (last?.step.id !== id || position !== this.entries.length) return false;
    command.apply(command.after);
    this.release(last);
    this.entries[position - 1] = this.entryOf(command, id, last.step.time, last.leavesFile);
    this.trim();
    return true;
  }

  /** @returns the label of the undone step, or null if there was none. */
  undo(): string | null {
    const { position } = this.state.getState();
    if (position === 0) return null;
    const { command } = this.entries[position - 1];
    command.apply(command.before);
    this.state.setState({ position: position - 1, bytes: this.bytes() });
    return command.label;
  }

  /** @returns the label of the redone step, or null if there was none. */
  redo(): string | null {
    const { position } = this.state.getState();
    if (position === this.entries.length) return null;
    const { command } = this.entries[position];
    command.apply(command.after);
    this.state.setState({ position: position + 1, bytes: this.bytes() });
    return command.label;
  }

  /** Undoes or redoes until `position` steps are done. */
  goTo(position: number): void {
    const target = Math.max(0, Math.min(position, this.entries.length));
    while (this.state.getState().position > target) this.undo();
    while (this.state.getState().position < target) this.redo();
  }

  private entryOf(command: Command, id: number, time: number, leavesFile: boolean): Entry {
    const blocks = heldBlocks([command.before, command.after]);
    for (const [block, bytes] of blocks) {
      const count = this.holders.get(block) ?? 0;
      if (count === 0) this.total += bytes;
      this.holders.set(block, count + 1);
    }
    return { command, step: { id, label: command.label, icon: command.icon, time }, blocks, leavesFile };
  }

  private release({ blocks }: Entry): void {
    for (const [block, bytes] of blocks) {
      const count = this.holders.get(block)! - 1;
      if (count > 0) this.holders.set(block, count);
      else {
        this.holders.delete(block);
        this.total -= bytes;
      }
    }
  }

  /** Bytes that dropping all steps would free. */
  private bytes(document = heldBlocks(this.subject.document())): number {
    let bytes = this.total;
    for (const [block, size] of document) if (this.holders.has(block)) bytes -= size;
    return bytes;
  }

  /** Drops the oldest steps until the history is within its limits. Expects that all steps are done. */
  private trim(): void {
    const { base, letGo } = this.state.getState();
    const document = heldBlocks(this.subject.document());
    const before = this.bytes(document);
    let bytes = before;
    let last = base;
    let gone = 0;
    while (gone < this.entries.length && this.isOver(gone, bytes)) {
      const entry = this.entries[gone++];
      this.release(entry);
      last = entry.step.id;
      bytes = this.bytes(document);
    }
    this.entries = this.entries.slice(gone);
    this.state.setState({
      steps: this.entries.map(({ step }) => step),
      position: this.entries.length,
      base: last,
      bytes,
      letGo: gone > 0 ? { steps: letGo.steps + gone, bytes: letGo.bytes + before - bytes } : letGo,
    });
  }

  /** Whether the entries from `first` on, which hold `bytes`, exceed the limits. */
  private isOver(first: number, bytes: number): boolean {
    const { limits } = this.state.getState();
    const files = this.entries.slice(first).filter(({ leavesFile }) => leavesFile).length;
    return (
      this.entries.length - first > limits.steps ||
      bytes > limits.bytes ||
      (files > 1 && bytes > limits.earlierFiles)
    );
  }
}
