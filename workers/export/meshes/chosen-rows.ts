/**
 * Some rows of a packed array, in a new array.
 * @param from rows of `width` numbers.
 * @param rows the numbers of the rows, in the order of the result.
 */
export function chosenRows<Out extends Float32Array | Float64Array = Float32Array>(
  from: ArrayLike<number>,
  width: number,
  rows: ArrayLike<number>,
  Numbers: new (length: number) => Out = Float32Array as never,
): Out {
  const out = new Numbers(width * rows.length);
  for (let n = 0; n < rows.length; n++) {
    for (let c = 0; c < width; c++) out[width * n + c] = from[width * rows[n] + c];
  }
  return out;
}
