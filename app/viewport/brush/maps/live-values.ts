/** Numbers under a stroke, shown instead of the document's. */
export interface LiveValues {
  /** Changes during the stroke. */
  values: Float32Array;
  version: number;
}
