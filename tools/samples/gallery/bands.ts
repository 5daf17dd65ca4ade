/** Cuts a mesh at even heights, so that bands of colour end in clean lines. */
import type { QuadMesh } from "../surface-nets";
import { mix, type Vec3 } from "../vector";

/** Vertices nearer to a cut than this share of a band's height move onto it, which leaves no slivers. */
const SNAP = 0.09;

export interface Bands {
  points: Vec3[];
  /** Faces of three to six corners, each within one band; band n is between the heights n and n + 1 times `height`. */
  faces: { face: number[]; band: number }[];
}

/** @param height of a band, larger than the height of a face. */
export function bands({ points: from, quads }: QuadMesh, height: number): Bands {
  const points = from.map(([x, y, z]): Vec3 => {
    const cut = Math.round(y / height) * height;
    return [x, Math.abs(y - cut) < SNAP * height ? cut : y, z];
  });
  const level = (v: number) => points[v][1] / height;
  const cuts = new Map<string, number>();
  const between = (a: number, b: number, cut: number) => {
    const key = `${Math.min(a, b)} ${Math.max(a, b)} ${cut}`;
    const known = cuts.get(key);
    if (known !== undefined) return known;
    const [x, , z] = mix(points[a], points[b], (cut - level(a)) / (level(b) - level(a)));
    const made = points.push([x, cut * height, z]) - 1;
    cuts.set(key, made);
    return made;
  };
  const faces: Bands["faces"] = [];
  for (const quad of quads) {
    const low = Math.floor(Math.min(...quad.map(level)) + 1e-9);
    const high = Math.ceil(Math.max(...quad.map(level)) - 1e-9);
    for (let band = low; band < Math.max(high, low + 1); band++) {
      const above = clip(
        quad,
        (v) => level(v) - band,
        (a, b) => between(a, b, band),
      );
      const face = clip(
        above,
        (v) => band + 1 - level(v),
        (a, b) => between(a, b, band + 1),
      );
      if (face.length > 2) faces.push({ face, band });
    }
  }
  return { points, faces };
}

/** The part of a face with non-negative `side`. */
function clip(face: number[], side: (v: number) => number, cut: (a: number, b: number) => number): number[] {
  const out: number[] = [];
  face.forEach((a, n) => {
    const b = face[(n + 1) % face.length];
    const [sa, sb] = [side(a), side(b)].map((s) => (Math.abs(s) < 1e-9 ? 0 : s));
    if (sa >= 0) out.push(a);
    if (sa * sb < 0) out.push(cut(a, b));
  });
  return out;
}
