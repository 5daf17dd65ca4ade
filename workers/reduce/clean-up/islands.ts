import { Patches } from "../../mesh/patches";
import { filled, type WeightsByVertex } from "./neighbourhood";
import { scaledToOne, type WeightRow } from "./rows";

/**
 * Removes each bone's influence on islands: connected patches with fewer vertices than a share of the bone's largest
 * patch on the same shell. Vertices with nothing left get the weights around them.
 * @param share 0 to 1
 */
export async function withoutIslands(
  input: WeightsByVertex,
  triangles: Uint32Array,
  rest: ArrayLike<number>,
  boneCount: number,
  share: number,
): Promise<Map<number, WeightRow>> {
  const { rows, locked, vertices, task } = input;
  const patches = new Patches(triangles, rows.length);
  const members: number[][] = Array.from({ length: boneCount }, () => []);
  for (const [i, row] of rows.entries()) for (const bone of row.keys()) members[bone].push(i);
  const mayChange = new Uint8Array(rows.length);
  for (const i of vertices) mayChange[i] = 1;
  const left = new Map<number, WeightRow>();
  for (const [bone, mine] of members.entries()) {
    task.progress({ phase: "Removing islands", done: bone / boneCount, detail: "" });
    await task.checkpoint();
    if (locked[bone]) continue;
    const kept = new Set(patches.withoutIslands(mine, share));
    for (const i of mine) {
      if (kept.has(i) || !mayChange[i]) continue;
      const row = left.get(i) ?? new Map(rows[i]);
      row.delete(bone);
      left.set(i, row);
    }
  }
  const bare: number[] = [];
  const next = [...rows];
  for (const [i, row] of left) {
    const whole = scaledToOne(row, locked);
    if (whole) left.set(i, whole);
    else bare.push(i);
    next[i] = whole ?? new Map();
  }
  const around = await filled({ ...input, rows: next, vertices: Uint32Array.from(bare) }, rest);
  for (const i of bare) {
    const row = around.get(i);
    if (row) left.set(i, row);
    else left.delete(i);
  }
  return left;
}
