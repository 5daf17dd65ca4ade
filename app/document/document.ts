import { subscribeWithSelector } from "zustand/middleware";
import { createStore } from "zustand/vanilla";
import { DEFORM_DEFAULTS, type DeformSettings } from "../../workers/model/deform";
import type { SkeletonClips } from "../../workers/model/files/skeleton-source";
import type { OpenedSequence } from "../../workers/model/mesh/streamed-sequence";
import { NO_VERTEX_SELECTION, type VertexSelection } from "../../workers/model/mesh/vertex-selection";
import type { FitRecord, OwnSkeleton } from "../../workers/model/reports/fit-record";
import type { SkeletonReport } from "../../workers/model/reports/skeleton-report";
import type { SolveReport } from "../../workers/model/reports/solve-report";
import type { WeightReport } from "../../workers/model/reports/weight-report";
import type { Pose } from "../../workers/model/rig/pose";
import type { Rig } from "../../workers/model/rig/rig";
import { NO_SCENE, type SceneSettings } from "../../workers/model/scene/scene-settings";
import {
  EXTRACT_DEFAULTS,
  type ExtractSettings,
} from "../../workers/model/skeleton/extract/extract-settings";
import { FIT_DEFAULTS, type FitSettings } from "../../workers/model/skeleton/fit/fit-settings";
import type { Skeleton } from "../../workers/model/skeleton/skeleton";
import {
  NO_INTENT,
  SOLVE_DEFAULTS,
  type SolveIntent,
  type SolveLocks,
  type SolveSettings,
} from "../../workers/model/solve/solve-settings";
import type { WeightLayers } from "../../workers/model/weights/layers/weight-layers";
import { MIRROR_DEFAULTS, type MirrorSettings } from "../../workers/model/weights/mirror-settings";
import { NO_WEIGHT_EDITS, type WeightEdits } from "../../workers/model/weights/weight-edits";
import { WEIGHT_DEFAULTS, type WeightSettings } from "../../workers/model/weights/weight-settings";

/** The open project. Changed only by commands through the history. Arrays are replaced, never written. */
export interface DocumentState {
  sequence: OpenedSequence | null;
  rig: Rig | null;
  report: SolveReport | null;
  settings: SolveSettings;
  locks: SolveLocks | null;
  /** The artist's intent for a solve, besides its settings: painted maps and weights of frames. */
  intent: SolveIntent;
  /** Settings of the deformers. */
  deform: DeformSettings;
  /** The settings during a drag: used instead of `deform`, not part of the document. */
  liveDeform: DeformSettings | null;
  /** The kept test poses. */
  poses: readonly Pose[];
  /** The pose that the Deform workspace shows; null plays the clip. */
  pose: Pose | null;
  /** The skeleton that the mesh is bound to, in the sequence's coordinates; null if the rig was made in another way. */
  skeleton: Skeleton | null;
  /** The animations that came with the skeleton; null if there were none. */
  skeletonClips: SkeletonClips | null;
  /** How weights are found for the skeleton. */
  weighting: WeightSettings;
  /** How the two sides of the mesh are matched, to mirror weights and strokes. */
  mirroring: MirrorSettings;
  /** The artist's edits for these weights. */
  weightEdits: WeightEdits;
  /** Selected vertices, the mask for brushes, and named sets. */
  vertexSelection: VertexSelection;
  /** The layers that make up the rig's weights; null without layers. The rig's weights are then the base. */
  weightLayers: WeightLayers | null;
  /** How the rig's weights were found; null if they were not found for a skeleton. */
  weightReport: WeightReport | null;
  /** How the skeleton of the rig is found. */
  extraction: ExtractSettings;
  /** How the rig's skeleton was found; null if its bones were not found together with their tree. */
  skeletonReport: SkeletonReport | null;
  /** The skeleton that the artist brought for the open sequence; null without one. */
  ownSkeleton: OwnSkeleton | null;
  /** The settings and locks of fits to it. */
  fitting: FitSettings;
  /** The results of fits to it; null without one. */
  fitRecord: FitRecord | null;
  /** Saved views, and hidden parts and vertices. */
  scene: SceneSettings;
  /** The skeleton during a drag: shown instead of `skeleton`, not part of the document. */
  liveSkeleton: Skeleton | null;
  /** The pose during a drag: shown instead of `pose`, not part of the document. */
  livePose: Pose | null;
  /** The rig of a running solve: shown instead of `rig`, not part of the document. */
  partial: Rig | null;
  /** The rig while its weights are optimised or painted: shown instead of `rig`, not part of the document. */
  liveRig: Rig | null;
  /** The locks of `partial`, used instead of `locks`. */
  partialLocks: SolveLocks | null;
}

export const createDocumentStore = () =>
  createStore<DocumentState>()(
    subscribeWithSelector(
      (): DocumentState => ({
        sequence: null,
        rig: null,
        report: null,
        settings: SOLVE_DEFAULTS,
        locks: null,
        intent: NO_INTENT,
        deform: DEFORM_DEFAULTS,
        liveDeform: null,
        poses: [],
        pose: null,
        skeleton: null,
        skeletonClips: null,
        weighting: WEIGHT_DEFAULTS,
        mirroring: MIRROR_DEFAULTS,
        weightEdits: NO_WEIGHT_EDITS,
        vertexSelection: NO_VERTEX_SELECTION,
        weightLayers: null,
        weightReport: null,
        extraction: EXTRACT_DEFAULTS,
        skeletonReport: null,
        ownSkeleton: null,
        fitting: FIT_DEFAULTS,
        fitRecord: null,
        scene: NO_SCENE,
        liveSkeleton: null,
        livePose: null,
        partial: null,
        liveRig: null,
        partialLocks: null,
      }),
    ),
  );

/** The settings on screen: during a drag the previewed ones, else the document's. */
export const shownDeform = ({ liveDeform, deform }: DocumentState): DeformSettings => liveDeform ?? deform;

/** The skeleton on screen: during a drag the previewed one, else the document's. */
export const shownSkeleton = ({ liveSkeleton, skeleton }: DocumentState): Skeleton | null =>
  liveSkeleton ?? skeleton;

/** The rig on screen: that of a running solve, or the one whose weights are changing, else the document's. */
export const shownRig = ({ partial, liveRig, rig }: DocumentState): Rig | null => partial ?? liveRig ?? rig;

/** The locks of the rig on screen. */
export const shownLocks = ({ partial, partialLocks, locks }: DocumentState): SolveLocks | null =>
  partial ? partialLocks : locks;
