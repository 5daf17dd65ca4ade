// The layers of weights in a project. They stay above the weights that a command finds.
import { adjacencyOf } from "../geometry/adjacency";
import type { MeshSequence } from "../model/mesh/mesh-sequence";
import type { Rig } from "../model/rig/rig";
import { type LaidOver, layOver } from "../model/weights/layers/lay-over";
import type { WeightLayers } from "../model/weights/layers/weight-layers";
import type { WeightEdits } from "../model/weights/weight-edits";

/** A project's layers, and the rig that they belong to. */
export interface ProjectLayers {
  stack: WeightLayers;
  before: Rig;
}

const named = ({ bones, weights }: Rig) => ({ names: bones.map(({ name }) => name), weights });

/** Puts a project's layers above found weights. Painted vertices and locked bones keep their weights. */
export function overFound(
  { stack, before }: ProjectLayers,
  sequence: MeshSequence,
  { painted, locked }: WeightEdits,
  found: Rig,
): LaidOver {
  const { triangles, solverIndex, vertexCount } = sequence;
  const rings = adjacencyOf(
    triangles.map((d) => solverIndex[d]),
    vertexCount,
  );
  return layOver({ stack, before: named(before), rings, painted, locked }, named(found));
}
