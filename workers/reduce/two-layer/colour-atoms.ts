/**
 * Divides virtual bones into groups in which no two move the same vertex. Each joins the first group without a virtual
 * bone that shares a vertex with it.
 * @param ids V·blends: the virtual bones of each vertex, −1 where there are no more.
 * @returns `order`: the virtual bones, group by group; group c is order[starts[c] .. starts[c + 1]].
 */
export function colourAtoms(
  ids: Int32Array,
  blends: number,
  count: number,
): { order: Int32Array; starts: number[] } {
  const partners = Array.from({ length: count }, () => new Set<number>());
  for (let first = 0; first < ids.length; first += blends) {
    for (let a = first; a < first + blends; a++) {
      for (let b = a + 1; b < first + blends; b++) {
        if (ids[a] < 0 || ids[b] < 0 || ids[a] === ids[b]) continue;
        partners[ids[a]].add(ids[b]);
        partners[ids[b]].add(ids[a]);
      }
    }
  }
  const colour = new Int32Array(count).fill(-1);
  const groups: number[][] = [];
  for (let r = 0; r < count; r++) {
    const taken = new Set([...partners[r]].map((s) => colour[s]));
    let c = 0;
    while (taken.has(c)) c++;
    colour[r] = c;
    groups[c] ??= [];
    groups[c].push(r);
  }
  const starts = [0];
  for (const group of groups) starts.push(starts[starts.length - 1] + group.length);
  return { order: Int32Array.from(groups.flat()), starts };
}
