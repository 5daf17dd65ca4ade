/** Closed tubes along x with rounded ends: rings of quads, and a fan at each pole. */
import { gridQuads } from "../grid";
import type { QuadMesh } from "../surface-nets";
import type { Vec3 } from "../vector";

export interface TubeShape {
  /** Ends along x, rounded off within `cap`. */
  from: number;
  to: number;
  cap: number;
  /** Rings between the caps, and vertices of each ring. */
  rings: number;
  sectors: number;
  /** Distance from the x axis at x, and at an angle from y towards z. */
  radius(x: number, angle: number): number;
}

/** Rings of a cap; the pole is one more vertex. */
const CAP_RINGS = 7;

/** Positions of the rings along x, and their shares of the radius. */
function stations({ from, to, cap, rings }: TubeShape): { x: number; share: number }[] {
  const [a, b] = [from + cap, to - cap];
  const round = (n: number) => ((n / CAP_RINGS) * Math.PI) / 2;
  const cone = (n: number, end: number, sign: number) => ({
    x: end + sign * cap * Math.sin(round(n)),
    share: Math.cos(round(n)),
  });
  const numbers = Array.from({ length: CAP_RINGS - 1 }, (_, n) => n + 1);
  return [
    ...numbers.toReversed().map((n) => cone(n, a, -1)),
    ...Array.from({ length: rings }, (_, r) => ({ x: a + ((b - a) * r) / (rings - 1), share: 1 })),
    ...numbers.map((n) => cone(n, b, 1)),
  ];
}

/** The tube with its faces outwards. Quads come ring by ring, `sectors` each, then the two fans. */
export function tube(shape: TubeShape): QuadMesh {
  const { sectors, from, to } = shape;
  const along = stations(shape);
  const points: Vec3[] = along.flatMap(({ x, share }) =>
    Array.from({ length: sectors }, (_, c): Vec3 => {
      const angle = (2 * Math.PI * c) / sectors;
      const r = share * shape.radius(x, angle);
      return [x, r * Math.cos(angle), r * Math.sin(angle)];
    }),
  );
  const quads = gridQuads(0, along.length, sectors, { columns: true });
  const [first, last] = [points.push([from, 0, 0]) - 1, points.push([to, 0, 0]) - 1];
  const end = (along.length - 1) * sectors;
  for (let c = 0; c < sectors; c++) {
    const next = (c + 1) % sectors;
    quads.push([first, next, c], [last, end + c, end + next]);
  }
  return { points, quads };
}

/** Which of two materials each quad of a tube has, in squares of some rings and sectors; the fans have the first. */
export function checker(
  mesh: QuadMesh,
  sectors: number,
  rings: number,
  across: number,
): [number[][], number[][]] {
  const squares: [number[][], number[][]] = [[], []];
  mesh.quads.forEach((quad, n) => {
    const [r, c] = [Math.floor(n / sectors / rings), Math.floor((n % sectors) / across)];
    squares[quad.length === 4 ? (r + c) % 2 : 0].push(quad);
  });
  return squares;
}
