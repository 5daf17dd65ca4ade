/** Blend shapes: channels with one shape or several in-between shapes, and the weights of their targets. */
import type { MorphTarget } from "../../gltf/read/scene/scene";
import { childList } from "../document/node";
import type { FbxObject, FbxObjects } from "../objects/objects";

/** The full weight of a channel's last shape, in percent. */
const FULL = 100;

/** A channel, and the shapes that it goes through. */
export interface ShapeChannel {
  object: FbxObject;
  /** The index of its first target. */
  first: number;
  /** The percents at which each of its shapes has full weight, ascending. */
  full: number[];
}

export interface MeshShapes {
  targets: MorphTarget[];
  channels: ShapeChannel[];
}

/** The offsets of a shape for the points that it names, transformed by the linear part of a transform. */
function targetOf(
  { node }: FbxObject,
  name: string,
  pointCount: number,
  transform: Float64Array,
): MorphTarget {
  const indices = childList(node, "Indexes") ?? [];
  const deltas = childList(node, "Vertices") ?? [];
  const count = Math.min(indices.length, Math.floor(deltas.length / 3));
  const points: number[] = [];
  const positions: number[] = [];
  for (let n = 0; n < count; n++) {
    const [x, y, z] = [0, 1, 2].map((c) => deltas[3 * n + c]);
    if (!(indices[n] >= 0 && indices[n] < pointCount)) continue;
    points.push(indices[n]);
    for (const r of [0, 4, 8]) positions.push(transform[r] * x + transform[r + 1] * y + transform[r + 2] * z);
  }
  return { name, positions: Float64Array.from(positions), normals: null, points: Uint32Array.from(points) };
}

/**
 * All shapes of a geometry.
 * @param transform of the points of the geometry, row-major 3x4.
 * @throws FbxDamage if their lists are damaged.
 */
export function readShapes(
  objects: FbxObjects,
  geometry: FbxObject,
  pointCount: number,
  transform: Float64Array,
): MeshShapes {
  const shapes: MeshShapes = { targets: [], channels: [] };
  for (const deformer of objects.childrenOfType(geometry, "Deformer", "BlendShape")) {
    for (const object of objects.childrenOfType(deformer, "Deformer", "BlendShapeChannel")) {
      const found = objects.childrenOfType(object, "Geometry", "Shape");
      // Some programs write a weight for each point here, which is not about the shapes.
      const written = childList(object.node, "FullWeights") ?? [];
      const given = written.length === found.length ? written : [];
      const inOrder = found
        .map((shape, n) => {
          const weight = given[n];
          const isUsable = weight > 0 && Number.isFinite(weight);
          return { shape, full: isUsable ? weight : (FULL * (n + 1)) / found.length };
        })
        .sort((a, b) => a.full - b.full);
      if (inOrder.length === 0) continue;
      shapes.channels.push({ object, first: shapes.targets.length, full: inOrder.map(({ full }) => full) });
      inOrder.forEach(({ shape, full }, n) => {
        // An in-between shape has the percent at which it has full weight.
        const name = n === inOrder.length - 1 ? object.name : `${object.name}_${Math.round(full)}`;
        shapes.targets.push(targetOf(shape, name, pointCount, transform));
      });
    }
  }
  return shapes;
}

/**
 * Computes the weights of a channel's targets at a percent. The channel goes straight from one shape to the next, and
 * continues in the same direction beyond the first and the last.
 */
export function channelWeights({ first, full }: ShapeChannel, percent: number, out: Float64Array): void {
  out.fill(0, first, first + full.length);
  const next = full.findIndex((weight) => percent <= weight);
  const to = next < 0 ? full.length - 1 : next;
  const [before, after] = [to > 0 ? full[to - 1] : 0, full[to]];
  const share = after > before ? (percent - before) / (after - before) : 1;
  out[first + to] = share;
  if (to > 0) out[first + to - 1] = 1 - share;
}
