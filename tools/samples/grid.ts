/** Quads of a grid whose vertex (row, column) is `first + row · columns + column`; rows may close on themselves. */
export function gridQuads(
  first: number,
  rows: number,
  columns: number,
  closed: { rows?: boolean; columns?: boolean } = {},
): number[][] {
  const quads: number[][] = [];
  for (let r = 0; r < rows - (closed.rows ? 0 : 1); r++) {
    const next = (r + 1) % rows;
    for (let c = 0; c < columns - (closed.columns ? 0 : 1); c++) {
      const right = (c + 1) % columns;
      quads.push([
        first + r * columns + c,
        first + r * columns + right,
        first + next * columns + right,
        first + next * columns + c,
      ]);
    }
  }
  return quads;
}
