/** Small sound files of every format, and the ways in which each is damaged. */
import { EXTMeshoptCompression, KHRDracoMeshCompression } from "@gltf-transform/extensions";
import { zipSync } from "fflate";
import { frameOf } from "../../model/mesh/mesh-sequence";
import { SOLVE_DEFAULTS } from "../../model/solve/solve-settings";
import { UNWATCHED } from "../../model/task";
import { cube, movingCube, scene } from "../alembic/fixtures";
import { writeAlembic } from "../alembic/write";
import { assemble, assembleSequence } from "../assemble/assemble-sequence";
import { armRecords, fbxBinary, fbxText } from "../fbx/fixtures";
import { openGltf } from "../gltf/read/read";
import { randomSketch } from "../gltf/testing/fixtures";
import { encodingIo } from "../gltf/write/encoding-io";
import { writeMaterials, writeObj } from "../obj/write-obj";
import { writePly } from "../ply/write-ply";
import { writeMdd } from "../point-cache/mdd";
import { writePc2 } from "../point-cache/pc2";
import { writeProject } from "../project/write";
import { bytesFile } from "../source/source-file";
import { AS_IT_IS, tubeSequence } from "../testing/formats";
import { glbBuffer, glbJson, jsonText, project, zipEntry } from "./containers";
import { fbxRecords } from "./fbx-records";
import { BYTE_MUTATORS, type Mutator, spliceFrom, TEXT_MUTATORS } from "./mutate";

/** Files that belong together; the first is damaged. */
export interface Specimen {
  files: [name: string, bytes: Uint8Array][];
  mutators: readonly Mutator[];
}

const text = (lines: string) => new TextEncoder().encode(lines);

/** Two tetrahedra, with one of their faces listed. */
const SOLID = `MeshVersionFormatted 1
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

const BVH = `HIERARCHY
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

const TGF = `1 0 0 0
2 0 2 0
3 0 5 0
4 1 5 0
#
1 2 1 0 0
2 3 1 0 0
2 4 1 0 0
`;

const BINARY = BYTE_MUTATORS;
const TEXT = [...TEXT_MUTATORS, ...BYTE_MUTATORS.slice(0, 3)];

/** A glTF whose buffers are in its text. */
async function embeddedGltf(sketch: ReturnType<typeof randomSketch>): Promise<Uint8Array> {
  const io = await encodingIo();
  const { json, resources } = await io.writeJSON(sketch.document);
  for (const buffer of json.buffers ?? []) {
    const bytes = resources[buffer.uri ?? ""];
    buffer.uri = `data:application/octet-stream;base64,${Buffer.from(bytes).toString("base64")}`;
  }
  return text(JSON.stringify(json));
}

async function packedGlb(
  seed: number,
  extension: typeof KHRDracoMeshCompression | typeof EXTMeshoptCompression,
) {
  const { document } = randomSketch(seed, 0);
  document.createExtension(extension as typeof KHRDracoMeshCompression).setRequired(true);
  return (await encodingIo()).writeBinary(document);
}

async function riggedProject(glb: Uint8Array): Promise<Uint8Array> {
  const file = bytesFile("a.glb", glb);
  const options = { ...AS_IT_IS, fps: 10, clips: [1], keepRig: true };
  const source = await openGltf([file], file, UNWATCHED);
  const { sequence, rig } = await assemble(await source.read(options, UNWATCHED), options, UNWATCHED);
  return writeProject({ sequence, rig, report: null, settings: SOLVE_DEFAULTS });
}

/** Every format's specimen, by its name. The same on every machine. */
export async function makeSpecimens(): Promise<Record<string, Specimen>> {
  const tube = await assembleSequence(tubeSequence({ frames: 3 }), AS_IT_IS, UNWATCHED);
  const poses = [0, 1, 2].map((k) => frameOf(tube, k));
  const obj = writeObj(tube, tube.rest, { library: "a.mtl" });
  const pc2 = writePc2(tube);
  const mesh: [string, Uint8Array] = ["a.obj", writeObj(tube, tube.rest)];
  const glb = await randomSketch(1).glb();
  const arm = armRecords({ turn: 40 });
  const alembic = writeAlembic(scene([cube("body", movingCube(1)), cube("floor")], 6));
  const zip = zipSync({ "a.obj": obj, "a.pc2": pc2, "b/c.obj": [obj, { level: 0 }] });
  const specimens: Record<string, Specimen> = {
    obj: {
      files: [
        ["a.obj", obj],
        ["a.pc2", pc2],
      ],
      mutators: TEXT,
    },
    "obj-still": { files: [["a.obj", obj]], mutators: TEXT },
    mtl: {
      files: [
        ["a.mtl", writeMaterials(tube)],
        ["a.obj", obj],
        ["a.pc2", pc2],
      ],
      mutators: TEXT,
    },
    pc2: { files: [["a.pc2", pc2], mesh], mutators: BINARY },
    mdd: { files: [["a.mdd", writeMdd(tube)], mesh], mutators: BINARY },
    "ply-text": {
      files: poses.map((pose, k) => [`a${2 - k}.ply`, writePly(tube, pose, "ascii")]),
      mutators: TEXT,
    },
    "ply-little": {
      files: poses.map((pose, k) => [`a${2 - k}.ply`, writePly(tube, pose)]),
      mutators: BINARY,
    },
    "ply-big": {
      files: poses.map((pose, k) => [`a${k}.ply`, writePly(tube, pose, "binary_big_endian")]),
      mutators: BINARY,
    },
    "ply-still": { files: [["a.ply", writePly(tube)]], mutators: [...BINARY, ...TEXT_MUTATORS] },
    "obj-numbered": {
      files: poses.map((pose, k) => [`a${2 - k}.obj`, writeObj(tube, pose)]),
      mutators: TEXT,
    },
    medit: { files: [["a.mesh", text(SOLID)]], mutators: TEXT },
    zip: { files: [["a.zip", zip]], mutators: [...BINARY, zipEntry, zipEntry, zipEntry] },
    tgf: { files: [["a.tgf", text(TGF)], mesh], mutators: TEXT },
    bvh: { files: [["a.bvh", text(BVH)], mesh], mutators: TEXT },
    alembic: { files: [["a.abc", alembic]], mutators: BINARY },
    glb: {
      files: [["a.glb", glb]],
      mutators: [...BINARY, glbJson, glbJson, glbJson, glbJson, glbBuffer, glbBuffer],
    },
    gltf: {
      files: [["a.gltf", await embeddedGltf(randomSketch(5))]],
      mutators: [...TEXT, jsonText, jsonText, jsonText],
    },
    "glb-draco": {
      files: [["a.glb", await packedGlb(2, KHRDracoMeshCompression)]],
      mutators: [...BINARY, glbJson, glbJson],
    },
    "glb-meshopt": {
      files: [["a.glb", await packedGlb(3, EXTMeshoptCompression)]],
      mutators: [...BINARY, glbJson, glbJson],
    },
    "fbx-binary": {
      files: [["a.fbx", fbxBinary(arm)]],
      mutators: [...BINARY, ...new Array(6).fill(fbxRecords(arm, "binary"))],
    },
    "fbx-text": {
      files: [["a.fbx", fbxText(arm)]],
      mutators: [...TEXT, ...new Array(3).fill(fbxRecords(arm, "text"))],
    },
    sinew: {
      files: [["a.sinew", await riggedProject(glb)]],
      mutators: [...BINARY, ...new Array(8).fill(project)],
    },
  };
  const splice = spliceFrom(Object.values(specimens).map(({ files }) => files[0][1]));
  for (const specimen of Object.values(specimens)) specimen.mutators = [...specimen.mutators, splice];
  return specimens;
}
