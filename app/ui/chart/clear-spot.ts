/** Places labels in a chart where no curve crosses them. */

/** x and y, CSS pixels. */
export type ChartPoint = readonly [number, number];

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Minimum distance between a label and the nearest curve, px. */
const AIR = 3;
/**
 * Distances from the labelled point, px, and directions, degrees, in the order of the search: below, above, then the
 * sides.
 */
const DISTANCES = [14, 20, 28, 38, 50, 64, 80];
const DIRECTIONS = [225, 315, 135, 45, 270, 90, 180, 0, 247, 202, 337, 112, 67, 292, 157, 22];

/**
 * A box of `width` x `height` near `anchor`, within `room`, that no line crosses.
 * @param lines the curves, each as the vertices of a polyline.
 * @returns null if there is no such box nearby.
 */
export function clearSpot(
  anchor: ChartPoint,
  { width, height }: { width: number; height: number },
  lines: readonly (readonly ChartPoint[])[],
  room: Box,
): Box | null {
  for (const distance of DISTANCES) {
    for (const angle of DIRECTIONS) {
      const [across, down] = [Math.cos((angle * Math.PI) / 180), -Math.sin((angle * Math.PI) / 180)];
      const box = {
        left: anchor[0] + across * distance + (Math.sign(Math.round(3 * across)) - 1) * (width / 2),
        top: anchor[1] + down * distance + (Math.sign(Math.round(3 * down)) - 1) * (height / 2),
        width,
        height,
      };
      if (isWithin(box, room) && !lines.some((line) => crosses(line, box))) return box;
    }
  }
  return null;
}

const isWithin = (box: Box, room: Box) =>
  box.left >= room.left &&
  box.top >= room.top &&
  box.left + box.width <= room.left + room.width &&
  box.top + box.height <= room.top + room.height;

/** Whether a polyline comes nearer to the box than `air` pixels. */
export function crosses(line: readonly ChartPoint[], box: Box, air = AIR): boolean {
  const [x0, y0] = [box.left - air, box.top - air];
  const [x1, y1] = [box.left + box.width + air, box.top + box.height + air];
  return line.some(([ax, ay], n) => {
    const [bx, by] = line[Math.min(n + 1, line.length - 1)];
    // The part of the line segment within the box, as an interval of [0, 1].
    let [from, to] = [0, 1];
    for (const [start, way, low, high] of [
      [ax, bx - ax, x0, x1],
      [ay, by - ay, y0, y1],
    ]) {
      if (way === 0) {
        if (start < low || start > high) return false;
        continue;
      }
      const [enter, leave] = [(low - start) / way, (high - start) / way];
      from = Math.max(from, Math.min(enter, leave));
      to = Math.min(to, Math.max(enter, leave));
    }
    return from <= to;
  });
}
