import { describe, expect, it, onTestFinished, vi } from "vitest";
import { exportFile } from "../formats/export-file";
import { writeObj } from "../formats/obj/write-obj";
import { writePc2 } from "../formats/point-cache/pc2";
import { bytesFile } from "../formats/source/source-file";
import { createEngine } from "../jobs/engine";
import { nodeParallel } from "../jobs/pool/node-parallel";
import { UNWATCHED } from "../model/task";
import { bendingBar } from "../testing/sequences";
import { parse } from "./flags/arguments";
import { openOne, openToSolve } from "./open-one";

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

describe("a solve", () => {
  /** What is printed on standard error about an OBJ whose texture is missing. */
  async function toldOf(...flags: string[]): Promise<string> {
    let told = "";
    const spy = vi.spyOn(process.stderr, "write").mockImplementation((text) => {
      told += text;
      return true;
    });
    onTestFinished(() => spy.mockRestore());
    const { sequence } = bendingBar({ bones: 3, frames: 4, length: 6, width: 2 });
    const text = (words: string) => new TextEncoder().encode(words);
    const obj = new TextDecoder().decode(writeObj(sequence));
    const files = [
      bytesFile("bar.obj", text(`mtllib bar.mtl\n${obj.replace(/^usemtl .*/gm, "usemtl paint")}`)),
      bytesFile("bar.mtl", text("newmtl paint\nmap_Kd paint.png\n")),
      bytesFile("bar.pc2", writePc2(sequence)),
    ];
    await openToSolve(createEngine(nodeParallel, 1), files, parse(flags).values, UNWATCHED, 1e9);
    return told;
  }

  it("says what of its source is left out or assumed", async () => {
    const told = await toldOf();
    expect(told).toContain("A texture is left out: paint.png is missing.");
    expect(told).toContain("no frame rate");
  });

  it("says nothing with --quiet", async () => {
    expect(await toldOf("--quiet")).toBe("");
  });
});
