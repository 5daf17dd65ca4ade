import type { CameraMove } from "../../document/keymap/keymap";
import { cameraIn, keymapOf } from "../../document/keymap/keymap-state";
import { KEYMAPS } from "../../document/keymap/presets/presets";
import { cameraMoveOf } from "../../document/keymap/presses";
import type { Stores } from "../../document/stores";
import type { CameraMoves } from "./camera-moves";
import { ElementPlace } from "./element-place";
import { followHeldKeys } from "./held-keys";
import type { OrbitCamera } from "./orbit-camera";

/** A press that moves no farther than this is a click, in CSS pixels. */
export const CLICK_REACH = 4;
const WHEEL_STEP = 0.0012;
const MOST_WHEEL = 240;

/** The events of the gestures, besides camera moves. */
export interface GestureEvents {
  /** The pointer moves or rests over the view without a button; null when it leaves. */
  hover(at: { x: number; y: number } | null): void;
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

/** A position of the pointer in CSS pixels. Pressure and tilt are meaningful only for a pen. */
export interface PenSample {
  x: number;
  y: number;
  /** 0 to 1. */
  pressure: number;
  /** How far the pen leans to the right and down the screen, in degrees, −90 to 90; 0 upright. */
  tiltX: number;
  tiltY: number;
}

/** A drag of something in the picture. It either ends or is cancelled, once. */
export interface Grab {
  /** All samples since the last call, the newest last. */
  move(samples: PenSample[], event: PointerEvent): void;
  end(): void;
  /** Called for Escape, a second finger, or a pointer that the browser cancels. */
  cancel(): void;
}

/** In every keymap, one finger orbits if no tool takes it. */
const ONE_FINGER = { move: "orbit", first: false } as const;

/**
 * Turns pointer events on an element into camera moves: mouse and pen by the keymap, one finger (orbit) and two fingers
 * (pan and zoom). Returns a function that removes the listeners.
 */
export function attachGestures(
  stores: Stores,
  element: HTMLElement,
  { camera, moves }: { camera: OrbitCamera; moves: CameraMoves },
  events: GestureEvents,
): () => void {
  const pointers = new Map<number, { x: number; y: number }>();
  let drag: CameraMove | null = null;
  let pressed: { x: number; y: number; button: number } | null = null;
  let moved = false;
  let grabbed: Grab | null = null;
  /** A drag was cancelled while the pointer is still down. */
  let released = false;
  const heldKeys = followHeldKeys();

  const place = new ElementPlace(element);
  const local = (event: { clientX: number; clientY: number }) => place.local(event);

  const zoomAt = (factor: number, at: { x: number; y: number }) => {
    const view = events.viewAt(at.x, at.y);
    const x = (2 * (at.x - view.left)) / view.width - 1;
    camera.zoom(factor, x, 1 - (2 * (at.y - view.top)) / view.height, view.width / view.height);
  };

  /** The pixels by which a zoom drag moves the camera away. */
  const away = (dx: number, dy: number) => (KEYMAPS[keymapOf(stores).preset].closer === "up" ? dy : -dx);

  const giveUp = () => {
    grabbed?.cancel();
    grabbed = null;
    // The rest of this press must neither click nor turn the camera.
    pressed = null;
    released = true;
  };

  /** Controls over the view handle their own presses and hovers. */
  const isControl = ({ target }: PointerEvent) =>
    target instanceof Element && target.closest("[data-viewport-control]") !== null;

  const down = (event: PointerEvent) => {
    if (isControl(event)) return;
    const at = local(event);
    element.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, at);
    if (pointers.size === 1) {
      const wanted =
        event.pointerType === "touch"
          ? ONE_FINGER
          : cameraMoveOf(cameraIn(keymapOf(stores)), event, heldKeys.space());
      drag = wanted?.move ?? null;
      if (wanted && event.altKey) heldKeys.noteAlt();
      pressed = { ...at, button: event.button };
      moved = released = false;
      grabbed = event.button === 0 && !wanted?.first ? events.grab(at, event) : null;
    } else {
      if (grabbed) giveUp();
      moves.begin();
      released = false;
      moved = true;
    }
    events.hover(null);
    if (event.button === 1) event.preventDefault();
  };

  const move = (event: PointerEvent) => {
    const at = local(event);
    const last = pointers.get(event.pointerId);
    if (!last) {
      if (event.pointerType !== "touch") events.hover(isControl(event) ? null : at);
      return;
    }
    if (grabbed) {
      // Some browsers report no samples between frames.
      const samples = event.getCoalescedEvents?.() ?? [];
      const places = (samples.length > 0 ? samples : [event]).map((sample) => ({
        ...local(sample),
        pressure: sample.pressure,
        tiltX: sample.tiltX,
        tiltY: sample.tiltY,
      }));
      grabbed.move(places, event);
      return;
    }
    if (released) return;
    if (!moved && pressed && Math.hypot(at.x - pressed.x, at.y - pressed.y) > CLICK_REACH) {
      moved = true;
      if (drag) moves.begin();
      events.drag(drag);
    }
    const [dx, dy] = [at.x - last.x, at.y - last.y];
    if (pointers.size === 2) pinch(event.pointerId, last, at);
    else if (moved) {
      const { width, height } = events.viewAt(at.x, at.y);
      if (drag === "orbit") camera.orbit(dx, dy);
      else if (drag === "pan") camera.pan(dx, dy, width, height);
      else if (drag === "zoom") zoomAt(Math.exp(0.006 * away(dx, dy)), pressed ?? at);
    }
    if (moved || pointers.size === 2) pointers.set(event.pointerId, at);
  };

  const pinch = (id: number, last: { x: number; y: number }, at: { x: number; y: number }) => {
    const other = [...pointers].find(([key]) => key !== id)?.[1];
    if (!other) return;
    const before = Math.hypot(last.x - other.x, last.y - other.y);
    const after = Math.hypot(at.x - other.x, at.y - other.y);
    const { width, height } = events.viewAt(at.x, at.y);
    camera.pan((at.x - last.x) / 2, (at.y - last.y) / 2, width, height);
    if (before > 1 && after > 1) zoomAt(before / after, { x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 });
  };

  const up = (event: PointerEvent) => {
    if (!pointers.delete(event.pointerId)) return;
    if (pointers.size > 0) return;
    const at = local(event);
    if (grabbed) {
      const ended = grabbed;
      grabbed = null;
      pressed = null;
      ended.end();
      if (event.pointerType !== "touch") events.hover(at);
      return;
    }
    events.drag(null);
    const several = event.ctrlKey || event.metaKey || event.shiftKey;
    if (!moved && pressed?.button === 0) events.click(at, { several });
    if (!moved && pressed?.button === 2) events.menu(at, event);
    if (event.pointerType !== "touch") events.hover(at);
    pressed = null;
  };

  const cancel = (event: PointerEvent) => {
    pointers.delete(event.pointerId);
    if (grabbed) giveUp();
    pressed = null;
  };

  const key = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !grabbed) return;
    // Escape cancels only the drag, so other listeners must not see it.
    event.stopImmediatePropagation();
    event.preventDefault();
    giveUp();
  };

  const wheel = (event: WheelEvent) => {
    event.preventDefault();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 30 : 1;
    moves.begin(true);
    const delta = Math.max(-MOST_WHEEL, Math.min(MOST_WHEEL, event.deltaY * lines));
    zoomAt(Math.exp(delta * WHEEL_STEP), local(event));
  };

  const leave = () => events.hover(null);
  const noMenu = (event: Event) => event.preventDefault();

  element.addEventListener("pointerdown", down);
  element.addEventListener("pointermove", move);
  element.addEventListener("pointerup", up);
  element.addEventListener("pointercancel", cancel);
  element.addEventListener("pointerleave", leave);
  element.addEventListener("wheel", wheel, { passive: false });
  element.addEventListener("contextmenu", noMenu);
  window.addEventListener("keydown", key, { capture: true });
  return () => {
    element.removeEventListener("pointerdown", down);
    element.removeEventListener("pointermove", move);
    element.removeEventListener("pointerup", up);
    element.removeEventListener("pointercancel", cancel);
    element.removeEventListener("pointerleave", leave);
    element.removeEventListener("wheel", wheel);
    element.removeEventListener("contextmenu", noMenu);
    window.removeEventListener("keydown", key, { capture: true });
    heldKeys.stop();
    place.stop();
    if (grabbed) giveUp();
  };
}
