import type { PaintState } from "../../../document/view-state";
import type { VertexMirror } from "../../../document/weights/mirror-vertices";
import type { SurfaceReach } from "../../../viewport/brush/surface-reach";
import type { SurfacePoint } from "../../../viewport/picking/picker";
import type { ViewCamera } from "../../../viewport/picking/view-camera";
import type { Stage } from "../../../viewport/stage";
import type { ViewportEdits } from "../../../viewport/viewport-edits";
import type { Part } from "../../../viewport/views";

/** One touch of the brush. Its lists are used again for the next one. */
export interface Dab {
  count: number;
  /** Solver vertices that are reached, each once; the first `count` count. */
  vertices: Uint32Array;
  /** How strongly each is reached by the falloff, above 0 to 1. */
  shares: Float32Array;
  /** Of a pen, 0 to 1; 1 of everything else, and where pressure is not wanted. */
  pressure: number;
  /** The bone that it paints: the selected one, or its partner on the other side. */
  bone: number | null;
  /** It is the image of the touch before it, on the other side of the mesh. */
  mirrored: boolean;
  /** Where the pointer meets the surface; null where it reaches through and meets nothing, and of images. */
  hit: SurfacePoint | null;
}

/** What a stroke begins with. */
export interface StrokeStart {
  stage: Stage;
  edits: ViewportEdits;
  redraw(): void;
  /** The tools as they are; what changes of them during the stroke changes nothing. */
  paint: PaintState;
  /** The selected bone of the rig. */
  bone: number | null;
  keys: { ctrl: boolean; shift: boolean };
  hit: SurfacePoint | null;
  /** Of the pose that is painted on, 3V. They stay during the stroke. */
  positions: Float32Array;
  surface: SurfaceReach;
  /** Null where the stroke is not mirrored. */
  mirror: VertexMirror | null;
  /** The bone on the other side, by number; itself where there is none. */
  pairs: Int32Array;
  part: Part;
  viewCamera: ViewCamera;
}

/** What a tool of the Paint workspace does from press to release. It ends once, or is cancelled once. */
export interface PaintStroke {
  /** What is said beside the pointer, after the radius. */
  readonly words?: string;
  /** Takes a touch; true where the picture changes. */
  dab(dab: Dab): boolean;
  /**
   * Makes ready to be drawn, after all touches of one sample, until a time, as `performance.now` has it. True where some of
   * it is left: then it is called again.
   */
  show?(until: number): boolean;
  /** The outcome goes into the document, as one step. */
  end(): void;
  /** Everything is as before. */
  cancel(): void;
}

/** Begins a stroke; a sentence says why there is none. */
export type StartStroke = (start: StrokeStart) => PaintStroke | string;
