import type { CameraPose } from "../document/view-state";

/** What tests, panels and actions may ask of the viewport that is on the page. */
export interface ViewportHandle {
  readonly backend: "WebGPU" | "WebGL2";
  /** Where the camera is. */
  camera(): CameraPose;
  /** Moves the camera so that everything is seen, keeping its angle. */
  frameAll(): void;
  /** The same for what the selected bone moves; everything where none is selected. */
  frameSelection(): void;
  /** Positions of the rig in the shown frame as the graphics processor has them, 3V; of nothing without a rig. */
  readDeformed(): Promise<Float32Array>;
  /** The same of the source. */
  readSource(): Promise<Float32Array>;
  /** Positions of what pane `n` of the Deform or Compare workspace shows, in the shown pose, 3V; nothing where there is none. */
  readPane(n: number): Promise<Float32Array>;
  /** Where the handle of a bone is on the page, in CSS pixels, in the first view with bones; null where there is none. */
  handleAt(bone: number): { x: number; y: number } | null;
  /** Where a point in the sequence's coordinates is on the page, in CSS pixels, in the first view; null behind the camera. */
  pageOf(point: readonly [number, number, number]): { x: number; y: number } | null;
  /** The picture as a PNG. */
  screenshot(): Promise<Blob>;
}
