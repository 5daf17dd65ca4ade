// rig info: the contents of files.
import type { SourceFile } from "../../formats/source/source";
import type { Engine } from "../../jobs/engine";
import type { SkeletonSource } from "../../model/files/skeleton-source";
import type { Task } from "../../model/task";
import type { Flags } from "../flags/arguments";
import type { OutputSet } from "../output/output-set";

/** A skeleton for output: the numbers of its bones and frames, not their values. */
function told({ skeleton, clips, fileOrder: _, ...source }: SkeletonSource): object {
  return {
    ...source,
    bones: skeleton.segments.map(({ name, parent, kind }) => ({ name, parent, kind })),
    clips: clips.map(({ name, fps, frameCount }) => ({ name, fps, frames: frameCount })),
  };
}

/** Animations and meshes; for files without either, their skeletons. */
async function contents(engine: Engine, files: SourceFile[], task: Task): Promise<object[]> {
  try {
    return await engine.run("inspect", { files }, task);
  } catch (noMesh) {
    const skeletons = await engine.run("readSkeletons", { files }, task).catch(() => []);
    if (skeletons.length === 0) throw noMesh;
    return skeletons.map(told);
  }
}

export async function info(
  engine: Engine,
  files: SourceFile[],
  _flags: Flags,
  task: Task,
  outputs: OutputSet,
): Promise<void> {
  outputs.say(`${JSON.stringify(await contents(engine, files, task), null, 2)}\n`);
}
