import type { OpenedFrames } from "../../../workers/model/mesh/streamed-sequence";
import { OpenProject } from "./open-project";

/** Which project a sequence belongs to. After an undo to another sequence, versions go to that sequence's project. */
export class ProjectOwners {
  /** Frames identify a project. */
  readonly #owners = new WeakMap<OpenedFrames, OpenProject>();
  #adopted: OpenedFrames | null = null;

  /** The project of a sequence. Makes a new one if it has none yet. */
  projectOf(frames: OpenedFrames): OpenProject {
    const project = this.#owners.get(frames) ?? new OpenProject();
    this.#owners.set(frames, project);
    return project;
  }

  /** The project of a sequence; null if it has none yet. */
  find(frames: OpenedFrames): OpenProject | null {
    return this.#owners.get(frames) ?? null;
  }

  belongs(frames: OpenedFrames, project: OpenProject): void {
    this.#owners.set(frames, project);
  }

  /** Links a sequence with a project that was read from disk and is about to be opened. */
  adopt(frames: OpenedFrames, project: OpenProject): void {
    this.belongs(frames, project);
    this.#adopted = frames;
  }

  /** Whether these frames were opened just now with a project from disk. True only once. */
  takeAdopted(frames: OpenedFrames): boolean {
    if (this.#adopted !== frames) return false;
    this.#adopted = null;
    return true;
  }
}
