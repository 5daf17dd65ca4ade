/**
 * Writes a prepared rig as an FBX 7.5: polygons with their layers, materials, a skeleton with clusters and a bind pose,
 * clips as stacks, and a correction as blend shapes. Axes, unit and origin are applied to the numbers, so no node above
 * the bones turns or scales. docs/reference/fbx-export.md describes the file.
 */
import { bakeFileRig } from "../../../export/bake-file-rig";
import { ANGLES_SHARE, type EulerTrack, eulerTracks } from "../../../export/bones/euler-tracks";
import { usualOrients, withoutOrients } from "../../../export/bones/joint-orients";
import { keyTracks } from "../../../export/bones/key-tracks";
import { fileSpace } from "../../../export/file-space";
import { meshPieces } from "../../../export/meshes/mesh-pieces";
import { type ClipContent, nodeReach } from "../../../export/motion/prepare-clips";
import type { FileRig } from "../../../export/prepare";
import { displayNormals } from "../../../geometry/display-normals";
import type { ClipLoop } from "../../../model/files/export/clip-loop";
import { placeOfTextures } from "../../../model/files/export/export-formats";
import type { ExportOptions, FileBeside } from "../../../model/files/export/export-options";
import { unitScale } from "../../../model/files/export/skeleton-export";
import type { Task } from "../../../model/task";
import { besidePrefix, imageFileNames, shownImages } from "../../images/image-names";
import type { WrittenFile } from "../../written-file";
import { addClips } from "./animation";
import { encodeFbx } from "./encode";
import { geometryRecords, uvSetNames } from "./geometry";
import { documents, globalSettingsRecord, headerRecords, takes } from "./header";
import { type ImagePlaces, MaterialWriter } from "./materials";
import { nodeNames } from "./names";
import { addBindPose, addLimbs, addMeshNode, type Limbs } from "./nodes";
import { record } from "./record";
import { SceneRecords } from "./scene";
import { addShapes, addSkin, type MorphChannel } from "./skin";

/** Smaller angles are rounding. */
const ROUNDING = 1e-6;

/** For each node, the largest error of its angles for which no vertex moves farther than `distance`. */
function anglesWithin({ rig, clips: [{ tracks }] }: FileRig, distance: number): Float64Array {
  const depth = new Int32Array(tracks.nodeCount);
  for (let n = 0; n < depth.length; n++)
    depth[n] = 1 + (tracks.parents[n] < 0 ? 0 : depth[tracks.parents[n]]);
  const deepest = depth.reduce((a, b) => Math.max(a, b), 1);
  return nodeReach(rig, tracks).map((reach) => Math.max(ROUNDING, distance / (deepest * reach)));
}

function addMeshes(
  scene: SceneRecords,
  content: FileRig,
  limbs: Limbs,
  names: readonly string[],
  places: ImagePlaces,
): { nodes: bigint[]; channels: MorphChannel[] } {
  const { sequence, rig, morphs } = content;
  const normals = displayNormals(sequence);
  const materials = new MaterialWriter(scene, sequence.images ?? [], places, uvSetNames(sequence));
  const channels: MorphChannel[] = [];
  const nodes = meshPieces(sequence).map((mesh, n) => {
    const name = names[n];
    const node = addMeshNode(scene, name);
    const records = geometryRecords(sequence, mesh, morphs?.base ?? rig.rest, normals);
    const geometry = scene.add("Geometry", name, "Mesh", records);
    scene.connect(geometry, node);
    for (const { material: m } of mesh.faceSets) {
      const material = sequence.materials[m];
      if (material) scene.connect(materials.use(m, material), node);
    }
    channels.push(...addShapes(scene, content, mesh, geometry));
    addSkin(scene, content, mesh, geometry, limbs.bones);
    return node;
  });
  return { nodes, channels };
}

/** The places of the images in the file, and the images to write beside it. */
function placedImages(
  { images = [], materials }: Pick<FileRig["sequence"], "images" | "materials">,
  options: Pick<ExportOptions, "textures" | "besideAs">,
): { places: ImagePlaces; beside: FileBeside[] } {
  const inside = placeOfTextures({ ...options, format: "fbx" }) === "inside";
  const paths = imageFileNames(images).map((name) => (inside ? name : `${besidePrefix(options)}${name}`));
  const shown = shownImages(materials);
  const files = images.map(({ bytes }, n) => ({ name: paths[n], bytes }));
  const beside = inside ? [] : files.filter((_, n) => shown.has(n));
  return { places: { paths, inside }, beside };
}

/** Adds the kept poses as clips of one frame without the correction. */
function withPoses(content: FileRig): FileRig {
  const poses = content.poses.map(({ name, tracks }): ClipContent => {
    const loop: ClipLoop = {
      ...{ clip: name, kind: "none", gap: 0, step: 0 },
      ...{ butForTravel: false, closed: false },
    };
    return { name, given: name, tracks, frames: [], added: 0, keys: null, keysBefore: 0, loop, deviation: 0 };
  });
  return { ...content, clips: [...content.clips, ...poses] };
}

/** Counts the keys of the first clips. Angles may need more keys than rotations. */
function countKeys(turns: readonly EulerTrack[], clips: readonly ClipContent[]): number {
  const others = clips.flatMap(({ tracks, keys }) =>
    keyTracks(tracks, keys).filter(({ path }) => path !== "rotation"),
  );
  const angles = turns.flatMap((turn) =>
    turn.clips.slice(0, clips.length).map(({ moments }) => moments.length),
  );
  return [...angles, ...others.map(({ frames }) => frames.length)].reduce((sum, count) => sum + count, 0);
}

/** Writes the file. The same content and options give the same bytes. */
export async function writeFbx(
  given: FileRig,
  options: Pick<ExportOptions, "upAxis" | "unit" | "textures" | "besideAs">,
  task: Task,
): Promise<WrittenFile> {
  const { upAxis, unit = "cm" } = options;
  const prepared = withPoses(given);
  const { sequence, isStill } = prepared;
  const scale = unitScale(unit, sequence);
  const deviation = ANGLES_SHARE * Math.max(...prepared.clips.map((clip) => clip.deviation));
  const within = anglesWithin(prepared, deviation);
  const content = bakeFileRig(prepared, fileSpace(sequence, upAxis, scale));
  const orients = usualOrients(content.clips, content.rig.bones);
  const turns: EulerTrack[] = await eulerTracks(withoutOrients(content.clips, orients), within, task);
  const scene = new SceneRecords();
  const { places, beside } = placedImages(sequence, options);
  const names = nodeNames(content);
  const limbs = addLimbs(scene, content, turns, orients, names.nodes);
  const meshes = addMeshes(scene, content, limbs, names.meshes, places);
  addBindPose(scene, meshes.nodes, limbs);
  const skipped = isStill ? given.clips.length : 0;
  const clips = addClips(scene, content, limbs.nodes, turns, meshes.channels, skipped);
  const end = clips.reduce((last, clip) => (clip.end > last ? clip.end : last), 0n);
  const centimetres = (100 * sequence.metresPerUnit) / scale;
  const records = [
    ...headerRecords(),
    globalSettingsRecord(upAxis, centimetres, sequence.fps, end),
    ...documents(clips[0]?.name ?? ""),
    scene.definitions(),
    record("Objects", [], scene.objects),
    record("Connections", [], scene.connections),
    takes(clips),
  ];
  const keys = isStill
    ? undefined
    : { count: countKeys(turns, content.clips.slice(0, given.clips.length)), deviation };
  return { ...(await encodeFbx(records, task)), beside, ...(keys && { keys }) };
}
