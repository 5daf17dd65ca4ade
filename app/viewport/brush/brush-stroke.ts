import type { VertexMirror } from "../../../workers/geometry/vertex-mirror";
import type { BrushSettings } from "../../document/brush-settings";
import type { Stores } from "../../document/stores";
import type { Grab } from "../camera/gestures";
import type { SurfacePoint } from "../picking/picker";
import type { ViewCamera } from "../picking/view-camera";
import type { Stage } from "../stage";
import type { Place, ToolHover } from "../tool";
import type { ViewportEdits } from "../viewport-edits";
import type { Part } from "../views";
import type { SurfaceReach } from "./surface-reach";

/** One touch of the brush. The next dab uses its lists again. */
export interface Dab {
  count: number;
  /** Solver vertices that are reached, each once. Only the first `count` are valid. */
  vertices: Uint32Array;
  /** How strongly the falloff reaches each, above 0 to 1. */
  shares: Float32Array;
  /** 0 to 1 of a pen; 1 of everything else, and where the brush ignores pressure. */
  pressure: number;
  /** Where the pointer meets the surface; null where it reaches through and meets nothing, and of mirror images. */
  hit: SurfacePoint | null;
}

/** What a stroke begins with. */
export interface StrokeStart {
  stores: Stores;
  stage: Stage;
  edits: ViewportEdits;
  redraw(): void;
  /** The brush as it is. What changes in it during the stroke has no effect on the stroke. */
  brush: BrushSettings;
  keys: { ctrl: boolean; shift: boolean };
  hit: SurfacePoint | null;
  /** Of the pose that is painted on, 3V. They stay during the stroke. */
  positions: Float32Array;
  surface: SurfaceReach;
  /** Null where the stroke is not mirrored. */
  mirror: VertexMirror | null;
  part: Part;
  viewCamera: ViewCamera;
}

/** What a brush does from press to release. It ends once, or is cancelled once. */
export interface BrushStroke {
  /** What is said beside the pointer, after the radius. */
  readonly words?: string;
  /**
   * Takes a dab and, where the stroke is mirrored, its image on the other side.
   * @returns whether the picture changes.
   */
  dab(dab: Dab, image: Dab | null): boolean;
  /**
   * Prepares the picture, after all dabs of one sample, until a time of `performance.now`.
   * @returns whether some of it is left: then it is called again.
   */
  show?(until: number): boolean;
  /**
   * Puts the outcome into the document, as one step.
   * @param unmatched vertices that a mirrored stroke touched and that have no mirror image, ascending; null where all have one.
   */
  end(unmatched: Uint32Array | null): void;
  /** Shows everything as it was before. */
  cancel(): void;
}

/** What a brush paints: weights, constraints, or a map. The engine does the rest. */
export interface BrushSubject {
  /** What is shown of the surface under the pointer while the brush is in hand. */
  readonly sees: ToolHover["sees"];
  /** The brush in hand; null while nothing can be painted. */
  inHand(): BrushSettings | null;
  /** Whether the strength of the brush in hand has an effect. */
  hasStrength(): boolean;
  change(change: Partial<BrushSettings>): void;
  /** Begins a stroke. A sentence says why there is none; null leaves the press to the camera. */
  begin(start: StrokeStart): BrushStroke | string | null;
  /** Takes a press with Alt held. */
  pick?(at: Place): Grab;
}
