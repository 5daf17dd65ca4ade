import { createStore } from "zustand/vanilla";
import type { Complaint } from "../../../workers/model/errors";
import { frameOf, type MeshSequence } from "../../../workers/model/mesh/mesh-sequence";
import { isFiled, type OpenedSequence } from "../../../workers/model/mesh/streamed-sequence";
import { explain } from "../session/report-error";
import { storeKey } from "../stores";
import { FrameReader } from "./frame-reader";

/** Frames of files that stay in memory take at most this many bytes: 8 s of a 100k-vertex mesh. */
const CACHE_BYTES = 256e6;

export interface SourceFramesState {
  /** Streams that the engine has open, by the names of their frames. */
  open: ReadonlySet<string>;
  /** Why frames of the open document can no longer be read; null while they can. */
  problem: Complaint | null;
  /** The frame on screen and the one that should be; null if they are the same. */
  late: { shown: number | null; wanted: number } | null;
  /** Grows with each frame that arrives. */
  version: number;
}

/**
 * The source's frames, wherever they are: in memory, or in files that the engine reads. Everything in the studio that
 * looks at a frame of an opened sequence asks here.
 */
export class SourceFrames {
  readonly state = createStore<SourceFramesState>(() => ({
    open: new Set(),
    problem: null,
    late: null,
    version: 0,
  }));
  private read: (id: string, k: number) => Promise<Float32Array> = () =>
    Promise.reject(new Error("No engine reads frames."));
  /** The reader of the sequence that was looked at last. */
  private reading: { id: string; reader: FrameReader } | null = null;

  /** Says who reads frames. */
  connect(read: (id: string, k: number) => Promise<Float32Array>): void {
    this.read = read;
  }

  /** Notes that the engine has the files of a stream open. */
  opened(id: string): void {
    if (this.reading?.id === id) this.reading = null;
    const open = new Set(this.state.getState().open).add(id);
    this.state.setState(({ version }) => ({ open, problem: null, late: null, version: version + 1 }));
  }

  /** Notes that the engine has let go of the files of a stream. */
  closed(id: string): void {
    if (this.reading?.id === id) this.reading = null;
    const open = new Set(this.state.getState().open);
    open.delete(id);
    this.state.setState({ open, late: null });
  }

  /** Whether frames of a sequence can be read. */
  isOpen(sequence: OpenedSequence): boolean {
    return !isFiled(sequence) || this.state.getState().open.has(sequence.frames.id);
  }

  /** Positions of frame k, 3V, read-only; null if it is not in memory. */
  at(sequence: OpenedSequence, k: number): Float32Array | null {
    if (!isFiled(sequence)) return frameOf(sequence as MeshSequence, k);
    return this.readerOf(sequence)?.at(k) ?? null;
  }

  /** The frame to show for frame k: itself, or the one that arrived last; null if none has arrived yet. */
  nearest(sequence: OpenedSequence, k: number): number | null {
    if (!isFiled(sequence)) return k;
    const reader = this.readerOf(sequence);
    if (!reader) return null;
    if (reader.has(k)) return k;
    return reader.last !== null && reader.has(reader.last) ? reader.last : null;
  }

  /** Asks for frames that a picture needs, the most urgent one first. It replaces what was asked before. */
  want(sequence: OpenedSequence, frames: readonly number[]): void {
    if (isFiled(sequence)) this.readerOf(sequence)?.want(frames);
  }

  /** Waits until a frame is in memory, or cannot be read. */
  async arrived(sequence: OpenedSequence, k: number): Promise<void> {
    const isSettled = () => this.nearest(sequence, k) === k || !this.isOpen(sequence) || this.hasEnded();
    while (!isSettled()) {
      // A picture may ask for other frames meanwhile.
      this.want(sequence, [k]);
      await this.nextChange();
    }
  }

  private readonly hasEnded = () => this.state.getState().problem !== null;

  private nextChange(): Promise<void> {
    return new Promise((resolve) => {
      const stop = this.onFrame(() => {
        stop();
        resolve();
      });
    });
  }

  /** Calls `listen` when a frame has arrived, and when files open, close or fail. @returns a function that stops it. */
  onFrame(listen: () => void): () => void {
    return this.state.subscribe(({ version, open }, before) => {
      if (version !== before.version || open !== before.open) listen();
    });
  }

  /** Notes which frame is on screen in place of the one that should be. */
  showing(shown: number | null, wanted: number): void {
    const { late } = this.state.getState();
    if (shown === wanted ? late === null : late?.shown === shown && late.wanted === wanted) return;
    this.state.setState({ late: shown === wanted ? null : { shown, wanted } });
  }

  private readerOf(sequence: OpenedSequence): FrameReader | null {
    if (!isFiled(sequence) || !this.isOpen(sequence)) return null;
    const { id } = sequence.frames;
    if (this.reading?.id !== id) {
      const reader: FrameReader = new FrameReader({
        read: (k) => this.read(id, k),
        frameBytes: 12 * sequence.vertexCount,
        mostBytes: CACHE_BYTES,
        changed: () => this.reading?.reader === reader && this.changed(reader),
      });
      this.reading = { id, reader };
    }
    return this.reading.reader;
  }

  private changed({ problem }: FrameReader): void {
    this.state.setState(({ version }) => ({
      version: version + 1,
      problem: problem === null ? null : explain(problem, "Reading a frame"),
    }));
  }
}

export const SOURCE_FRAMES = storeKey(() => new SourceFrames());
