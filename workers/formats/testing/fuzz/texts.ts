/** Small valid text files. */
import { joined } from "./mutate";

export const text = (lines: string) => new TextEncoder().encode(lines);

/** Two tetrahedra. One of their faces is listed too. */
export const SOLID = `MeshVersionFormatted 1
Dimension 3
Vertices
5
0 0 0 0
1 0 0 0
0 1 0 0
0 0 1 0
1 1 1.5 0
Triangles
1
1 3 2 0
Tetrahedra
2
1 2 3 4 0
2 3 4 5 0
End
`;

export const BVH = `HIERARCHY
ROOT hips
{
  OFFSET 0 0 0
  CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
  JOINT spine
  {
    OFFSET 0 2 0
    CHANNELS 3 Zrotation Xrotation Yrotation
    End Site
    {
      OFFSET 0 2 0
    }
  }
  JOINT leg
  {
    OFFSET 1 0 0
    CHANNELS 3 Zrotation Xrotation Yrotation
    End Site
    {
      OFFSET 0 -2 0
    }
  }
}
MOTION
Frames: 3
Frame Time: 0.0333333
0 0 0 10 20 30 5 0 0 1 2 3
0 1 0 20 20 30 15 0 0 1 2 3
0 2 0 30 20 30 25 0 0 1 2 3
`;

export const TGF = `1 0 0 0
2 0 2 0
3 0 5 0
4 1 5 0
#
1 2 1 0 0
2 3 1 0 0
2 4 1 0 0
`;

const BONES = 3;

const weightLines = (vertices: number) =>
  Array.from({ length: BONES * vertices }, (_, n) =>
    Math.floor(n / vertices) === n % BONES && n % 4 > 0 ? "0.75" : "0.125",
  );

/** Weights for the bones of `TGF`, as text or with numbers of 8 bytes. */
export function dmat(vertices: number, form: "text" | "binary"): Uint8Array {
  const lines = weightLines(vertices);
  const head = `${BONES} ${vertices}\n`;
  if (form === "text") return text(`${head}${lines.join("\n")}\n`);
  const values = Float64Array.from(lines, Number);
  return joined(text(`0 0\n${head}`), new Uint8Array(values.buffer));
}
