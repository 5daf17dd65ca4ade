import type { KeptPictures } from "../../workers/model/files/kept-project";
import type { Rig } from "../../workers/model/rig/rig";
import type { CameraPose } from "../../workers/model/scene/scene-settings";
import type { CameraMoves } from "./camera/camera-moves";

/** The functions of the mounted viewport for tests, panels and actions. */
export interface ViewportHandle {
  readonly backend: "WebGPU" | "WebGL2";
  /** The camera's pose. */
  camera(): CameraPose;
  readonly moves: CameraMoves;
  /** Moves the camera so that everything is visible, at the same angle. */
  frameAll(): void;
  /** Frames the selected vertices, or else the region that the selected bone moves, or else everything. */
  frameSelection(): void;
  /** Positions of the rig in the shown frame from the GPU, 3V; empty without a rig. */
  readDeformed(): Promise<Float32Array>;
  /** Positions of the source in the shown frame from the GPU, 3V. */
  readSource(): Promise<Float32Array>;
  /** Positions in pane `n` of the Deform or Compare workspace, in the shown pose, 3V; empty without such a pane. */
  readPane(n: number): Promise<Float32Array>;
  /**
   * The position of a bone's handle on the page, in CSS pixels, in the first view with bones; null if there is none.
   */
  handleAt(bone: number): { x: number; y: number } | null;
  /** A point in the sequence's coordinates on the page, in CSS pixels, in the first view; null behind the camera. */
  pageOf(point: readonly [number, number, number]): { x: number; y: number } | null;
  /**
   * Milliseconds that a rig of the open mesh takes on the GPU in a pose; null if that cannot be measured, or the rig
   * has other vertices.
   */
  timeRig(rig: Rig): Promise<number | null>;
  /** The picture as a PNG. */
  screenshot(): Promise<Blob>;
  /** For a report: the view as it is on screen. */
  pictureNow(): Promise<Blob>;
  /** For a report: the rig in one frame, seen as on screen, coloured by its distance from the source. */
  pictureOfErrors(frame: number): Promise<Blob>;
  /** Small pictures of the view, one in each theme. */
  stills(): Promise<KeptPictures>;
}
