import type { KeepInput } from "../../../workers/client";
import type { KeptParts, KeptVersion } from "../../../workers/model/files/kept-project";
import type { SequenceMesh } from "../../../workers/model/mesh/streamed-sequence";
import type { DocumentState } from "../document";
import { projectExtras } from "../project-extras";
import type { Stores } from "../stores";
import { newProjectId } from "./project-id";
import { SharedVersions } from "./shared-versions";

/** The fields that a version stores in its state part. */
const STATE_FIELDS = [
  ...(["rig", "report", "intent", "deform", "poses"] as const),
  ...(["skeleton", "skeletonClips", "weighting", "weightEdits", "weightReport", "mirroring"] as const),
  ...(["vertexSelection", "weightLayers"] as const),
  ...(["extraction", "skeletonReport", "ownSkeleton", "fitting", "fitRecord", "scene"] as const),
];

/** A project that this tab has open: which of its parts are on disk, and which versions belong to its steps. */
export class OpenProject {
  readonly id: string;
  /** Its versions, beside those of other tabs that have it open too. */
  readonly shared = new SharedVersions();
  /** The version that the document came from, before any step of this session; null for a new project. */
  private origin: string | null = null;
  private frames: string | null | undefined;
  private meshes = new WeakMap<SequenceMesh, string>();
  private state: { of: DocumentState; file: string } | null = null;
  /** The version that was saved after each step of the history. */
  private readonly versions = new Map<number, string>();
  /** The versions of earlier sessions that undo and redo read. */
  private readonly restored = new Set<string>();

  constructor(id: string = newProjectId()) {
    this.id = id;
  }

  /** Whether a version of it is on disk. */
  get isKept(): boolean {
    return this.origin !== null || this.versions.size > 0;
  }

  /**
   * Notes that a version was loaded, so that its mesh and frames need not be written again.
   * @param newest when the newest version of the project was saved, in milliseconds since the epoch.
   */
  loaded(version: KeptVersion, parts: KeptParts | null, sequence: SequenceMesh, newest?: number): void {
    this.origin = version.id;
    this.shared.opened(version, newest);
    if (!parts) return;
    this.frames = parts.frames;
    this.meshes.set(sequence, parts.mesh);
  }

  /** Whether a sequence has the mesh and the frames of a version. */
  hasMesh(sequence: SequenceMesh, parts: KeptParts | null): boolean {
    return parts !== null && this.meshes.get(sequence) === parts.mesh && this.frames === parts.frames;
  }

  /** Notes that a version was saved after a step. */
  kept(version: KeptVersion, parts: KeptParts, state: DocumentState, step: number): void {
    this.versions.set(step, version.id);
    this.shared.saved(version);
    if (!state.sequence) return;
    this.frames = parts.frames;
    this.meshes.set(state.sequence, parts.mesh);
    this.state = { of: state, file: parts.state };
  }

  /** Links a step from an earlier session to its version. The version is read when the artist goes to that step. */
  stepIs(step: number, version: string): void {
    this.versions.set(step, version);
    this.restored.add(version);
  }

  /** Forgets which parts are on disk, so that all of them are written again. */
  forget(): void {
    this.frames = undefined;
    this.meshes = new WeakMap();
    this.state = null;
  }

  /** @param steps the done steps of the history, oldest first. */
  inputFor(
    stores: Stores,
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
      figures: { bones: rig?.bones.length ?? null, eRms: report?.eRms ?? null },
      by: this.shared.by,
      inUse: [...this.restored],
      parent: before ? (this.versions.get(before.id) ?? null) : this.origin,
      known: {
        ...(mesh !== undefined && { mesh }),
        ...(this.frames !== undefined && { frames: this.frames }),
        ...(sameState && { state: this.state?.file }),
      },
      sequence: isKnown ? null : sequence,
      sizes: { vertexCount: sequence.vertexCount, frameCount: sequence.frameCount, rest: sequence.rest },
      state: sameState ? null : { rig, report, ...projectExtras(stores, state) },
      ...{ settings, locks, runs },
    };
  }
}
