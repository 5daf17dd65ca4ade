import { SinewError } from "../../model/errors";
import type { SourceInfo } from "../../model/files/source-info";
import { howMany } from "../../model/reports/figures";
import type { Task } from "../../model/task";
import { sequenceBytes } from "../assemble/check-raw";
import type { RawSequence, ReadOptions, SequenceSource, SourceFile } from "../source/source";
import { stemOf } from "../source/source-file";
import { type Archive, openArchive } from "./archive/archive";
import { type FrameTimes, frameTimesOf } from "./frame-times";
import { PointStream, topologyChanges } from "./point-stream";
import { findTopologyChange } from "./polymesh";
import { readAlembicScene, type Scene } from "./scene";
import { readStillSurface } from "./surface";

/** An opened archive with data from its headers. */
interface Opened {
  archive: Archive;
  scene: Scene;
  timeline: FrameTimes;
  info: SourceInfo;
}

/**
 * Opens an Alembic archive (Ogawa) as one mesh animation: every polygon mesh in it, in world space. Reads headers only;
 * positions are read frame by frame.
 * @throws SinewError if it is not an archive, is damaged, or holds no mesh.
 */
export async function openAlembic(file: SourceFile, task: Task): Promise<SequenceSource> {
  task.progress({ phase: "Opening", done: null, detail: file.name });
  const archive = await openArchive(file);
  const scene = await readAlembicScene(archive, task);
  if (scene.meshes.length === 0) {
    throw new SinewError({
      title: `${file.name} holds no polygon mesh`,
      body: `${[...scene.missing, ...scene.notes].join(" ")} Export the meshes as polygons.`.trim(),
    });
  }
  const moving = new Set(
    scene.meshes.flatMap(({ points, transform }) => [
      ...(points.constant ? [] : [points]),
      ...(transform?.animated ?? []),
    ]),
  );
  const timeline = frameTimesOf([...moving], statedRate(archive));
  const info = sourceInfoOf(file, archive, scene, timeline);
  const opened: Opened = { archive, scene, timeline, info };
  return { info, read: (options, readTask) => readSequence(opened, options, readTask) };
}

/** The rate that the writing program noted, for samples without times: by the library's own key, or Blender's. */
function statedRate({ metadata }: Archive): number | null {
  const rates = ["_ai_DCC_FPS", "FramesPerTimeUnit"].map((key) => Number(metadata.get(key)));
  return rates.find((rate) => rate > 0 && Number.isFinite(rate)) ?? null;
}

function sourceInfoOf(file: SourceFile, archive: Archive, scene: Scene, timeline: FrameTimes): SourceInfo {
  const { meshes, missing } = scene;
  const { times, fps } = timeline;
  const name = stemOf(file.name);
  const points = meshes.reduce((sum, mesh) => sum + mesh.pointCount, 0);
  const still = meshes.filter(
    ({ points, transform }) => points.constant && !transform?.animated.length,
  ).length;
  const notes = [...missing, ...scene.notes, ...timeline.notes];
  if (still > 0 && still < meshes.length) {
    notes.push(`${howMany(still, "mesh without animation is", "meshes without animation are")} kept still.`);
  }
  const first = Math.round(times[0] * fps);
  if (times.length > 1 && first !== 0 && !timeline.base?.untimed) {
    notes.push(`Its first frame is frame ${first} in the program that wrote it.`);
  }
  const fromMaya = archive.metadata.get("_ai_Application")?.startsWith("Maya") ?? false;
  return {
    name,
    files: [file.name],
    format: "Alembic",
    points,
    polygons: meshes.reduce((sum, mesh) => sum + mesh.polygonCount, 0),
    meshes: meshes.map((mesh) => mesh.name),
    clips: [{ name, seconds: times.length / fps, frames: times.length }],
    fps,
    rateIsFree: false,
    rateIsAssumed: timeline.rateIsAssumed,
    upAxis: "y",
    // Maya always writes centimetres. The format itself has no unit.
    metresPerUnit: fromMaya ? 0.01 : 1,
    sequenceBytes: sequenceBytes(points, times.length),
    notes,
    ...(missing.length > 0 && { missing }),
  };
}

async function readSequence(opened: Opened, options: ReadOptions, task: Task): Promise<RawSequence> {
  const { archive, scene, timeline, info } = opened;
  const { reader } = archive;
  const frameCount = timeline.times.length;
  await checkTopology(scene, reader.name, task);
  const streams = scene.meshes.map((mesh) => new PointStream(mesh, timeline, reader.name));
  const positions = streams.some((stream) => stream.wide)
    ? new Float64Array(3 * info.points)
    : new Float32Array(3 * info.points);
  const frame = async (k: number) => {
    let at = 0;
    for (const [i, stream] of streams.entries()) {
      await stream.write(k, positions, at);
      at += 3 * scene.meshes[i].pointCount;
    }
    return positions;
  };
  const rest = (await frame(0)).slice();
  const surface = await readStillSurface(scene.meshes, reader, timeline, task);
  return {
    name: info.name,
    fps: (info.rateIsAssumed ? options.fps : null) ?? info.fps,
    frameCount,
    pointCount: info.points,
    rest,
    frame,
    ...surface,
    lost: [...scene.lost, ...(surface.lost ?? [])],
    clips: [{ name: info.name, first: 0, last: frameCount - 1 }],
    upAxis: options.upAxis ?? info.upAxis,
    metresPerUnit: options.metresPerUnit ?? info.metresPerUnit,
  };
}

/** Refuses meshes with changing faces before any frame is read. */
async function checkTopology(scene: Scene, fileName: string, task: Task): Promise<void> {
  for (const [i, mesh] of scene.meshes.entries()) {
    task.progress({ phase: "Comparing faces", done: i / scene.meshes.length, detail: mesh.name });
    await task.checkpoint();
    const change = await findTopologyChange(mesh, task);
    if (change) throw topologyChanges(fileName, mesh.name, change.sample, change.before, change.after);
  }
}
