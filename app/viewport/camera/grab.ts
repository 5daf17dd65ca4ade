/** A press that moves no farther than this is a click, in CSS pixels. */
export const CLICK_REACH = 4;

/** How far a pen leans to the right and down the screen, in degrees, −90 to 90; 0 upright. */
export interface PenTilt {
  tiltX: number;
  tiltY: number;
}

/** A place under a resting or moving pointer without a button, in CSS pixels. */
export interface HoverPoint {
  x: number;
  y: number;
  /** Only for a pen. */
  tilt?: PenTilt;
}

/** A position of the pointer in CSS pixels. Pressure and tilt are meaningful only for a pen. */
export interface PenSample extends PenTilt {
  x: number;
  y: number;
  /** 0 to 1. */
  pressure: number;
}

/** A drag of something in the picture. It either ends or is cancelled, once. */
export interface Grab {
  /** All samples since the last call, the newest last. */
  move(samples: PenSample[], event: PointerEvent): void;
  end(): void;
  /** Called for Escape, a second finger, or a pointer that the browser cancels. */
  cancel(): void;
}
