/** Rows of some vertices, in ascending order: three numbers each. */
export interface VertexRows {
  vertices: Uint32Array;
  values: Float32Array;
}

/**
 * A shape that an artist made (a morph target, a blend shape): at the weight w it adds w − `rest` times its rows to the
 * mesh. Its numbers are those of the sequence's rest pose.
 */
export interface MeshShape {
  /** As in its file; shapes of other meshes may have the same name. */
  name: string;
  /** What it adds to the positions of solver vertices at the weight 1; at least one row. */
  moved: VertexRows;
  /** What it adds to the unit normals of display vertices; absent if the file has no normals for it. */
  turned?: VertexRows;
  /** The weight that the rest pose has already. */
  rest: number;
  /** The weight that each frame has already, F. */
  weights: Float32Array;
}

/** Whether the weight of a shape differs from that of the rest pose in some frame. */
export const isAnimated = ({ rest, weights }: MeshShape): boolean =>
  weights.some((w) => w !== Math.fround(rest));

/** A custom attribute of vertices, such as `_HEAT` of a glTF file. */
export interface VertexAttribute {
  name: string;
  /** Numbers for each vertex, 1 to 4. */
  width: number;
  /** Of the display vertices, width · D. */
  values: Float32Array;
}
