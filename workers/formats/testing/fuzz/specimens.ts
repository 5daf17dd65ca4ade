/** Small valid files of every format, and the ways to damage each. */
import type { NodeIO } from "@gltf-transform/core";
import { EXTMeshoptCompression, KHRDracoMeshCompression } from "@gltf-transform/extensions";
import { zipSync } from "fflate";
import { frameOf, type MeshSequence } from "../../../model/mesh/mesh-sequence";
import { SOLVE_DEFAULTS } from "../../../model/solve/solve-settings";
import { UNWATCHED } from "../../../model/task";
import { cube, movingCube, scene } from "../../alembic/testing/fixtures";
import { networked, shaded } from "../../alembic/testing/materials";
import { writeAlembic } from "../../alembic/testing/write";
import { assignedMaterial, materialObject, plainObject } from "../../alembic/write/material-records";
import { assemble, assembleSequence } from "../../assemble/assemble-sequence";
import { armRecords, fbxBinary, fbxText } from "../../fbx/testing/fixtures";
import { openGltf } from "../../gltf/read/read";
import { encodingIo } from "../../gltf/testing/encoding-io";
import { randomSketch } from "../../gltf/testing/fixtures";
import { checks } from "../../gltf/testing/textured";
import { writeMaterials } from "../../obj/write-mtl";
import { writeObj } from "../../obj/write-obj";
import type { PlyEncoding } from "../../ply/ply-header";
import { writePly } from "../../ply/testing/write-ply";
import { writeMdd } from "../../point-cache/mdd";
import { writePc2 } from "../../point-cache/pc2";
import { writeProject } from "../../project/write";
import { bytesFile } from "../../source/source-file";
import { AS_IT_IS, tubeSequence } from "../formats";
import { glbBuffer, glbJson, glbNudged, jsonNudged, jsonPart, project, zipEntry } from "./containers";
import { documentsLike } from "./documents";
import { fbxRecords } from "./fbx-records";
import { BYTE_MUTATORS, type Mutator, type SlowMutator, spliceFrom, TEXT_MUTATORS } from "./mutate";
import { decimals, floatWords, packedBits } from "./payload";
import { plyRows } from "./ply-rows";
import { BVH, dmat, SOLID, TGF, text } from "./texts";

/** Files that belong together. The first will be damaged. */
export interface Specimen {
  files: [name: string, bytes: Uint8Array][];
  mutators: readonly (Mutator | SlowMutator)[];
}

const times = <T>(count: number, value: T): T[] => new Array(count).fill(value);

/** Half of the mutators are gentle. Their mutants open more often and reach later steps. */
const BINARY = [...BYTE_MUTATORS, ...times(7, floatWords(true))];
const BIG_ENDIAN = [...BYTE_MUTATORS, ...times(7, floatWords(false))];
const TEXT = [...TEXT_MUTATORS, ...BYTE_MUTATORS.slice(0, 3), ...times(8, decimals)];

/** A glTF whose buffers are in its text. */
async function embeddedGltf(sketch: ReturnType<typeof randomSketch>, io: NodeIO): Promise<Uint8Array> {
  const { json, resources } = await io.writeJSON(sketch.document);
  for (const buffer of json.buffers ?? []) {
    const bytes = resources[buffer.uri ?? ""];
    buffer.uri = `data:application/octet-stream;base64,${Buffer.from(bytes).toString("base64")}`;
  }
  return text(JSON.stringify(json));
}

/** The same glTF with its buffer in a separate file, which is damaged. */
async function bufferBeside(io: NodeIO): Promise<Specimen["files"]> {
  const { json, resources } = await io.writeJSON(randomSketch(6).document);
  const [[name, bytes]] = Object.entries(resources);
  return [
    [name, bytes],
    ["a.gltf", text(JSON.stringify(json))],
  ];
}

type Packing = typeof KHRDracoMeshCompression | typeof EXTMeshoptCompression;

/** A compressed GLB, damaged before and after compression. */
async function packedGlb(seed: number, packing: Packing, io: NodeIO): Promise<Specimen> {
  const make = () => {
    const { document } = randomSketch(seed, 0);
    document.createExtension(packing as typeof KHRDracoMeshCompression).setRequired(true);
    return document;
  };
  return {
    files: [["a.glb", await io.writeBinary(make())]],
    mutators: [
      ...BYTE_MUTATORS,
      glbJson,
      glbJson,
      ...times(2, glbNudged),
      ...times(4, packedBits),
      ...times(5, documentsLike(make, io)),
    ],
  };
}

async function riggedProject(glb: Uint8Array): Promise<Uint8Array> {
  const file = bytesFile("a.glb", glb);
  const options = { ...AS_IT_IS, fps: 10, clips: [1], keepRig: true };
  const source = await openGltf([file], file, UNWATCHED);
  const { sequence, rig } = await assemble(await source.read(options, UNWATCHED), options, UNWATCHED);
  return writeProject({ sequence, rig, report: null, settings: SOLVE_DEFAULTS });
}

/** The tube with everything that a library of materials can have. */
function paintedTube(tube: MeshSequence) {
  const map = {
    image: 0,
    uvSet: 0,
    transform: { offset: [0.5, 0.25] as [number, number], rotation: 0, scale: [2, 3] as [number, number] },
  };
  const more = { metallic: 0.5, roughness: 0.25, emissive: [1, 0.5, 0] as [number, number, number] };
  return {
    ...tube,
    images: [{ name: "base.png", mimeType: "image/png", bytes: checks(2, [255, 0, 0], [0, 0, 255]) }],
    materials: tube.materials.map((material) => ({
      ...material,
      ...more,
      alpha: "blend" as const,
      textures: { baseColour: map, normal: { ...map, strength: 2 }, emissive: map, metallicRoughness: map },
    })),
  };
}

/** The specimens of all formats, by name. They are the same on every machine. */
export async function makeSpecimens(): Promise<Record<string, Specimen>> {
  const io = await encodingIo();
  const tube = await assembleSequence(tubeSequence({ frames: 3 }), AS_IT_IS, UNWATCHED);
  const poses = [0, 1, 2].map((k) => frameOf(tube, k));
  const obj = writeObj(tube, tube.rest, { library: "a.mtl" });
  const pc2 = writePc2(tube);
  const painted = paintedTube(tube);
  const mesh: [string, Uint8Array] = ["a.obj", writeObj(tube, tube.rest)];
  const glb = await randomSketch(1).glb();
  const arm = armRecords({ turn: 40 });
  const heat = { name: "heat", extent: 1, interpretation: "", scope: "vertex" as const, indices: null };
  const floor = { ...cube("floor"), others: [{ ...heat, values: Float32Array.of(0, 1, 2, 3, 4, 5, 6, 7) }] };
  const body = { ...cube("body", movingCube(1)), besides: [assignedMaterial("/looks/skin")] };
  const shader = shaded({ "abc.surface": { base_color: [0.5, 0.25, 0.1], roughness: 0.5, map: "a.tx" } });
  const net = networked(
    { paint: { values: { Cs: [1, 0, 0] }, links: { Kd: "skin" } } },
    { "abc.surface": "paint" },
  );
  const looks = plainObject("looks", [materialObject("skin", shader, [materialObject("wet", net)])]);
  const alembic = writeAlembic(
    scene([body, { ...floor, besides: [assignedMaterial("/looks/skin/wet")] }, looks], 6),
  );
  const zip = zipSync({ "a.obj": obj, "a.pc2": pc2, "b/c.obj": [obj, { level: 0 }] });
  const rowsOf = (k: number, encoding: PlyEncoding) => times(7, plyRows(tube, poses[k], encoding));
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
        ["a.mtl", writeMaterials(painted)],
        ["base.png", painted.images[0].bytes],
        ["a.obj", obj],
        ["a.pc2", pc2],
      ],
      mutators: TEXT,
    },
    pc2: { files: [["a.pc2", pc2], mesh], mutators: BINARY },
    mdd: { files: [["a.mdd", writeMdd(tube)], mesh], mutators: BIG_ENDIAN },
    "ply-text": {
      files: poses.map((pose, k) => [`a${2 - k}.ply`, writePly(tube, pose, "ascii")]),
      mutators: [...TEXT, ...rowsOf(2, "ascii")],
    },
    "ply-little": {
      files: poses.map((pose, k) => [`a${2 - k}.ply`, writePly(tube, pose)]),
      mutators: [...BINARY, ...rowsOf(2, "binary_little_endian")],
    },
    "ply-big": {
      files: poses.map((pose, k) => [`a${k}.ply`, writePly(tube, pose, "binary_big_endian")]),
      mutators: [...BIG_ENDIAN, ...rowsOf(0, "binary_big_endian")],
    },
    "ply-still": {
      files: [["a.ply", writePly(tube)]],
      mutators: [...BINARY, ...TEXT_MUTATORS, ...rowsOf(0, "ascii"), ...rowsOf(0, "binary_little_endian")],
    },
    "obj-numbered": {
      files: poses.map((pose, k) => [`a${2 - k}.obj`, writeObj(tube, pose)]),
      mutators: TEXT,
    },
    medit: { files: [["a.mesh", text(SOLID)]], mutators: TEXT },
    zip: { files: [["a.zip", zip]], mutators: [...BINARY, zipEntry, zipEntry, zipEntry] },
    tgf: { files: [["a.tgf", text(TGF)], mesh], mutators: TEXT },
    "dmat-text": {
      files: [["w.dmat", dmat(tube.vertexCount, "text")], mesh, ["a.tgf", text(TGF)]],
      mutators: TEXT,
    },
    "dmat-binary": {
      files: [["w.dmat", dmat(tube.vertexCount, "binary")], mesh, ["a.tgf", text(TGF)]],
      mutators: BINARY,
    },
    bvh: { files: [["a.bvh", text(BVH)], mesh], mutators: TEXT },
    alembic: { files: [["a.abc", alembic]], mutators: BINARY },
    glb: {
      files: [["a.glb", glb]],
      mutators: [...BINARY, ...times(4, glbJson), ...times(5, glbNudged), glbBuffer, glbBuffer],
    },
    gltf: {
      files: [["a.gltf", await embeddedGltf(randomSketch(5), io)]],
      mutators: [...TEXT, ...times(3, jsonPart), ...times(6, jsonNudged)],
    },
    "gltf-buffer": { files: await bufferBeside(io), mutators: BINARY },
    "glb-draco": await packedGlb(2, KHRDracoMeshCompression, io),
    "glb-meshopt": await packedGlb(3, EXTMeshoptCompression, io),
    "fbx-binary": {
      files: [["a.fbx", fbxBinary(arm)]],
      mutators: [...BINARY, ...times(6, fbxRecords(arm, "binary"))],
    },
    "fbx-text": {
      files: [["a.fbx", fbxText(arm)]],
      mutators: [...TEXT, ...times(6, fbxRecords(arm, "text"))],
    },
    sinew: {
      files: [["a.sinew", await riggedProject(glb)]],
      mutators: [...BINARY, ...times(14, project)],
    },
  };
  const splice = spliceFrom(Object.values(specimens).map(({ files }) => files[0][1]));
  for (const specimen of Object.values(specimens)) specimen.mutators = [...specimen.mutators, splice];
  return specimens;
}
