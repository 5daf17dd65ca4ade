import type { CameraMove } from "../../document/keymap/keymap";
import { cameraIn, keymapOf } from "../../document/keymap/keymap-state";
import { KEYMAPS } from "../../document/keymap/presets/presets";
import { cameraMoveOf } from "../../document/keymap/presses";
import type { Stores } from "../../document/stores";
import type { CameraMoves } from "./camera-moves";
import { ElementPlace } from "./element-place";
import { CLICK_REACH, type Grab, type HoverPoint, type PenSample } from "./grab";
import { followHeldKeys } from "./held-keys";
import type { OrbitCamera } from "./orbit-camera";

const WHEEL_STEP = 0.0012;
const MOST_WHEEL = 240;

/** The events of the gestures, besides camera moves. */
export interface GestureEvents {
  /** The pointer moves or rests over the view without a button; null when it leaves. */
  hover(at: HoverPoint | null): void;
  click(at: { x: number; y: number }, keys: { several: boolean }): void;
  /** A right click: `at` in the view, `event` of the page. */
  menu(at: { x: number; y: number }, event: PointerEvent): void;
  /** A drag begins; null when it ends. */
  drag(kind: CameraMove | null): void;
  /** The view that contains a point: side-by-side layouts have two. */
  viewAt(x: number, y: number): { left: number; top: number; width: number; height: number };
  /**
   * A press of the left button, a pen or a finger. Returns a drag of something in the picture, or null to turn the
   * camera.
   */
  grab(at: { x: number; y: number }, event: PointerEvent): Grab | null;
}

interface GestureView {
  camera: OrbitCamera;
  moves: CameraMoves;
}

interface Point {
  x: number;
  y: number;
}

/** In every keymap, one finger orbits if no tool takes it. */
const ONE_FINGER = { move: "orbit", first: false } as const;

/** Controls over the view handle their own presses and hovers. */
const isControl = ({ target }: PointerEvent) =>
  target instanceof Element && target.closest("[data-viewport-control]") !== null;

/**
 * Turns pointer events on an element into camera moves: mouse and pen by the keymap, one finger (orbit) and two fingers
 * (pan and zoom). Returns a function that removes the listeners.
 */
export function attachGestures(
  stores: Stores,
  element: HTMLElement,
  view: GestureView,
  events: GestureEvents,
): () => void {
  const gestures = new Gestures(stores, element, view, events);
  const listening = new AbortController();
  const { signal } = listening;
  element.addEventListener("pointerdown", gestures.down, { signal });
  element.addEventListener("pointermove", gestures.move, { signal });
  element.addEventListener("pointerup", gestures.up, { signal });
  element.addEventListener("pointercancel", gestures.cancel, { signal });
  element.addEventListener("pointerleave", () => events.hover(null), { signal });
  element.addEventListener("wheel", gestures.wheel, { signal, passive: false });
  element.addEventListener("contextmenu", (event) => event.preventDefault(), { signal });
  window.addEventListener("keydown", gestures.key, { signal, capture: true });
  return () => {
    listening.abort();
    gestures.stop();
  };
}

class Gestures {
  private readonly stores: Stores;
  private readonly element: HTMLElement;
  private readonly view: GestureView;
  private readonly events: GestureEvents;
  /** Where each pressed pointer was last. */
  private readonly pointers = new Map<number, Point>();
  private readonly heldKeys = followHeldKeys();
  private readonly place: ElementPlace;
  /** What the press does to the camera if it becomes a drag. */
  private drag: CameraMove | null = null;
  private pressed: (Point & { button: number }) | null = null;
  /** The press is a drag, not a click. */
  private moved = false;
  private grabbed: Grab | null = null;
  /** A drag was cancelled while the pointer is still down. */
  private released = false;

  constructor(stores: Stores, element: HTMLElement, view: GestureView, events: GestureEvents) {
    this.stores = stores;
    this.element = element;
    this.view = view;
    this.events = events;
    this.place = new ElementPlace(element);
  }

  readonly down = (event: PointerEvent) => {
    if (isControl(event)) return;
    const at = this.place.local(event);
    this.element.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, at);
    if (this.pointers.size === 1) this.press(event, at);
    else {
      if (this.grabbed) this.giveUp();
      this.view.moves.begin();
      this.released = false;
      this.moved = true;
    }
    this.events.hover(null);
    if (event.button === 1) event.preventDefault();
  };

  private press(event: PointerEvent, at: Point): void {
    const wanted =
      event.pointerType === "touch"
        ? ONE_FINGER
        : cameraMoveOf(cameraIn(keymapOf(this.stores)), event, this.heldKeys.space());
    this.drag = wanted?.move ?? null;
    if (wanted && event.altKey) this.heldKeys.noteAlt();
    this.pressed = { ...at, button: event.button };
    this.moved = this.released = false;
    this.grabbed = event.button === 0 && !wanted?.first ? this.events.grab(at, event) : null;
  }

  readonly move = (event: PointerEvent) => {
    const at = this.place.local(event);
    const last = this.pointers.get(event.pointerId);
    if (!last) {
      this.hover(event, isControl(event) ? null : at);
    } else if (this.grabbed) this.grabbed.move(this.samplesOf(event), event);
    else if (!this.released) this.moveCamera(event.pointerId, last, at);
  };

  /** Fingers do not hover. */
  private hover({ pointerType, tiltX, tiltY }: PointerEvent, at: Point | null): void {
    if (pointerType === "touch") return;
    this.events.hover(at && pointerType === "pen" ? { ...at, tilt: { tiltX, tiltY } } : at);
  }

  /** All samples since the last event. */
  private samplesOf(event: PointerEvent): PenSample[] {
    // Some browsers report no samples between frames.
    const samples = event.getCoalescedEvents?.() ?? [];
    return (samples.length > 0 ? samples : [event]).map((sample) => ({
      ...this.place.local(sample),
      pressure: sample.pressure,
      tiltX: sample.tiltX,
      tiltY: sample.tiltY,
    }));
  }

  private moveCamera(pointer: number, last: Point, at: Point): void {
    const { pressed } = this;
    if (!this.moved && pressed && Math.hypot(at.x - pressed.x, at.y - pressed.y) > CLICK_REACH) {
      this.moved = true;
      if (this.drag) this.view.moves.begin();
      this.events.drag(this.drag);
    }
    const pinches = this.pointers.size === 2;
    if (pinches) this.pinch(pointer, last, at);
    else if (this.moved) this.dragCamera(at, at.x - last.x, at.y - last.y);
    if (this.moved || pinches) this.pointers.set(pointer, at);
  }

  private dragCamera(at: Point, dx: number, dy: number): void {
    const { camera } = this.view;
    const { width, height } = this.events.viewAt(at.x, at.y);
    if (this.drag === "orbit") camera.orbit(dx, dy);
    else if (this.drag === "pan") camera.pan(dx, dy, width, height);
    else if (this.drag === "zoom") this.zoomAt(Math.exp(0.006 * this.away(dx, dy)), this.pressed ?? at);
  }

  /** The pixels by which a zoom drag moves the camera away. */
  private away(dx: number, dy: number): number {
    return KEYMAPS[keymapOf(this.stores).preset].closer === "up" ? dy : -dx;
  }

  private pinch(pointer: number, last: Point, at: Point): void {
    const other = [...this.pointers].find(([key]) => key !== pointer)?.[1];
    if (!other) return;
    const before = Math.hypot(last.x - other.x, last.y - other.y);
    const after = Math.hypot(at.x - other.x, at.y - other.y);
    const { width, height } = this.events.viewAt(at.x, at.y);
    this.view.camera.pan((at.x - last.x) / 2, (at.y - last.y) / 2, width, height);
    if (before > 1 && after > 1)
      this.zoomAt(before / after, { x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 });
  }

  /** Zooms so that the surface at `at` stays where it is. */
  private zoomAt(factor: number, at: Point): void {
    const { left, top, width, height } = this.events.viewAt(at.x, at.y);
    const x = (2 * (at.x - left)) / width - 1;
    this.view.camera.zoom(factor, x, 1 - (2 * (at.y - top)) / height, width / height);
  }

  readonly up = (event: PointerEvent) => {
    if (!this.pointers.delete(event.pointerId)) return;
    if (this.pointers.size > 0) return;
    const at = this.place.local(event);
    const { grabbed, pressed } = this;
    this.grabbed = null;
    this.pressed = null;
    if (grabbed) grabbed.end();
    else {
      this.events.drag(null);
      const several = event.ctrlKey || event.metaKey || event.shiftKey;
      if (!this.moved && pressed?.button === 0) this.events.click(at, { several });
      if (!this.moved && pressed?.button === 2) this.events.menu(at, event);
    }
    this.hover(event, at);
  };

  readonly cancel = (event: PointerEvent) => {
    this.pointers.delete(event.pointerId);
    if (this.grabbed) this.giveUp();
    this.pressed = null;
  };

  readonly key = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !this.grabbed) return;
    // Escape cancels only the drag, so other listeners must not see it.
    event.stopImmediatePropagation();
    event.preventDefault();
    this.giveUp();
  };

  /** Cancels what is grabbed. The rest of this press must neither click nor turn the camera. */
  private giveUp(): void {
    this.grabbed?.cancel();
    this.grabbed = null;
    this.pressed = null;
    this.released = true;
  }

  readonly wheel = (event: WheelEvent) => {
    event.preventDefault();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 30 : 1;
    this.view.moves.begin(true);
    const delta = Math.max(-MOST_WHEEL, Math.min(MOST_WHEEL, event.deltaY * lines));
    this.zoomAt(Math.exp(delta * WHEEL_STEP), this.place.local(event));
  };

  stop(): void {
    this.heldKeys.stop();
    this.place.stop();
    if (this.grabbed) this.giveUp();
  }
}
