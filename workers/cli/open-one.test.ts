import { describe, expect, it } from "vitest";
import { exportFile } from "../formats/export-file";
import { bytesFile } from "../formats/source/source-file";
import { createEngine } from "../jobs/engine";
import { nodeParallel } from "../jobs/pool/node-parallel";
import { UNWATCHED } from "../model/task";
import { bendingBar } from "../testing/sequences";
import { parse } from "./flags/arguments";
import { openOne } from "./open-one";

const OPTIONS = { influences: 4, clips: [], upAxis: "y" as const };

/** The frames that a command reads from a GLB or FBX of 24 frames a second. */
async function framesOf(format: "glb" | "fbx", ...flags: string[]) {
  const { sequence, rig } = bendingBar({ bones: 3, frames: 13, length: 12, width: 3 });
  const { bytes } = await exportFile(sequence, rig, { ...OPTIONS, format }, UNWATCHED);
  const files = [bytesFile(`bar.${format}`, bytes)];
  const opened = await openOne(createEngine(nodeParallel, 1), files, parse(flags).values, UNWATCHED);
  return { fps: opened.sequence.fps, frames: opened.sequence.frameCount };
}

describe("a command reads an animation", () => {
  it.each(["glb", "fbx"] as const)("at the rate of a %s's own keys, so that none is lost", async (format) => {
    expect(await framesOf(format)).toEqual({ fps: 24, frames: 13 });
  });

  it("at the rate that --fps asks for", async () => {
    expect(await framesOf("glb", "--fps", "48")).toEqual({ fps: 48, frames: 25 });
  });
});
