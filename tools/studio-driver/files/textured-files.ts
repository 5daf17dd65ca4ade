import type { Page } from "@playwright/test";
import { exportFile } from "../../../workers/formats/export-file";
import { texturedBar } from "../../../workers/formats/gltf/testing/textured";
import { type MeshSequence, restDiagonal } from "../../../workers/model/mesh/mesh-sequence";
import { UNWATCHED } from "../../../workers/model/task";
import { drop, untilOpen } from "../studio";

/** UVs that put eight squares of an image along the diagonal, seen from any side. 2D. */
const squares = (sequence: MeshSequence): Float32Array =>
  Float32Array.from({ length: 2 * sequence.solverIndex.length }, (_, n) => {
    const at = 3 * sequence.solverIndex[n >> 1];
    const [x, y, z] = sequence.rest.subarray(at, at + 3);
    return (n % 2 === 0 ? x + z : y + z) / restDiagonal(sequence);
  });

/** A GLB of a bending bar with bones, an image in two colours, and a normal map. */
export async function texturedGlb(): Promise<Uint8Array> {
  const { sequence, rig } = texturedBar();
  const plain = {
    ...sequence,
    colours: undefined,
    uvs: squares(sequence),
    materials: sequence.materials.map(({ textures, emissive: _, ...material }) => ({
      ...material,
      alpha: "opaque" as const,
      textures: { baseColour: { image: 0, uvSet: 0, nearest: true }, normal: textures!.normal },
    })),
  };
  const { bytes } = await exportFile(plain, rig, { influences: 4, clips: [], upAxis: "y" }, UNWATCHED);
  return bytes;
}

/** Drops a skinned file and opens it with its rig. */
export async function openWithRig(page: Page, path: string, bytes: Uint8Array): Promise<void> {
  await drop(page, [{ path, bytes }]);
  const dialog = page.getByRole("dialog");
  await dialog
    .getByRole("radio", { name: /rig|skeleton/i })
    .first()
    .click();
  await dialog.getByRole("button", { name: "Open", exact: true }).click();
  await untilOpen(page);
}
