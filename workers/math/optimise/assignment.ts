/**
 * The assignment of rows to columns with the largest sum (Kuhn 1955; with the shortest augmenting paths of Jonker &
 * Volgenant 1987), O(n³).
 * @param gain n rows of n numbers.
 * @returns the column of each row.
 */
export function bestAssignment(gain: readonly ArrayLike<number>[]): Int32Array {
  const n = gain.length;
  const rowPrice = new Float64Array(n + 1);
  const columnPrice = new Float64Array(n + 1);
  // Row of each column, from 1. Column 0 holds the row that has no column yet.
  const rowOf = new Int32Array(n + 1);
  const before = new Int32Array(n + 1);
  for (let row = 1; row <= n; row++) {
    const least = new Float64Array(n + 1).fill(Infinity);
    const done = new Uint8Array(n + 1);
    let column = 0;
    rowOf[0] = row;
    while (rowOf[column] !== 0) {
      done[column] = 1;
      const at = rowOf[column];
      let step = Infinity;
      let next = 0;
      for (let c = 1; c <= n; c++) {
        if (done[c]) continue;
        const slack = -gain[at - 1][c - 1] - rowPrice[at] - columnPrice[c];
        if (slack < least[c]) {
          least[c] = slack;
          before[c] = column;
        }
        if (least[c] < step) {
          step = least[c];
          next = c;
        }
      }
      for (let c = 0; c <= n; c++) {
        if (done[c]) {
          rowPrice[rowOf[c]] += step;
          columnPrice[c] -= step;
        } else least[c] -= step;
      }
      column = next;
    }
    for (; column !== 0; column = before[column]) rowOf[column] = rowOf[before[column]];
  }
  const out = new Int32Array(n);
  for (let c = 1; c <= n; c++) out[rowOf[c] - 1] = c - 1;
  return out;
}
