/** The values during a stroke, shown instead of the document's. */
export interface LiveValues {
  /** Written to during the stroke. */
  values: Float32Array;
  version: number;
}
