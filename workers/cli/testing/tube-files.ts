import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { tube } from "../../weights/testing/bindables";

/** Writes a tube along x and a chain of three bones in it to a folder: tube.obj (302 vertices) and tube.tgf. */
export async function writeTube(folder: string): Promise<void> {
  const { positions, triangles } = tube([0, 0, 0], [6, 0, 0], 0.6, 25, 12);
  const lines: string[] = [];
  for (let n = 0; n < positions.length; n += 3) lines.push(`v ${positions.subarray(n, n + 3).join(" ")}`);
  for (let t = 0; t < triangles.length; t += 3) {
    lines.push(`f ${Array.from(triangles.subarray(t, t + 3), (v) => v + 1).join(" ")}`);
  }
  await writeFile(join(folder, "tube.obj"), `${lines.join("\n")}\n`);
  await writeFile(join(folder, "tube.tgf"), "1 0 0 0\n2 2.2 0 0\n3 4 0 0\n4 6 0 0\n#\n1 2\n2 3\n3 4\n");
}
