/**
 * How thorough a search may be, by the size of the mesh: so that a small one finds small bones, and a large one ends.
 */

interface Size {
  vertexCount: number;
  frameCount: number;
}

/** The most vertices of a small mesh, and the most positions over all frames. */
const FEW_VERTICES = 2400;
const FEW_POSITIONS = 250_000;
/** The work of a vertex in an iteration, in multiplications of the Gauss-Newton step. */
const VERTEX = 100;
/** As many other starts as take so much work for one iteration each. */
const STARTS_WORK = 4e7;

export const isSmall = ({ vertexCount, frameCount }: Size): boolean =>
  vertexCount <= FEW_VERTICES && vertexCount * frameCount <= FEW_POSITIONS;

/** How many other starts a search has. */
export function otherStartsFor(size: Size, bones: number): number {
  if (!isSmall(size)) return 0;
  return Math.max(1, Math.floor(STARTS_WORK / stepWork(size, bones)));
}

/** About how much work an outer iteration is: F (3B)³ for motion and joints, and the weights of V vertices. */
const stepWork = ({ vertexCount, frameCount }: Size, bones: number): number =>
  frameCount * ((3 * bones) ** 3 + VERTEX * vertexCount);
