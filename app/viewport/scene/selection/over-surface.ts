import type { UniformNode, Vector2 } from "three/webgpu";

/** The size of the view in CSS pixels, in shaders. */
export type ViewSize = UniformNode<"vec2", Vector2>;

/** The corners of a square, and its two triangles. */
export const CORNERS = Float32Array.from([-1, -1, 0, 1, -1, 0, -1, 1, 0, 1, 1, 0]);
export const QUAD = [0, 1, 2, 2, 1, 3];

/** Moves shapes towards the viewer by this fraction of the distance, so that the surface below does not cover them. */
export const LIFT = 0.002;
