/** Names of UV sets and of vertex colours, from file to file. */
import { describe, expect, it } from "vitest";
import type { ExportFormatId } from "../model/files/export/export-formats";
import { leftOut } from "../model/files/export/left-out";
import { frameOf, type MeshSequence } from "../model/mesh/mesh-sequence";
import { UNWATCHED } from "../model/task";
import { AlembicFrames } from "./alembic/write/frames";
import { MemoryFile } from "./alembic/write/ogawa-writer";
import { assembleSequence } from "./assemble/assemble-sequence";
import { joinSetNames, otherSetNames } from "./assemble/set-names";
import { exportFile } from "./export-file";
import { texturedBar } from "./gltf/testing/textured";
import { objLosses } from "./obj/write-mtl";
import { inspect } from "./open";
import { readProject } from "./project/read";
import { writeProject } from "./project/write";
import { bytesFile } from "./source/source-file";
import { AS_IT_IS } from "./testing/formats";

const { sequence: bar, rig } = texturedBar();
const setNames = { uvs: ["skin layout", "lightmap"], colours: ["wear", "äther"] };
const sequence: MeshSequence = { ...bar, setNames };

async function read(name: string, bytes: Uint8Array): Promise<MeshSequence> {
  const [source] = await inspect([bytesFile(name, bytes)], UNWATCHED);
  return assembleSequence(await source.read(AS_IT_IS, UNWATCHED), AS_IT_IS, UNWATCHED);
}

const written = (format: ExportFormatId, own: MeshSequence = sequence) =>
  exportFile(own, rig, { format, influences: 0, clips: [], upAxis: "y" }, UNWATCHED);

function archive(own: MeshSequence): Uint8Array {
  const file = new MemoryFile();
  const frames = new AlembicFrames(own, file.put);
  for (let k = 0; k < own.frameCount; k++) frames.add(frameOf(own, k));
  return file.whole(frames.finish());
}

describe("names of UV sets and colours", () => {
  it("are the same after an FBX, an Alembic file and a project", async () => {
    expect((await read("bar.fbx", (await written("fbx")).bytes)).setNames).toEqual(setNames);
    expect((await read("bar.abc", archive(sequence))).setNames).toEqual(setNames);
    expect(readProject(writeProject({ sequence, rig, report: null })).sequence.setNames).toEqual(setNames);
  });

  it("are the names that USD shows, beside those by which programs find the sets", async () => {
    const text = new TextDecoder().decode((await written("usda")).bytes);
    for (const [primvar, name] of [
      ["st", "skin layout"],
      ["st1", "lightmap"],
      ["displayColor", "wear"],
    ]) {
      const at = text.indexOf(`primvars:${primvar} =`);
      expect(text.slice(at).match(/displayName = "([^"]*)"/)?.[1]).toBe(name);
    }
  });

  it("are different in a file, even if those of the source are equal or missing", async () => {
    const equal = { uvs: ["map", "map"], colours: ["", ""] };
    const { bytes } = await written("fbx", { ...bar, setNames: equal });
    expect((await read("bar.fbx", bytes)).setNames).toEqual({
      ...{ uvs: ["map", "map_2"], colours: ["Col", "Col_2"] },
    });
  });

  it("are listed where a format has none, unless programs gave them", () => {
    const sentence =
      "numbers UV sets and colours. Their names are left out: skin layout, lightmap, wear and 1 more.";
    expect(leftOut(sequence, "glb")).toEqual([`A GLB ${sentence}`]);
    expect(objLosses(sequence, true)).toContain(`It ${sentence}`);
    for (const format of ["fbx", "usda", "usdz"] as const)
      expect(leftOut(sequence, format).join()).not.toContain("Their names");
    const byPrograms = { uvs: ["UVMap", "UVMap.001"], colours: ["Col", "colorSet1"] };
    expect(leftOut({ ...bar, setNames: byPrograms }, "glb")).toEqual([]);
  });

  it("are those of the first mesh that has them; others are listed", () => {
    const meshes = [
      { uvs: ["a", ""], colours: [] },
      { uvs: ["b", "light", "c"], colours: ["paint"] },
    ];
    expect(joinSetNames(meshes)).toEqual({ setNames: { uvs: ["a", "light", "c"], colours: ["paint"] } });
    expect(otherSetNames(meshes)).toEqual([
      "Other names that some meshes have for their UV sets and colours: b.",
    ]);
    expect(otherSetNames([meshes[0], { uvs: ["UVMap"], colours: [] }])).toEqual([]);
    expect(joinSetNames([{ uvs: [""], colours: [] }])).toEqual({});
    expect(otherSetNames([{ uvs: [""], colours: [] }])).toEqual([]);
  });
});
