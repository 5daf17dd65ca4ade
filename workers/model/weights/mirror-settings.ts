/** How the two sides of a mesh are matched, to mirror its weights. */
export interface MirrorSettings {
  /** The axis across the plane, or the plane in which the mesh is most symmetric. */
  plane: "x" | "y" | "z" | "fitted";
  /** The plane's position on its axis, in the sequence's coordinates; null finds it. Unused for a fitted plane. */
  offset: number | null;
  /** By the closest point of the surface, by walking the faces on both sides of an edge in step, or by UVs. */
  by: "surface" | "topology" | "uv";
  /**
   * The largest distance of a match from the mirrored place, in the sequence's unit; null is `WITHIN` of the diagonal.
   */
  within: number | null;
  /** Two solver vertices of an edge in the middle, where the walk starts; null finds one. */
  edge: readonly [number, number] | null;
  /** The U across which UVs are mirrored; null if both sides have the same UVs. */
  line: number | null;
  /** Bones that the artist paired by hand, by name. A bone may be its own partner. */
  pairs: readonly (readonly [string, string])[];
}

/** The default tolerance, as a share of the diagonal of the mesh's box. */
export const WITHIN = 0.02;

export const MIRROR_DEFAULTS: MirrorSettings = {
  plane: "x",
  offset: null,
  by: "surface",
  within: null,
  edge: null,
  line: null,
  pairs: [],
};

/** The side that is overwritten: the one with larger coordinates, with smaller ones, or both with their mean. */
export type MirrorTowards = 1 | -1 | "mean";
