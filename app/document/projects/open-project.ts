import type { KeepInput } from "../../../workers/client";
import type { KeptParts, KeptVersion } from "../../../workers/model/files/kept-project";
import type { MeshSequence } from "../../../workers/model/mesh/mesh-sequence";
import type { DocumentState } from "../document";
import { projectExtras } from "../project-extras";

/** What goes into the state part of a version. */
const STATE_FIELDS = [
  ...(["rig", "report", "intent", "deform", "poses"] as const),
  ...(["skeleton", "skeletonClips", "weighting", "weightEdits", "weightReport"] as const),
];

/** A project that this tab has opened: which of its parts are on the disk, and which versions its steps have. */
export class OpenProject {
  /** Another one where a tab that took the project meanwhile makes this one a copy. */
  id: string;
  /** The version that the document came from, before any step of this session; null for a new project. */
  private origin: string | null = null;
  private frames: string | null | undefined;
  private meshes = new WeakMap<MeshSequence, string>();
  private state: { of: DocumentState; file: string } | null = null;
  /** Versions by the steps of the history that they were kept after. */
  private readonly versions = new Map<number, string>();

  constructor(id: string = crypto.randomUUID()) {
    this.id = id;
  }

  /** Whether a version of it is on the disk. */
  get isKept(): boolean {
    return this.origin !== null || this.versions.size > 0;
  }

  /** Goes on as another project, of which nothing is kept yet. */
  becomeCopy(): void {
    this.id = crypto.randomUUID();
    this.origin = null;
    this.versions.clear();
    this.forget();
  }

  /** A version was loaded: its mesh and frames need not be written again. */
  loaded(version: KeptVersion, parts: KeptParts | null, sequence: MeshSequence): void {
    this.origin = version.id;
    if (!parts) return;
    this.frames = parts.frames;
    this.meshes.set(sequence, parts.mesh);
  }

  /** Whether a sequence is the mesh and the frames of a version. */
  hasMesh(sequence: MeshSequence, parts: KeptParts | null): boolean {
    return parts !== null && this.meshes.get(sequence) === parts.mesh && this.frames === parts.frames;
  }

  /** A version was kept after a step. */
  kept(version: KeptVersion, parts: KeptParts, state: DocumentState, step: number): void {
    this.versions.set(step, version.id);
    if (!state.sequence) return;
    this.frames = parts.frames;
    this.meshes.set(state.sequence, parts.mesh);
    this.state = { of: state, file: parts.state };
  }

  stepIs(step: number, version: string): void {
    this.versions.set(step, version);
  }

  /** What is known of the parts is wrong: all of them are written again. */
  forget(): void {
    this.frames = undefined;
    this.meshes = new WeakMap();
    this.state = null;
  }

  /** @param steps of the history that are done, oldest first. */
  inputFor(
    state: DocumentState,
    steps: readonly { id: number; label: string; icon: string }[],
    runs: readonly object[],
  ): KeepInput | null {
    const { sequence, rig, report, settings, locks } = state;
    if (!sequence) return null;
    const mesh = this.meshes.get(sequence);
    const sameState = this.state && STATE_FIELDS.every((key) => this.state?.of[key] === state[key]);
    const isKnown = mesh !== undefined && this.frames !== undefined;
    const top = steps.at(-1);
    const before = steps.slice(0, -1).findLast(({ id }) => this.versions.has(id));
    return {
      name: sequence.name,
      label: top?.label ?? `Open ${sequence.name}`,
      icon: top?.icon ?? "imp",
      parent: before ? (this.versions.get(before.id) ?? null) : this.origin,
      known: {
        ...(mesh !== undefined && { mesh }),
        ...(this.frames !== undefined && { frames: this.frames }),
        ...(sameState && { state: this.state?.file }),
      },
      sequence: isKnown ? null : sequence,
      sizes: { vertexCount: sequence.vertexCount, frameCount: sequence.frameCount, rest: sequence.rest },
      state: sameState ? null : { rig, report, ...projectExtras(state) },
      ...{ settings, locks, runs },
    };
  }
}
