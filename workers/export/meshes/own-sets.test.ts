import { expect, it } from "vitest";
import { exportFile } from "../../formats/export-file";
import { readDocument } from "../../formats/fbx/document/document";
import { partsOfGlb } from "../../formats/gltf/compress/glb-parts";
import { bytesFile } from "../../formats/source/source-file";
import { openZip } from "../../formats/zip/zip";
import type { ExportFormatId } from "../../model/files/export/export-formats";
import type { Material } from "../../model/mesh/appearance";
import { UNWATCHED } from "../../model/task";
import { movingShells } from "../../testing/sequences";
import { ownSets } from "./own-sets";

const [first, second] = [Uint32Array.of(0, 1), Uint32Array.of(2, 3)];
const uvs = Float32Array.of(1, 0, 0, 1, 1, 1, 0, 0);
const onlyFirst = Float32Array.of(0, 0, 0.5, 0, 0, 0, 0, 0);
const nowhere = new Float32Array(8);

it("gives vertices the sets up to the last with content", () => {
  const red = new Float32Array(16).fill(1);
  red[9] = 0;
  const sets = { uvs, moreUvs: [onlyFirst], colours: [red] };
  expect(ownSets(sets, first, [])).toEqual({ uvs: [uvs, onlyFirst], colours: [] });
  expect(ownSets(sets, second, [])).toEqual({ uvs: [uvs], colours: [red] });
  expect(ownSets({ uvs: onlyFirst }, second, [])).toEqual({ uvs: [], colours: [] });
  expect(ownSets({ uvs: onlyFirst, moreUvs: [uvs] }, second, [])).toEqual({
    ...{ uvs: [onlyFirst, uvs], colours: [] },
  });
});

it("keeps sets that textures use, and sets without content in any mesh", () => {
  const material = { textures: { baseColour: { uvSet: 1 } } } as Material;
  expect(ownSets({ uvs, moreUvs: [onlyFirst] }, second, [undefined, material]).uvs).toEqual([uvs, onlyFirst]);
  expect(ownSets({ uvs: nowhere }, second, []).uvs).toEqual([nowhere]);
  const white = new Float32Array(16).fill(1);
  expect(ownSets({ uvs: null, colours: [white] }, first, []).colours).toEqual([white]);
});

/** Two meshes, of which only the first has UVs and only the second has colours. */
const shells = movingShells({ shells: 2, frames: 2, detail: 1 });
const count = shells.sequence.solverIndex.length;
const inSecond = (d: number) =>
  shells.rig.weights.bones[shells.rig.weights.offsets[shells.sequence.solverIndex[d]]] === 1;
const sequence = {
  ...shells.sequence,
  parts: shells.sequence.parts.map((part, p) => ({ ...part, name: `shell ${p}` })),
  uvs: Float32Array.from({ length: 2 * count }, (_, c) => (inSecond(c >> 1) ? 0 : 0.1 + c / (4 * count))),
  colours: [Float32Array.from({ length: 4 * count }, (_, c) => (inSecond(c >> 2) ? 0.5 : 1))],
};
const written = async (format: ExportFormatId) =>
  (await exportFile(sequence, shells.rig, { influences: 4, clips: [], upAxis: "y", format }, UNWATCHED))
    .bytes;

it("writes to each mesh only its own: GLB, FBX and USD", async () => {
  const { json } = partsOfGlb(await written("glb"));
  const semantics = json.meshes!.map(({ primitives }) => Object.keys(primitives[0].attributes));
  expect(semantics.map((own) => [own.includes("TEXCOORD_0"), own.includes("COLOR_0")])).toEqual([
    [true, false],
    [false, true],
  ]);
  const objects = readDocument(await written("fbx")).find(({ name }) => name === "Objects")!.children;
  const layers = objects
    .filter(({ name }) => name === "Geometry")
    .map(({ children }) => children.map(({ name }) => name).filter((name) => /UV|Color/.test(name)));
  expect(layers).toEqual([["LayerElementUV"], ["LayerElementColor"]]);
  const { files } = await openZip(bytesFile("a.usdz", await written("usdz")));
  const layer = new TextDecoder().decode(await files[0].read(0, files[0].size));
  expect(layer.match(/primvars:st = /g)).toHaveLength(1);
  expect(
    layer.match(/primvars:displayColor = .*\n.*\n.*"(faceVarying|vertex)"|primvars:displayColor = /g),
  ).not.toBeNull();
});
