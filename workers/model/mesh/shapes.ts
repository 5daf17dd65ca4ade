/** Rows of some vertices, in ascending order: three numbers each. */
export interface VertexRows {
  vertices: Uint32Array;
  values: Float32Array;
}

/**
 * A shape that an artist made (a morph target, a blend shape). At the weight w it adds w − `rest` times its rows to the
 * mesh. Its rows are in the rest pose of the sequence.
 */
export interface MeshShape {
  /** Its name in the file. Shapes of other meshes may have the same name. */
  name: string;
  /** Offsets of positions of solver vertices at the weight 1; at least one row. */
  moved: VertexRows;
  /** Offsets of unit normals of display vertices at the weight 1; absent if the file has none. */
  turned?: VertexRows;
  /** The weight that is already in the rest pose. */
  rest: number;
  /** The weight that is already in each frame, F. */
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
  /** Values of the display vertices, width · D. */
  values: Float32Array;
}
