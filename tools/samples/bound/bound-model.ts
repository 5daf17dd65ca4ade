/** The models for the gallery of weights: a generated mesh at rest, and an unbound skeleton. */
import type { MeshSequence } from "../../../workers/model/mesh/mesh-sequence";
import { DEFAULT_LIMITS, type Segment, type Skeleton } from "../../../workers/model/skeleton/skeleton";
import { MARK, SKIN } from "../gallery/model";
import { type GeneratedPart, makeSequence } from "../make-sequence";
import type { QuadMesh } from "../surface-nets";
import type { Vec3 } from "../vector";

export interface BoundModel {
  /** One frame, the rest pose; metres, y up. */
  sequence: MeshSequence;
  skeleton: Skeleton;
}

/** A segment by the name of its parent; rigid by default, with the default limits. */
export interface NamedSegment extends Partial<Pick<Segment, "kind" | "limits">> {
  name: string;
  /** The parent must come first; null for a root. */
  parent: string | null;
  head: Vec3;
  tail: Vec3;
}

/** @throws Error if a parent does not come first. */
export function skeletonOf(named: NamedSegment[]): Skeleton {
  const numbers = new Map<string | null, number>([[null, -1]]);
  const segments = named.map(({ name, parent, head, tail, kind, limits }, j): Segment => {
    const above = numbers.get(parent);
    if (above === undefined)
      throw new Error(`${name} is a child of ${parent}, which does not come before it`);
    numbers.set(name, j);
    return {
      name,
      parent: above,
      kind: kind ?? "rigid",
      head: [...head],
      tail: [...tail],
      limits: limits ?? { ...DEFAULT_LIMITS },
    };
  });
  return { version: 1, segments };
}

/** Segments end to end through the points, one more than names; each one's parent is the previous one. */
export function chainOf(names: string[], points: Vec3[]): NamedSegment[] {
  return names.map((name, n) => ({
    name,
    parent: n === 0 ? null : names[n - 1],
    head: points[n],
    tail: points[n + 1],
  }));
}

/**
 * @param marked faces that are darker, to show how the skin moves.
 * @throws SinewError if the mesh is invalid.
 */
export function boundModel(
  name: string,
  { points, quads }: QuadMesh,
  segments: NamedSegment[],
  marked: number[][] = [],
): BoundModel {
  const rest = Float32Array.from(points.flat());
  const parts: GeneratedPart[] = [{ name, material: 0, polygons: quads }];
  if (marked.length > 0) parts.push({ name: `${name}, dark`, material: 1, polygons: marked });
  const sequence = makeSequence({
    name,
    fps: 24,
    rest,
    frames: rest.slice(),
    parts,
    materials: [SKIN, MARK],
  });
  return { sequence, skeleton: skeletonOf(segments) };
}
