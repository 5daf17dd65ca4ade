/** Converts the morph targets of a scene to shapes of its whole surface, in the rest pose. */
import { transformNormal } from "../../../../math/affine";
import type { RawRows, RawShape } from "../../../source/source";
import type { SceneEvaluator } from "./evaluate";
import type { GltfScene, MeshInstance, MorphTarget, SceneTime } from "./scene";

/** Rows under construction. */
class Rows {
  private readonly rows: number[] = [];
  private readonly values: number[] = [];

  add(row: number, x: number, y: number, z: number): void {
    if (x === 0 && y === 0 && z === 0) return;
    this.rows.push(row);
    this.values.push(x, y, z);
  }

  /** The rows in ascending order; null if there are none. */
  packed(): RawRows | null {
    if (this.rows.length === 0) return null;
    const order = [...this.rows.keys()].sort((a, b) => this.rows[a] - this.rows[b]);
    return {
      rows: Uint32Array.from(order, (n) => this.rows[n]),
      values: Float64Array.from({ length: 3 * order.length }, (_, c) => {
        return this.values[3 * order[Math.floor(c / 3)] + (c % 3)];
      }),
    };
  }
}

/** For vertex `i` of a geometry, where its three numbers begin in a target; −1 if it has none. */
function rowsOf({ points }: MorphTarget): (i: number) => number {
  if (!points) return (i) => 3 * i;
  const at = new Map(Array.from(points, (point, n) => [point, 3 * n]));
  return (i) => at.get(i) ?? -1;
}

/** Adds the offsets of a target to the points of an instance, and to its normals if the target has them. */
function addTarget(
  evaluator: SceneEvaluator,
  instance: MeshInstance,
  target: MorphTarget,
  moved: Rows,
  turned: Rows,
): void {
  const { firstPoint, geometry } = instance;
  const { positions, normals } = target;
  const row = rowsOf(target);
  const [before, after] = [new Float64Array(3), new Float64Array(3)];
  const unit = (v: Float64Array) => v.map((x) => x / (Math.hypot(v[0], v[1], v[2]) || 1));
  evaluator.eachTransform(instance, (i, m, at) => {
    const from = row(i);
    if (positions && from >= 0) {
      const [x, y, z] = positions.subarray(from, from + 3);
      const to = (r: number) => m[at + r] * x + m[at + r + 1] * y + m[at + r + 2] * z;
      moved.add(firstPoint + i, to(0), to(4), to(8));
    }
    if (!normals || !geometry.normals) return;
    const own = geometry.normals.subarray(3 * i, 3 * i + 3);
    if (!normals.subarray(3 * i, 3 * i + 3).some((x) => x !== 0)) return;
    transformNormal(before, 0, m, at, own);
    transformNormal(
      after,
      0,
      m,
      at,
      own.map((x, c) => x + normals[3 * i + c]),
    );
    const [a, b] = [unit(before), unit(after)];
    turned.add(firstPoint + i, b[0] - a[0], b[1] - a[1], b[2] - a[2]);
  });
}

/** A shape of one node, which consists of the same target of all its primitives. */
interface NodeShape {
  name: string;
  node: number;
  target: number;
  instances: MeshInstance[];
}

function nodeShapes({ instances }: GltfScene): NodeShape[] {
  const found = new Map<string, NodeShape>();
  for (const instance of instances) {
    for (const [target, { name }] of instance.geometry.targets.entries()) {
      const key = `${instance.node} ${target}`;
      const known = found.get(key);
      if (known) known.instances.push(instance);
      else {
        const given = name || `${instance.name}_shape_${target + 1}`;
        found.set(key, { name: given, node: instance.node, target, instances: [instance] });
      }
    }
  }
  return [...found.values()];
}

/** The weights of the nodes' targets at rest and in each frame, by node as in `SceneEvaluator.weightsOf`. */
function weightsInFrames(
  evaluator: SceneEvaluator,
  shapes: readonly NodeShape[],
  times: readonly SceneTime[],
  atRest: SceneTime | null,
): { rest: number; weights: Float32Array }[] {
  const weightOf = ({ node, target }: NodeShape) => evaluator.weightsOf(node)?.[target] ?? 0;
  evaluator.pose(atRest?.clip ?? null, atRest?.t ?? 0);
  const out = shapes.map((shape) => ({ rest: weightOf(shape), weights: new Float32Array(times.length) }));
  times.forEach(({ clip, t }, k) => {
    evaluator.pose(clip, t);
    shapes.forEach((shape, n) => {
      out[n].weights[k] = weightOf(shape);
    });
  });
  return out;
}

/**
 * The shapes, in the order of the nodes. Shapes of several nodes are joined if they have the same name and the same
 * weights in all frames, such as the face and the teeth of a character. Shapes that move nothing are left out.
 * @param times clip and time of each frame.
 * @param atRest the frame that is the rest pose; null for the pose of the file's nodes.
 */
export function sceneShapes(
  scene: GltfScene,
  evaluator: SceneEvaluator,
  times: readonly SceneTime[],
  atRest: SceneTime | null,
): RawShape[] {
  const single = nodeShapes(scene);
  if (single.length === 0) return [];
  const weights = weightsInFrames(evaluator, single, times, atRest);
  const groups = new Map<string, number[]>();
  single.forEach(({ name }, n) => {
    const key = JSON.stringify([name, weights[n].rest, ...weights[n].weights]);
    groups.set(key, [...(groups.get(key) ?? []), n]);
  });
  evaluator.pose(atRest?.clip ?? null, atRest?.t ?? 0);
  return [...groups.values()].flatMap((members): RawShape[] => {
    const [moved, turned] = [new Rows(), new Rows()];
    for (const n of members) {
      const { instances, target } = single[n];
      for (const instance of instances)
        addTarget(evaluator, instance, instance.geometry.targets[target], moved, turned);
    }
    const [positions, normals] = [moved.packed(), turned.packed()];
    if (!positions) return [];
    const [first] = members;
    const { name } = single[first];
    return [{ name, ...weights[first], moved: positions, ...(normals && { turned: normals }) }];
  });
}
