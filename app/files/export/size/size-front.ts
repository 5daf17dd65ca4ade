/** A way to make a file smaller, with what it costs. */
export interface SizePoint {
  bytes: number;
  eRms: number;
}

/** The points that no other one beats in both size and error, the smallest first. */
export function sizeFront(points: readonly SizePoint[]): SizePoint[] {
  const front: SizePoint[] = [];
  for (const point of points.toSorted((a, b) => a.bytes - b.bytes || a.eRms - b.eRms)) {
    if (front.every(({ eRms }) => point.eRms < eRms)) front.push(point);
  }
  return front;
}
