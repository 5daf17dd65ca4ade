import type { SurfaceMirror } from "../../../workers/geometry/mirror/surface-mirror";
import type { BrushSettings } from "../../document/brush-settings";
import type { Stores } from "../../document/stores";
import type { Grab } from "../camera/grab";
import type { SurfacePoint } from "../picking/picker";
import type { ViewCamera } from "../picking/view-camera";
import type { CanvasPoint, ToolHover } from "../pointer/tool";
import type { Stage } from "../stage";
import type { ViewportEdits } from "../viewport-edits";
import type { DrawnView } from "../views/views";
import type { SurfaceReach } from "./reach/surface-reach";

/** One touch of the brush. The next dab reuses its lists. */
export interface Dab {
  count: number;
  /** The solver vertices that it reaches, each once. Only the first `count` are valid. */
  vertices: Uint32Array;
  /** The falloff at each vertex, above 0 and up to 1. */
  shares: Float32Array;
  /** The pressure of a pen, 0 to 1; 1 for other pointers, and if the brush ignores pressure. */
  pressure: number;
  /** The point on the surface under the pointer; null for mirror images, and for a through brush beside the mesh. */
  hit: SurfacePoint | null;
}

/** The input of a stroke at its start. */
export interface StrokeStart {
  stores: Stores;
  stage: Stage;
  edits: ViewportEdits;
  redraw(): void;
  /** The brush at the start. Later changes do not affect the stroke. */
  brush: BrushSettings;
  /**
   * `ctrl`: whether the modifiers that invert a stroke are held. `shift`: whether those that smooth are held. The
   * keymap may use other keys for both.
   */
  keys: { ctrl: boolean; shift: boolean };
  hit: SurfacePoint | null;
  /** Positions of the painted pose, 3V. They do not change during the stroke. */
  positions: Float32Array;
  surface: SurfaceReach;
  /** Null if the stroke is not mirrored. */
  mirror: SurfaceMirror | null;
  /** How much the stroke may change each vertex, V, 0 to 1; hidden ones not at all. Null lets all change fully. */
  mask: Float32Array | null;
  part: DrawnView;
  viewCamera: ViewCamera;
}

/** The work of a brush from press to release. A stroke either ends or is cancelled, once. */
export interface BrushStroke {
  /** The text beside the pointer, after the radius. */
  readonly words?: string;
  /**
   * Takes a dab and, if the stroke is mirrored, its image on the other side.
   * @returns whether the picture changes.
   */
  dab(dab: Dab, image: Dab | null): boolean;
  /**
   * Prepares the picture after all dabs of a sample, until a time of `performance.now`.
   * @returns whether some work is left. If so, it is called again.
   */
  show?(until: number): boolean;
  /**
   * Puts the result into the document, as one step.
   * @param unmatched touched vertices without a mirror image in a mirrored stroke, ascending; null if all have one.
   */
  end(unmatched: Uint32Array | null): void;
  /** Restores the former picture. */
  cancel(): void;
}

/** The subject of a brush: weights, constraints or a map. The brush tool does the rest. */
export interface BrushSubject {
  /** The information about the surface that the pointer shows while this brush is active. */
  readonly sees: ToolHover["sees"];
  /** The active brush; null while nothing can be painted. */
  inHand(): BrushSettings | null;
  /** Whether the active brush uses its strength. */
  hasStrength(): boolean;
  /** Whether the mask does not limit the active brush, because the brush paints the mask. */
  isUnmasked?(): boolean;
  /** Whether the active brush paints within a circle. If not, none follows the pointer. */
  hasCircle?(): boolean;
  change(change: Partial<BrushSettings>): void;
  /** Begins a drag without dabs. A string says why it cannot; null leaves the press to a stroke. */
  drag?(start: StrokeStart): Grab | string | null;
  /** Begins a stroke. A string says why it cannot; null leaves the press to the camera. */
  begin(start: StrokeStart): BrushStroke | string | null;
  /** Handles a press with Alt held. */
  pick?(at: CanvasPoint): Grab;
}
