import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from "react";

/** Position of a control in rows of controls. */
export type ControlPosition = readonly [row: number, column: number];

/**
 * The place that an arrow key, Home or End moves to; null for other keys and at the edges.
 * @param lengths number of controls in each row, at least one.
 */
export function placeAfter(
  lengths: readonly number[],
  [row, column]: ControlPosition,
  key: string,
): ControlPosition | null {
  const last = lengths.length - 1;
  const inRow = (r: number): ControlPosition => [r, Math.min(column, lengths[r] - 1)];
  switch (key) {
    case "ArrowDown":
      return row < last ? inRow(row + 1) : null;
    case "ArrowUp":
      return row > 0 ? inRow(row - 1) : null;
    case "ArrowRight":
      return column + 1 < lengths[row] ? [row, column + 1] : null;
    case "ArrowLeft":
      return column > 0 ? [row, column - 1] : null;
    case "Home":
      return lengths.length > 1 ? inRow(0) : [row, 0];
    case "End":
      return lengths.length > 1 ? inRow(last) : [row, lengths[row] - 1];
    default:
      return null;
  }
}

const CONTROLS = 'button, [role="checkbox"]';
const CHOSEN = '[aria-pressed="true"], [aria-selected="true"], [aria-checked="true"][role="radio"]';

interface Roving<E extends HTMLElement> {
  ref: RefObject<E | null>;
  onKeyDown(event: KeyboardEvent): void;
  onFocus(event: FocusEvent): void;
}

/**
 * Makes the buttons and check boxes of an element a single Tab stop. Arrows, Home and End move among them. When the
 * focused control is removed, the one nearest to its place gets the focus.
 * @param rows selector of the rows; without it all controls are in one row.
 * @param follow clicks each control that the focus moves to, for choices that follow the focus.
 */
export function useRoving<E extends HTMLElement>(rows?: string, follow = false): Roving<E> {
  const ref = useRef<E>(null);
  /** The Tab stop, its place, and whether it had the focus. */
  const stop = useRef<{ element: HTMLElement; place: ControlPosition; focused: boolean } | null>(null);

  const grid = (): HTMLElement[][] => {
    const root = ref.current;
    if (!root) return [];
    const lines = rows ? [...root.querySelectorAll<HTMLElement>(rows)] : [root];
    return lines
      .map((line) => (line.matches(CONTROLS) ? [line] : [...line.querySelectorAll<HTMLElement>(CONTROLS)]))
      .filter((line) => line.length > 0);
  };
  const placeOf = (lines: HTMLElement[][], element: EventTarget): ControlPosition | null => {
    const row = lines.findIndex((line) => line.includes(element as HTMLElement));
    return row < 0 ? null : [row, lines[row].indexOf(element as HTMLElement)];
  };
  const setStop = (lines: HTMLElement[][], place: ControlPosition, focused: boolean) => {
    const element = lines[place[0]][place[1]];
    for (const each of lines.flat()) each.tabIndex = each === element ? 0 : -1;
    stop.current = { element, place, focused };
  };

  // Runs after every render, because the controls may have changed.
  useLayoutEffect(() => {
    const lines = grid();
    if (lines.length === 0) return;
    const known = stop.current;
    const at = known && placeOf(lines, known.element);
    const isIn = ref.current?.contains(document.activeElement) === true;
    const lost = known?.focused === true && !at && document.activeElement === document.body;
    const chosen = lines.flat().find((each) => each.matches(CHOSEN));
    const choice = !isIn && !lost && chosen ? placeOf(lines, chosen) : null;
    const row = Math.min(known?.place[0] ?? 0, lines.length - 1);
    const near: ControlPosition = [row, Math.min(known?.place[1] ?? 0, lines[row].length - 1)];
    setStop(lines, choice ?? at ?? near, isIn);
    if (lost) stop.current?.element.focus();
  });

  return {
    ref,
    onFocus(event) {
      const lines = grid();
      const place = placeOf(lines, event.target);
      if (place) setStop(lines, place, true);
    },
    onKeyDown(event) {
      const lines = grid();
      const from = placeOf(lines, event.target);
      if (!from || event.ctrlKey || event.metaKey || event.altKey) return;
      const lengths = lines.map((line) => line.length);
      const to = placeAfter(lengths, from, event.key);
      if (!to && !/^(Arrow|Home$|End$)/.test(event.key)) return;
      event.preventDefault();
      event.stopPropagation();
      if (!to) return;
      const element = lines[to[0]][to[1]];
      element.focus();
      if (follow) element.click();
    },
  };
}
