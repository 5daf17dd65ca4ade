/** Rows of a PLY's elements, and properties that are skipped. */
import type { PlyElement, PlyProperty } from "./ply-header";
import type { PlyNumbers } from "./ply-numbers";

/** Reports the row that is read, and waits for a cancel. */
export type Tick = (row: number) => Promise<void>;

/** Rows to read between two ticks. */
const ROWS = 20_000;

/** Calls `read` for each row of an element. */
export async function eachRow(element: PlyElement, tick: Tick, read: (row: number) => void): Promise<void> {
  for (let row = 0; row < element.count; row++) {
    read(row);
    if (row % ROWS === 0) await tick(row);
  }
}

/** The length of a list. A wrong length ends the reading, before anything is reserved for it. */
export function listLength(numbers: PlyNumbers, property: PlyProperty): number {
  const length = numbers.count(property);
  return Number.isInteger(length) && length >= 0 && length <= numbers.left() ? length : numbers.endEarly();
}

/** Reads past one value or list. */
export function skip(numbers: PlyNumbers, property: PlyProperty): void {
  if (!property.countType) numbers.next(property);
  else for (let n = listLength(numbers, property); n > 0; n--) numbers.next(property);
}

export const skipElement = (numbers: PlyNumbers, element: PlyElement, tick: Tick): Promise<void> =>
  eachRow(element, tick, () => {
    for (const property of element.properties) skip(numbers, property);
  });

/** A sentence about properties of an element that are not kept; none if there are no such values. */
export const lostProperties = (
  what: string,
  { count }: PlyElement,
  properties: readonly PlyProperty[],
): string[] =>
  count > 0 && properties.length > 0 ? [`${what}: ${properties.map(({ name }) => name).join(", ")}.`] : [];
