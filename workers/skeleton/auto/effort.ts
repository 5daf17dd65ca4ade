/**
 * How thorough a search may be, by the size of the mesh. A search on a small mesh should find small bones, and one on a
 * large mesh should end.
 */

interface Size {
  vertexCount: number;
  frameCount: number;
}

/** The most vertices of a small mesh, and the most positions over all frames. */
const FEW_VERTICES = 2400;
const FEW_POSITIONS = 250_000;
/** The work of one vertex in an iteration, in units of one multiplication of the Gauss-Newton step. */
const VERTEX = 100;
/** Limit of the work of one iteration for all other starts together. */
const STARTS_WORK = 4e7;

/** The most vertices of a small mesh with as many frames as this one. */
export const mostVerticesOfSmall = ({ frameCount }: Pick<Size, "frameCount">): number =>
  Math.min(FEW_VERTICES, Math.floor(FEW_POSITIONS / frameCount));

export const isSmall = (size: Size): boolean => size.vertexCount <= mostVerticesOfSmall(size);

/** The number of other starts for a search. */
export function otherStartsFor(size: Size, bones: number): number {
  if (!isSmall(size)) return 0;
  return Math.max(1, Math.floor(STARTS_WORK / stepWork(size, bones)));
}

/** An estimate of the work of an outer iteration: F (3B)³ for motion and joints, plus the weights of V vertices. */
export const stepWork = ({ vertexCount, frameCount }: Size, bones: number): number =>
  frameCount * ((3 * bones) ** 3 + VERTEX * vertexCount);
